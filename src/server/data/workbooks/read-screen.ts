import type { Note } from '../../../../schemas/api/note.ts'
import {
  addComparisons,
  type ComparedTable,
  listEarlierPeriods,
  type LoadedPeriod,
} from '../../../report/table/add-comparison.ts'
import { addRemark, type ReportTable } from '../../../report/model/report-table.ts'
import { getPreviousYear } from '../../../report/table/resolve-columns.ts'
import { resolveLabels } from '../../../report/selection/titles-and-file-names.ts'
import { arrangeTable, type TableBeside } from '../../../report/table/arrange-table.ts'
import { placeNotes } from '../../../report/table/place-notes.ts'
import type {
  ChosenCompare,
  OptionsBySelector,
  ReportPlan,
  Selection,
} from '../../../report/model/report-plan.ts'
import { parseResponse } from '../../../report/model/report-response.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { buildTable } from '../../../report/table/build-table.ts'
import { type WorkbookContent, type WorkbookResult, writeReportWorkbook } from '../../../workbook/workbook.ts'

/** Contains what a screen shows, as plain data: a worker thread can lay it out. Responses are JSON. */
export interface ScreenContent {
  readonly plan: ReportPlan
  readonly selection: Selection
  readonly response: string
  /** The same one year earlier; null if no column compares with it. */
  readonly previousYear: string | null
  /** With what it is compared; empty responses are not there. */
  readonly earlier: readonly (Omit<LoadedPeriod, 'response'> & { readonly response: string })[]
  readonly notes?: readonly Note[]
  /** What a reader added to the table, with the screens of other tabs that it needs. */
  readonly added?: readonly string[]
  readonly beside?: readonly (Omit<TableBeside, 'table'> & Omit<ScreenContent, 'beside'>)[]
}

/** Reads the records of a selection, and those of the earlier ones that its table needs. */
export async function readScreen(
  plan: ReportPlan,
  selection: Selection,
  read: (chosen: Selection) => Promise<string>,
  compare: ChosenCompare | null = null,
  options: OptionsBySelector = {},
): Promise<ScreenContent> {
  const before = getPreviousYear(plan, selection)
  const [response, previousYear] = [await read(selection), before && (await read(before))]
  const earlier = []
  for (const listed of compare === null ? [] : listEarlierPeriods(plan, selection, compare, options)) {
    const { period } = listed
    earlier.push({ ...listed, response: period.problem === null ? await read(period.selection) : '' })
  }
  return { plan, selection, response, previousYear, earlier }
}

/** Formats the call that a screen sends for a selection. */
export function formatCall(...screen: Parameters<typeof resolveLabels>): string {
  const { path, query } = resolveLabels(...screen).dataCall
  return `${path}?${new URLSearchParams(query).toString()}`
}

/** Builds the table of a screen with its notes, its comparison, or why it has none, and what a reader added. */
export function layOutScreen(content: ScreenContent): ReportTable {
  const { added = [], beside = [] } = content
  const { table, problem } = layOutTable(content)
  const tables = beside.map(({ tab, label, ...screen }) => ({ tab, label, table: layOutTable(screen).table }))
  return addRemark(arrangeTable(table, added, { limited: null, beside: tables }), problem)
}

function layOutTable(content: ScreenContent): ComparedTable {
  const { plan, selection, previousYear, earlier, notes = [] } = content
  const parse = (text: string) => parseResponse(plan, JSON.parse(text))
  const response = parse(content.response)
  const built = buildTable(plan, selection, response, previousYear === null ? null : parse(previousYear))
  const table = placeNotes(built, getPeriod(plan, selection), notes)
  const loaded = earlier.map(({ response: text, ...period }) => ({
    ...period,
    response: text === '' ? null : parse(text),
  }))
  return addComparisons({ plan, selection, response, table }, loaded)
}

/** Contains the input of a workbook as plain data. */
export interface WorkbookTask extends ScreenContent, Omit<WorkbookContent, 'table'> {}

export const buildWorkbook = ({ title, period, about, ...screen }: WorkbookTask): Promise<WorkbookResult> =>
  writeReportWorkbook({ table: layOutScreen(screen), title, period, about })
