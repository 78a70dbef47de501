import { EMPTY_CHART_TEXT } from '../../../chart/chart-type.ts'
import { isEmptyChart, listChartRemarks } from '../../../chart/model.ts'
import { formatNumber, type RowUnit } from '../../../report/model/format.ts'
import {
  countLeading,
  formatNote,
  getText,
  type ReportTable,
  type Series,
  type TableRow,
} from '../../../report/model/report-table.ts'
import { addWeekday } from '../../../report/table/add-weekday.ts'
import { excerptTable } from '../../../report/table/excerpt-table.ts'
import { buildFigure } from '../../../report/table/figure.ts'
import { describeChange, formatCompact } from '../../../report/table/format-figure.ts'
import { nameGaps, nameTotals } from '../../../report/table/totals.ts'
import { stampWorkbook } from '../../../workbook/stamp.ts'
import { writeDashboardWorkbook, writeReportWorkbook } from '../../../workbook/workbook.ts'
import { layOutScreen } from '../../data/workbooks/read-screen.ts'
import type { LoadedView } from './load-view.ts'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import cyrillic from '@fontsource/arimo/files/arimo-cyrillic-400-normal.woff2?inline'
import greek from '@fontsource/arimo/files/arimo-greek-400-normal.woff2?inline'
import latinBold from '@fontsource/arimo/files/arimo-latin-600-normal.woff2?inline'
import latin from '@fontsource/arimo/files/arimo-latin-400-normal.woff2?inline'
import latinExtended from '@fontsource/arimo/files/arimo-latin-ext-400-normal.woff2?inline'
import { drawChart, IMAGE_SCALE } from '../../../chart/view/chart-image.ts'

/** Contains what a mail is made of, as plain data for a worker thread. */
export interface RenderTask {
  /** The title of a dashboard; null for a report. */
  readonly dashboard: string | null
  readonly views: readonly LoadedView[]
  readonly today: string
  readonly hasWorkbook: boolean
  readonly hasCharts: boolean
  /** Whose figures they are, and the name of the portal. */
  readonly user: string
  readonly product: string
  readonly at: Date
}

export interface FigureTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Says which rows and columns of the report it lacks; empty for none. */
  readonly notShown: string
  /** The row of totals, and below it the comparison. */
  readonly totals: readonly (readonly string[])[]
}

export interface RenderedView {
  readonly title: string
  readonly period: string
  readonly url: string
  /** What a tile shows instead of a table: a number with its change, or a chart alone. */
  readonly figure: { readonly label: string; readonly value: string; readonly change: string } | null
  /** Null for a tile without a table. */
  readonly figures: FigureTable | null
  /** The remarks and notes on what it shows, as sentences. */
  readonly notes: readonly string[]
  /** A PNG file; null without a chart. */
  readonly chart: Uint8Array | null
}

export interface Rendered {
  readonly views: readonly RenderedView[]
  /** Null without a workbook, or if a period has more columns than a sheet. */
  readonly workbook: { readonly name: string; readonly file: Uint8Array } | null
}

interface ViewTable {
  readonly view: LoadedView
  readonly table: ReportTable
}

/** Builds the figures, charts and the workbook of a mail. */
export async function renderViews(task: RenderTask): Promise<Rendered> {
  const tables = task.views.map((view): ViewTable => ({ view, table: layOutScreen(view) }))
  const views: RenderedView[] = []
  for (const { view, table } of tables) {
    const { period, chart: type, chartTitle, url, tile } = view
    const figure = tile?.kind === 'figure' ? describeTile(table, tile.column) : null
    const series = type === null ? [] : chooseSeries(table, view.series)
    const isDrawn = task.hasCharts && type !== null && !isEmptyChart(table, series, type)
    const chart = isDrawn ? await renderChartPng({ table, series, type, title: chartTitle }) : null
    const notes = [
      ...listChartRemarks(table, { type, series }),
      ...(task.hasCharts && type !== null && !isDrawn ? [EMPTY_CHART_TEXT] : []),
      ...(table.notes ?? []).map((note) => `Note ${note.number}. ${formatNote(note)}`),
    ]
    const title = tile?.title ?? (tile?.kind === 'chart' ? chartTitle : view.title)
    const figures = figure !== null || (tile?.kind === 'chart' && chart !== null) ? null : buildFigures(table)
    views.push({ title, period, url, figure, figures, notes, chart })
  }
  return { views, workbook: task.hasWorkbook ? await buildWorkbook(task, tables) : null }
}

/** Formats the number of a tile as the dashboard does; null if the report has none. */
function describeTile(table: ReportTable, column: string | undefined): RenderedView['figure'] {
  const figure = buildFigure(table, column ?? null)
  if (figure === null || figure.value === null) return null
  const { label, value, format } = figure
  return { label, value: formatCompact(value, format), change: describeChange(figure, table) }
}

const chooseSeries = ({ series, columns }: ReportTable, ids: readonly string[] | null): readonly Series[] =>
  series.filter(({ columnIndex, visible }) =>
    ids === null ? visible : ids.includes(columns[columnIndex]?.from ?? ''),
  )

async function buildWorkbook(
  { dashboard, today, user, product, at }: RenderTask,
  views: readonly ViewTable[],
): Promise<Rendered['workbook']> {
  // Tiles can show the same table in several ways. A sheet of a dashboard has no comparison, and no remarks on it.
  const whole = new Map(
    views.map((shown) => [JSON.stringify([shown.view.plan.key, shown.view.selection]), shown]),
  )
  const tables = [...whole.values()].map(({ view, table }) => ({
    title: view.title,
    period: view.period,
    about: view.about,
    table: dashboard === null ? table : layOutScreen({ ...view, earlier: [] }),
  }))
  const [first] = tables
  if (first === undefined) return null
  if (dashboard !== null) {
    const file = await writeDashboardWorkbook({ title: dashboard, tables, user, product, exportedAt: at })
    return { name: `${dashboard} ${today}.xlsx`, file }
  }
  const file = await writeReportWorkbook(first)
  if (typeof file === 'string') return null
  const stamped = stampWorkbook(file, { title: first.title, product, user, exportedAt: at, dataAt: at })
  return { name: views[0]?.view.workbookName ?? '', file: stamped }
}

const MAIL = { rows: 10, columns: 5 }

/** Formats some rows and columns of a table, with its totals. */
function buildFigures(whole: ReportTable): FigureTable {
  // The first column of rows of two things is the second thing.
  const { table, notShown } = excerptTable(whole, {
    ...MAIL,
    columns: MAIL.columns + countLeading(whole) - 1,
  })
  const { columns, rows, total, keyLabel, comparison } = table
  const formatNamed = (
    row: Pick<TableRow, 'values'> & RowUnit,
    names: readonly string[],
    formats = columns,
  ) =>
    formats.map(({ format }, index) => {
      const value = row.values[index] ?? null
      return `${names[index] ?? ''} ${value === null ? '' : formatNumber(value, format, row)}`.trim()
    })
  return {
    header: [keyLabel, ...columns.map(({ label }) => label)],
    rows: rows.map((row) => [
      addWeekday(table, row),
      ...formatNamed(row, nameGaps(row)).map((text, index) => getText(row, index) || text),
    ]),
    notShown,
    totals: [
      ...(total === null ? [] : [[total.label, ...formatNamed(total, nameTotals(columns, total))]]),
      ...(comparison?.lines ?? []).map((line) => [
        line.label,
        ...formatNamed(line, nameGaps(line), line.columns),
      ]),
    ],
  }
}

/** The first names of the charts' list of fonts stand for our files, so that every machine draws the same letters. */
const FONTS: readonly (readonly [family: string, dataUrl: string])[] = [
  ['-apple-system', latin],
  ['-apple-system', latinBold],
  ['BlinkMacSystemFont', latinExtended],
  ['Segoe UI', greek],
  ['Inter', cyrillic],
]

for (const [family, dataUrl] of FONTS) {
  GlobalFonts.register(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'), family)
}

/** In px: what a mail shows beside its margins. */
const WIDTH = 640

/** Renders a chart of a mail as a PNG file without a browser. Rejects if there is nothing to draw. */
export function renderChartPng(drawn: Parameters<typeof drawChart>[0]): Promise<Buffer> {
  return drawChart({ ...drawn, width: WIDTH, isCropped: true }, async (view, { width, height }) => {
    const canvas = createCanvas(width * IMAGE_SCALE, height * IMAGE_SCALE)
    await view.toCanvas(IMAGE_SCALE, { externalContext: canvas.getContext('2d') })
    return canvas.encode('png')
  })
}
