import type { CalendarPlan } from '../../../schemas/calendar/definition.ts'
import type { Frozen } from '../../../schemas/report/primitives.ts'
import type { Chart, VegaLiteSpec } from '../../../schemas/report/chart.ts'
import type { Condition } from '../../../schemas/report/conditions.ts'
import type { Download } from '../../../schemas/report/data.ts'
import type { comparisons, ReportDefinition, SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { Rows, Sort } from '../../../schemas/report/rows.ts'
import type { AlertPlan } from './alert-plan.ts'
import type { ColumnPlan, ColumnPlanOf } from './column-kind.ts'
import type { YearPartName } from '../../time/grains.ts'
import type { KeyPlan } from './key-kinds.ts'
import type { LinkPlan } from './links.ts'

export type { VegaLiteSpec } from '../../../schemas/report/chart.ts'
export { type ChartType, chartTypeNames, isChartType } from '../../../schemas/report/chart-types.ts'
export type { ColumnPlan } from './column-kind.ts'
export type { KeyPlan } from './key-kinds.ts'
export type View = 'table' | 'chart'

/** With what a report is compared: the same days of the period before the chosen one, that period, or the same one a year before. */
export type Compare = (typeof comparisons)[number]

/** With what a reader compares: one of them, or all that the screen offers. */
export type ChosenCompare = Compare | 'all'

export const compareLabels: Readonly<Record<ChosenCompare, string>> = {
  sameDays: 'Same days before',
  previous: 'Previous period',
  year: 'Year before',
  all: 'All of these',
}

/** Lists what a reader can choose. */
export const listCompare = ({ compare }: Pick<ReportPlan, 'compare'>): readonly ChosenCompare[] =>
  compare.length > 1 ? [...compare, 'all'] : compare

/** Resolves what a text chooses of what a screen offers; null for nothing. Before a year is the year before. */
export const resolveCompare = (
  plan: Pick<ReportPlan, 'compare'>,
  wanted: string | null,
): ChosenCompare | null =>
  listCompare(plan).find((one) => one === wanted) ?? (wanted === 'previous' ? plan.compare[0] : null) ?? null

/** Returns with what a number of its own is compared: with as much of the previous period as it has, where that is offered. */
export const compareAsMuch = <T extends ChosenCompare | null>(
  { compare }: Pick<ReportPlan, 'compare'>,
  wanted: T,
): T | 'sameDays' => (wanted === 'previous' && compare.includes('sameDays') ? 'sameDays' : wanted)

export interface Option {
  readonly value: string
  readonly label: string
}

export type OptionsBySelector = Readonly<Record<string, readonly Option[]>>

/** Options that are loaded by a request; `last` counts back from the current year. */
export interface ServerOptions {
  readonly url: string
  readonly recordsPath: readonly string[]
  readonly value: string | null
  readonly label: string | null
  readonly fallback: { readonly last: number } | { readonly fixed: readonly Option[] }
  /** The selectors before it whose values decide what is offered. */
  readonly dependsOn: readonly string[]
}

export interface SelectorPlan {
  readonly kind: SelectorDefinition['kind']
  readonly name: string
  readonly label: string
  readonly prompt: string
  readonly options: { readonly fixed: readonly Option[] } | ServerOptions
  /** What is chosen at first: a value, or the latest period that the request returns. */
  readonly default: { readonly value: string } | 'latest' | null
  /** Whether several options can be chosen; the value joins them by commas. */
  readonly multiple: boolean
  /** Whether something has to be chosen; else nothing stands for all, and a call names values with escaped commas. */
  readonly required: boolean
  /** The most days of a range; null for any other kind. */
  readonly maxDays: number | null
  /** The periods of which a range has whole ones; null for a range of any days, and for any other kind. */
  readonly unit: YearPartName | 'month' | null
}

export type SortPlan = Frozen<Sort>

/** How many rows are shown or which, by their ids, and the label of the row of the others; null leaves them out. */
export interface TopPlan {
  readonly rows: number | readonly string[]
  readonly rest: string | null
}

/** What a value is said to be by its colour and a sign. */
export type Mark = 'good' | 'warning' | 'bad'

export type HighlightPlan = ConditionPlan | ScalePlan

interface ConditionPlan extends Frozen<Condition> {
  readonly kind: 'condition'
  readonly mark: Mark
  readonly isRow: boolean
  /** Null says the condition in words. */
  readonly label: string | null
}

/** Null is the smallest and the largest value shown. */
interface ScalePlan {
  readonly kind: 'scale'
  readonly column: string
  readonly from: number | null
  readonly to: number | null
}

export interface LoadTexts {
  readonly unreachable: string
  readonly rejected: string
  readonly empty: string | null
}

/** A part of a definition with null for what is not written. */
type Filled<T> = {
  [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K]
}
type ChangedChartKey = 'types' | 'labels' | 'titles' | 'images' | 'initiallyVisible' | 'band'

/** One screen of a report, as understood: a tab in a variant, nothing optional, nothing to look up. */
export interface ReportPlan {
  /** `id/tab/variant`, unique over all reports. */
  readonly key: string
  readonly reportId: string
  readonly tab: string | null
  readonly variant: string | null
  readonly title: string
  readonly description: string | null
  /** The unit of all numbers whose format names none. */
  readonly unit: string | null
  /** The days on which nobody works; null if they are not known. */
  readonly calendar: CalendarPlan | null
  readonly breadcrumb: readonly string[]
  readonly requiredMessage: 'missing' | 'all'
  /** With which earlier periods it can be compared, the previous one first; empty for none. */
  readonly compare: readonly Compare[]
  readonly selectors: readonly SelectorPlan[]
  readonly data: {
    readonly url: string
    /** The datasets whose records it shows, by id; none of another API. */
    readonly binding: readonly string[]
    readonly recordsPath: readonly string[]
    readonly listPaths: Readonly<Record<string, readonly string[]>>
    readonly ignoreFields: readonly string[]
    readonly messages: Readonly<Record<View, LoadTexts>>
  }
  readonly rows: Frozen<Pick<Rows, 'fillMissing' | 'missing' | 'duplicates'>> & {
    readonly key: KeyPlan
    /** The second column, which identifies a row together with the key; null for none. */
    readonly dimension: ColumnPlanOf<'text'> | null
    readonly sort: SortPlan | null
    readonly top: TopPlan | null
    readonly total: string | null
    readonly link: LinkPlan | null
  }
  readonly columns: readonly ColumnPlan[]
  readonly highlights: readonly HighlightPlan[]
  readonly alerts: readonly AlertPlan[]
  readonly table: { readonly title: string; readonly empty: string }
  readonly chart: Frozen<Filled<Omit<Chart, ChangedChartKey>>> & {
    /** The ids of the types, in the order of their buttons. */
    readonly types: readonly string[]
    readonly labels: Readonly<Record<string, string>>
    readonly titles: Readonly<Record<string, string>>
    readonly images: Readonly<Record<string, string>>
    readonly specs: Readonly<Record<string, VegaLiteSpec>>
    /** Null for `first` is the largest ones. */
    readonly initiallyVisible: Frozen<Filled<Chart['initiallyVisible']>>
    /** The columns with the lower and the upper end of the band behind lines; null for none. */
    readonly band: readonly [string, string] | null
  }
  /** Its URL is null if the browser makes the workbook. */
  readonly download: (Frozen<Omit<Download, 'url'>> & { readonly url: string | null }) | null
  /** The screen of the same report for days that a reader chooses; null where rows are days, and if there is none. */
  readonly ownDays: ReportPlan | null
}

export interface ReportEntry {
  readonly id: string
  readonly path: string
  readonly menu: Frozen<ReportDefinition['menu']>
}

/** A report in the list of the first load, which loads its plans. */
export interface ListedReport extends ReportEntry {
  readonly load: () => Promise<Report>
}

/** A report with all its plans: the tabs times the variants. The first tab and variant are the defaults. */
export interface Report extends ReportEntry {
  readonly tabs: {
    readonly navigation: 'route' | 'query'
    readonly items: readonly { id: string; label: string }[]
  } | null
  readonly variants: readonly { readonly id: string; readonly label: string }[]
  readonly plans: readonly ReportPlan[]
}

/** The chosen values of the selectors, by name. A selector without a value is not chosen. */
export type Selection = Readonly<Record<string, string>>

/** Finds the screen of a tab and a variant; the first for null. */
export const findPlan = (
  { plans }: Report,
  tab: string | null,
  variant: string | null,
): ReportPlan | undefined =>
  plans.find((one) => (tab ?? one.tab) === one.tab && (variant ?? one.variant) === one.variant)
