import type { CsvCell } from '../../report/model/csv.ts'
import type { ReportPlan, Selection } from '../../report/model/report-plan.ts'
import { listRemarks } from '../../report/model/report-table.ts'
import { buildCells } from '../../report/table/copied-cells.ts'
import { combineGaps } from '../../report/table/gaps.ts'
import { INCOMPLETE } from '../../report/table/totals.ts'
import { createReadCall } from '../../server/data/reports/read-call.ts'
import type { Definitions } from '../../server/data/imports/import-target.ts'
import { noSources } from '../../server/data/sources/sources.ts'
import type { Connection } from '../../server/platform/database/handle.ts'
import { ApiError } from '../../server/platform/http/responses.ts'
import { CommandError } from '../command.ts'
import { loadTable } from '../reports/load-table.ts'

/** Reads the table of a selection as its screen shows it, without the total, and what the cells do not say. */
export async function readTable(
  db: Connection,
  plan: ReportPlan,
  selection: Selection,
  { datasets, reports }: Definitions,
  today: string,
) {
  const readCall = createReadCall(datasets, { start: () => noSources }, reports)
  const read = (call: string) =>
    readCall(db, call).catch((error: unknown) => {
      throw error instanceof ApiError ? new CommandError(error.message) : error
    })
  const { table, labels } = await loadTable(plan, selection, today, read)
  const shown = [...table.columns.entries()].filter(([, { hidden }]) => !hidden)
  const cells = buildCells(table, { rows: table.rows, columns: [-1, ...shown.map(([index]) => index)] })
  const lines = cells.map((line, row) =>
    line.map(({ text }, position): CsvCell => {
      const isText = row === 0 || position === 0 || shown[position - 1]?.[1].role === 'text'
      return isText || text === '' ? text : Number(text)
    }),
  )
  const gaps = combineGaps(table.columns, table.rows)
  // The reasons of many rows differ in their days alone: one line a column can be read.
  const partial = shown.flatMap(([index, { label }]) => {
    const [gap, ...others] = gaps[index] ?? []
    if (gap === undefined) return []
    return `${label}, ${INCOMPLETE}: ${gap}${others.length === 0 ? '' : ` Other rows: ${others.length} more.`}`
  })
  return { lines, labels, remarks: [...listRemarks(table), ...partial] }
}
