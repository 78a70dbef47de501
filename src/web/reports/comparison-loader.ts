import './comparison.css'
import {
  addComparison,
  type ComparedTable,
  findEarlierPeriod,
} from '../../report/comparison/add-comparison.ts'
import type { Selection } from '../../report/plan.ts'
import type { ReportResponse } from '../../report/request/response.ts'
import type { ReportTable } from '../../report/table/report-table.ts'
import type { LoadInput } from '../machines/report-context.ts'

/** Loads the response to another selection. Never rejects: null if it cannot be loaded. */
export type EarlierLoader = (selection: Selection) => Promise<ReportResponse | null>

/** Adds the earlier period to the loaded table. */
export type Finish = (table: ReportTable, response: ReportResponse) => ComparedTable

/** Loads the earlier period that a report is compared with. Rejects only with an error of the program. */
export async function loadComparison(
  { plan, selection, compare, options }: LoadInput,
  load: EarlierLoader,
): Promise<Finish> {
  const unchanged = (problem: string | null) => (table: ReportTable) => ({ table, problem })
  if (compare === null) return unchanged(null)
  const earlier = findEarlierPeriod(plan, selection, compare, options)
  if (earlier.problem !== null) return unchanged(earlier.problem)
  const found = await load(earlier.selection)
  return (table, response) => addComparison({ plan, selection, compare, response, table }, earlier, found)
}
