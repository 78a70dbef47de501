import { reportEntries } from 'virtual:report-entries'
import { z } from 'zod/mini'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import type { ColumnPlan, ReportPlan } from '../../../src/report/model/report-plan.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { type ReportTable } from '../../../src/report/model/report-table.ts'

const Columns = z.looseObject({ columns: z.array(z.object({ key: z.string(), label: z.string() })) })

const SELECTION = { year: '2024' }

/** The plan of the one report of this page, made at build as every plan is. */
export async function loadPlan(): Promise<ReportPlan> {
  const plan = (await reportEntries[0]?.load())?.plans[0]
  if (plan === undefined) throw new Error('the page was built without its definition')
  return plan
}

/** A body in hand as the report's table. It names its own columns, which stand in the place of the plan's one. */
export function carrierTable(plan: ReportPlan, body: unknown): ReportTable {
  const [pattern, ...totals] = plan.columns
  if (pattern?.kind !== 'field') throw new Error('the definition begins with a column of a field')
  const carriers = Columns.parse(body).columns.map(({ key, label }): ColumnPlan => ({
    ...pattern,
    id: key,
    label,
    fields: [key],
  }))
  const wide = { ...plan, columns: [...carriers, ...totals] }
  return buildTable(wide, SELECTION, parseResponse(wide, body))
}
