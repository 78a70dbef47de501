import { missingSelectors } from '../../engine/selection.ts'
import type { ReportPlan, Selection } from '../../engine/report-plan.ts'
import { Notice } from '../../ui/notice.tsx'

type Props = { readonly plan: ReportPlan; readonly selection: Selection }

/** The place of a report of which nothing is loaded: what to do next. */
export const BlankNotice = ({ plan, selection }: Props) => {
  const missing = missingSelectors(plan, selection).map(({ label }) => label.toLowerCase())
  const text = missing.length === 0 ? 'Submit loads the report.' : `Choose ${inWords(missing)}, then Submit.`
  return (
    <div className="print:hidden">
      <Notice icon="table" text={text} />
    </div>
  )
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
