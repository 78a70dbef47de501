import type {
  ChosenCompare,
  OptionsBySelector,
  ReportPlan,
  Selection,
  View,
} from '../../report/model/report-plan.ts'
import type { Visibility } from '../../report/model/series.ts'
import type { ReportTable } from '../../report/model/report-table.ts'
import type { Arrangement, UrlState } from '../../report/selection/url-state.ts'

/** Contains a loaded table and the selection it belongs to: titles and file names follow it, not the controls. */
export interface LoadedReport {
  readonly selection: Selection
  /** The options with which it was chosen, for titles. */
  readonly options: OptionsBySelector
  /** With what the table is compared, and why it is not if that failed, as a sentence. */
  readonly compare: ChosenCompare | null
  readonly problem: string | null
  readonly table: ReportTable
  readonly readAt: Date
  readonly message: string | null
}

export type ImageFormat = 'jpg' | 'png' | 'svg'

export interface ReportContext {
  readonly plan: ReportPlan
  /** Null until the options of every selector are known. */
  readonly options: OptionsBySelector | null
  readonly failed: readonly string[]
  /** Sentences on values that were cleared, by selector. */
  readonly notices: Readonly<Record<string, string>>
  readonly selection: Selection
  readonly compare: ChosenCompare | null
  /** The query of the address as it was opened, of which the screen may not have all. */
  readonly asked: string
  readonly loaded: LoadedReport | null
  readonly visibleView: View | null
  /** The view requested last; a changed selection reloads into it. Null until the first request. */
  readonly requestedView: View | null
  /** How the next URL is written; a load that a URL requested adds no entry. */
  readonly history: 'push' | 'replace'
  readonly chartType: string
  /** A sentence on a chart of the address that the report does not have; null for none. */
  readonly chartNotice: string | null
  readonly visibility: Visibility
  readonly arrangement: Arrangement
  readonly imageFormat: ImageFormat
  /** Why the last load failed; counts in the state `failed`. */
  readonly failure: LoadFailure | null
}

export interface LoadFailure {
  readonly text: string
  /** By which the server's log names the request; null if the server did not answer. */
  readonly requestId: string | null
  /** Why the server did not answer; null if it did. */
  readonly reason: string | null
  /** True if the reader has no right to it, which another attempt does not change. */
  readonly isDenied?: boolean
}

export type ReportEvent =
  | { readonly type: 'selection.changed'; readonly name: string; readonly value: string }
  | { readonly type: 'compare.changed'; readonly compare: string }
  | { readonly type: 'options.retried' }
  | { readonly type: 'form.submitted' }
  | { readonly type: 'chart.toggled' }
  | { readonly type: 'chartType.changed'; readonly chartType: string }
  | { readonly type: 'series.toggled'; readonly name: string }
  /** `names` are the series that differ from the mode. */
  | { readonly type: 'series.set'; readonly mode: Visibility['mode']; readonly names?: readonly string[] }
  | { readonly type: 'table.arranged'; readonly arrangement: Arrangement }
  | { readonly type: 'download.requested' }
  | { readonly type: 'image.requested'; readonly format: ImageFormat }
  | ({ readonly type: 'url.changed' } & Asked)
  /** The table that was loaded at a time has its notes, or the columns that a reader added. */
  | { readonly type: 'table.replaced'; readonly readAt: Date; readonly table: ReportTable }
  | { readonly type: 'banner.closed' }

export type ReportEmitted = {
  readonly type: 'url.written'
  readonly urlState: UrlState
  readonly history: 'push' | 'replace'
}

/** Contains an address as it was opened, and what it means. */
interface Asked {
  readonly urlState: UrlState
  readonly search: string
}

export interface ReportInput extends Asked {
  readonly plan: ReportPlan
}

export type OptionsInput = Pick<ReportContext, 'plan' | 'selection'>

export interface LoadInput extends Pick<ReportContext, 'plan' | 'selection' | 'compare'> {
  /** Used to look up the labels of the selected values. */
  readonly options: OptionsBySelector
}

/** The workbook is made of what is loaded if that is of the selection. */
export type DownloadInput = LoadInput &
  Pick<ReportContext, 'loaded'> &
  Partial<Pick<ReportContext, 'arrangement'>>

/** `loaded` is null if no chart is visible. */
export interface ImageInput extends Pick<ReportContext, 'plan' | 'chartType' | 'visibility' | 'imageFormat'> {
  readonly loaded: Pick<LoadedReport, 'selection' | 'table'> | null
  readonly options: OptionsBySelector
}
