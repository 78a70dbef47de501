import { type Report, resolveCompare } from '../../report/model/report-plan.ts'
import type { ReportTable } from '../../report/model/report-table.ts'
import { arrangeTable, findBeside } from '../../report/table/arrange-table.ts'
import { limitRows } from '../../report/table/limit-table.ts'
import type { LoadInput } from '../machines/report-context.ts'

/** Loads what an address adds to a table, and changes the table so. */
export async function arrangeLoaded(
  report: Report,
  input: LoadInput,
  { table, added }: { readonly table: ReportTable; readonly added: readonly string[] },
  load: (input: LoadInput) => Promise<{ readonly table: ReportTable }>,
): Promise<ReportTable> {
  const { plan } = input
  const limitedPlan = limitRows(plan, added)
  const limited = limitedPlan === plan ? null : (await load({ ...input, plan: limitedPlan })).table
  const beside = []
  for (const { plan: tabPlan, ...tab } of findBeside(report, plan, added)) {
    const compare = resolveCompare(tabPlan, input.compare)
    beside.push({ ...tab, table: (await load({ ...input, plan: tabPlan, compare })).table })
  }
  return arrangeTable(table, added, { limited, beside })
}
