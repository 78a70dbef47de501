import { useSelector } from '@xstate/react'
import { resolveCompare } from '../../report/model/report-plan.ts'
import type { ReportTable } from '../../report/model/report-table.ts'
import { describePart, listIgnored } from '../../report/table/arrange-table.ts'
import { OWN_DAYS, parseUrlState } from '../../report/selection/url-state.ts'
import type { ReportContext } from '../machines/report-context.ts'
import type { ReportActor } from './use-report.ts'

type Props = { readonly actor: ReportActor; readonly table: ReportTable }

/** Lists the parts of the address that the table does not have; shows nothing if it has all. */
export const IgnoredParts = ({ actor, table }: Props) => {
  const texts = listIgnoredParts(
    table,
    useSelector(actor, ({ context }) => context),
  )
  if (texts.length === 0) return null
  return (
    <output className="order-last block w-0 min-w-full text-sm text-soft">{`Not shown here: ${texts.join('; ')}.`}</output>
  )
}

type Asking = Pick<ReportContext, 'asked' | 'compare'> & {
  readonly plan: Pick<ReportContext['plan'], 'selectors' | 'compare'>
  readonly arrangement: Pick<ReportContext['arrangement'], 'sort' | 'added'>
}

/** Lists what an address names and a table does not have; added parts once they were tried. */
export function listIgnoredParts(
  table: ReportTable,
  { asked, compare, plan, arrangement: { sort, added } }: Asking,
): readonly string[] {
  const query = new URLSearchParams(asked)
  const name = (parameter: string, words: string, isIgnored: boolean) => {
    const value = query.get(parameter) ?? ''
    return isIgnored && value !== '' ? [`${words} ${value}`] : []
  }
  const has = (label: string) => table.columns.some((column) => column.label === label)
  const label = sort?.label ?? null
  const isSorted = label === null || has(label)
  const isTried = table.arranged?.added.join('\n') === added.join('\n')
  const hasDays = plan.selectors.some((selector) => selector.name === OWN_DAYS)
  return [
    ...name(
      'compare',
      'comparison with',
      compare === null && resolveCompare(plan, query.get('compare')) === null,
    ),
    ...name(OWN_DAYS, 'days', !hasDays),
    ...(isSorted
      ? name('sort', 'order', sort === null && parseUrlState(query, []).arrangement.sort === null)
      : [`order by ${label}`]),
    ...(isTried ? listIgnored(table, added).map((text) => `column ${describePart(text, [])}`) : []),
  ]
}
