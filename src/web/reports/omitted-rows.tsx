import { describeOmittedRows } from '../../report/omitted-rows.ts'
import type { ReportPlan } from '../../report/plan.ts'
import { Remarks } from '../components/messages.tsx'
import type { LoadedReport } from '../machines/report-context.ts'

type Props = {
  readonly plan: ReportPlan
  readonly loaded: LoadedReport
  readonly className: string
}

/** Below a table: which records of the period are missing without a row. */
const OmittedRows = ({ plan, loaded: { selection, table }, className }: Props) => (
  <Remarks texts={describeOmittedRows(plan, selection, table)} className={className} />
)

export default OmittedRows
