import { explainEmptyChart } from '../../chart/model.ts'
import type { Value } from '../../query/arithmetic.ts'
import { formatNumber } from '../../report/format.ts'
import {
  countLeading,
  formatNote,
  getText,
  type ReportTable,
  type Series,
} from '../../report/table/report-table.ts'
import { stampWorkbook } from '../../workbook/stamp.ts'
import { writeDashboardWorkbook, writeReportWorkbook } from '../../workbook/workbook.ts'
import { layOutScreen } from '../workbook/read-screen.ts'
import { renderChartPng } from './chart-png.ts'
import type { LoadedView } from './load-view.ts'

/** What a mail is made of, as plain data for a worker thread. */
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

/** A small table of texts. */
export interface FigureTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** How many rows of the report are not in it. */
  readonly moreRows: number
  readonly total: readonly string[] | null
}

export interface RenderedView {
  readonly title: string
  readonly period: string
  readonly url: string
  readonly figures: FigureTable
  /** How old it is, and the notes on what it shows, as sentences. */
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
  const tables = task.views.map((view): ViewTable => ({ view, ...layOutScreen(view) }))
  const views: RenderedView[] = []
  for (const { view, table } of tables) {
    const { title, period, chart: type, chartTitle, url } = view
    const series = type === null ? [] : chooseSeries(table, view.series)
    const isDrawn = task.hasCharts && type !== null && explainEmptyChart(table, series, type) === null
    const chart = isDrawn ? await renderChartPng({ table, series, type, title: chartTitle }) : null
    const notes = [
      ...(table.notice === undefined ? [] : [table.notice]),
      ...(table.notes ?? []).map((note) => `Note ${note.number}. ${formatNote(note)}`),
    ]
    views.push({ title, period, url, figures: buildFigures(table), notes, chart })
  }
  return { views, workbook: task.hasWorkbook ? await buildWorkbook(task, tables) : null }
}

const chooseSeries = ({ series, columns }: ReportTable, ids: readonly string[] | null): readonly Series[] =>
  series.filter(({ columnIndex, visible }) =>
    ids === null ? visible : ids.includes(columns[columnIndex]?.from ?? ''),
  )

async function buildWorkbook(
  { dashboard, today, user, product, at }: RenderTask,
  views: readonly ViewTable[],
): Promise<Rendered['workbook']> {
  const tables = views.map(({ view: { title, period, about }, table }) => ({ title, period, about, table }))
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

const MAX_ROWS = 10
const MAX_COLUMNS = 5

/** The first rows and columns of a table, and its totals. */
function buildFigures(table: ReportTable): FigureTable {
  const { columns, rows, total, keyLabel } = table
  const indexes = columns.flatMap(({ hidden }, index) => (hidden ? [] : [index])).slice(0, MAX_COLUMNS)
  const hasDimension = countLeading(table) > 1
  const lead = (label: string, dimension = '') => (hasDimension ? [label, dimension] : [label])
  const format = (index: number, value: Value = null) =>
    value === null ? '' : formatNumber(value, columns[index]?.format)
  return {
    header: [...lead(keyLabel), ...indexes.map((index) => columns[index]?.label ?? '')],
    rows: rows
      .slice(0, MAX_ROWS)
      .map((row) => [
        ...lead(row.label, row.dimension ?? ''),
        ...indexes.map((index) => getText(row, index) || format(index, row.values[index])),
      ]),
    moreRows: Math.max(0, rows.length - MAX_ROWS),
    total: total && [...lead(total.label), ...indexes.map((index) => format(index, total.values[index]))],
  }
}
