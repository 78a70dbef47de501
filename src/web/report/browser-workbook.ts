import type { Labels } from '../../report/selection/titles-and-file-names.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { addRemark, type ReportTable } from '../../report/model/report-table.ts'
import { buildAbout } from '../../workbook/about-sheet.ts'
import { stampWorkbook } from '../../workbook/stamp.ts'
import { type WorkbookResult, writeReportWorkbook } from '../../workbook/workbook.ts'

export { buildAbout } from '../../workbook/about-sheet.ts'
export { TOO_WIDE, WORKBOOK_TYPE, writeDashboardWorkbook } from '../../workbook/workbook.ts'

/** Says who exports a screen, and from where. */
export interface Exporter {
  readonly user: string
  readonly product: string
  /** The tab and the variant of the screen; null if the report has none. */
  readonly tab: string | null
}

interface WorkbookInput {
  readonly plan: ReportPlan
  readonly table: ReportTable
  /** Why it has no comparison; null if it has one, or is not to have one. */
  readonly problem: string | null
  readonly names: Labels
  /** When the records were last changed; null if that is not known. */
  readonly changedAt: string | null
  readonly readAt: Date
  readonly exporter: Exporter
}

/** Builds the workbook of a table as the server would. */
export async function buildWorkbookFile(input: WorkbookInput): Promise<WorkbookResult> {
  const { plan, table, problem, names, changedAt, readAt: dataAt } = input
  const { user, product, tab } = input.exporter
  const { tableTitle: title, period } = names
  const about = buildAbout(plan, tab, names, changedAt)
  const file = await writeReportWorkbook({ table: addRemark(table, problem), title, period, about })
  if (typeof file === 'string') return file
  return stampWorkbook(file, { title, product, user, exportedAt: new Date(), dataAt })
}
