import { parseResponse } from '../../report/response.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { buildTable } from '../../report/table.ts'
import type { Database } from '../database/handle.ts'
import { withSnapshot } from '../database/transaction.ts'
import { type DatasetRead, readRecords } from '../datasets/read.ts'
import { writeWorkbook } from './workbook.ts'

/** The limit of a worksheet in Excel. */
export const MAX_COLUMNS = 16_384

/** The input of a workbook as plain data, so that a worker thread can build it. */
export interface WorkbookTask {
  readonly read: DatasetRead
  readonly plan: ReportPlan
  readonly selection: Selection
  readonly title: string
  readonly period: string
}

/** The file, or the reason why it cannot be built: the period has no records, or more columns than a sheet. */
export type WorkbookResult = Uint8Array | 'empty' | 'too wide'

/** Reads the records, all of one state of the database, and lays them out by the plan of the screen. */
export async function buildWorkbook(
  database: Database,
  { read, plan, selection, title, period }: WorkbookTask,
): Promise<WorkbookResult> {
  const response = await withSnapshot(database, (db) => readRecords(db, read))
  const table = buildTable(plan, selection, parseResponse(plan, response))
  if (table.rows.length === 0) return 'empty'
  if (table.columns.length >= MAX_COLUMNS) return 'too wide'
  return writeWorkbook({ table, title, period })
}
