import { useSelector } from '@xstate/react'
import type { ReportTable } from '../../report/model/report-table.ts'
import { describePart, listIgnored } from '../../report/table/arrange-table.ts'
import type { Arrangement } from '../../report/selection/url-state.ts'
import type { ReportActor } from './use-report.ts'

type Props = { readonly actor: ReportActor; readonly table: ReportTable }

/** Says which parts of the address the table does not have; nothing if it has all. */
export const IgnoredParts = ({ actor, table }: Props) => {
  const { arrangement, lostCompare } = useSelector(actor, ({ context }) => context)
  const texts = [
    ...(lostCompare === null ? [] : [`compare with ${lostCompare}`]),
    ...listIgnoredParts(table, arrangement),
  ]
  if (texts.length === 0) return null
  return (
    <output className="block basis-full text-sm text-soft">
      {`Ignored in the address: ${texts.join('; ')}.`}
    </output>
  )
}

/** Lists the order and the added parts that a table does not have; added ones once they were tried. */
export function listIgnoredParts(
  table: ReportTable,
  { sort, added }: Pick<Arrangement, 'sort' | 'added'>,
): readonly string[] {
  const label = sort?.label ?? null
  const isSorted = label === null || table.columns.some((column) => column.label === label)
  const isTried = table.arranged?.added.join('\n') === added.join('\n')
  return [
    ...(isSorted ? [] : [`sort by ${label}`]),
    ...(isTried ? listIgnored(table, added).map((text) => `add ${describePart(text, [])}`) : []),
  ]
}
