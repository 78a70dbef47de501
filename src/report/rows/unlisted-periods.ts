import { getKeyKind } from './key-kinds.ts'
import { countMissing, describeMissingRows } from './rows-without-record.ts'
import type { ReportPlan, Selection } from '../plan.ts'
import { omitsRows } from './read-rows.ts'
import { getPeriod } from '../selection/selector-kinds.ts'
import type { ReportTable, TableRow } from '../table/report-table.ts'

/**
 * What a table without rows for missing records says about them:
 * `1 day of the period has no record and is not listed: 17 November 2025.` Nothing if all have a record, or none has,
 * and if the table does not show every row.
 */
export function describeOmittedRows(
  plan: Pick<ReportPlan, 'rows' | 'selectors'>,
  selection: Selection,
  { rows, hiddenRows }: Pick<ReportTable, 'rows' | 'hiddenRows'>,
): readonly string[] {
  const { key } = plan.rows
  const { isDetermined, listAll, format } = getKeyKind(key)
  const period = getPeriod(plan, selection)
  const isWhole = rows.length > 0 && hiddenRows === 0 && rows.at(-1)?.isRest === false
  if (!omitsRows(plan) || !isWhole || !isDetermined(period)) return []
  const found = new Map(rows.map((row) => [row.key, row]))
  const all = listAll(period).map((one): TableRow => {
    const empty = { key: one, label: format(key, one, period), values: [], hasRecord: false, isRest: false }
    return found.get(one) ?? empty
  })
  const missing = describeMissingRows({ keyKind: key.kind, rows: all, hiddenRows: 0 })
  if (missing === null) return []
  const has = missing.count === 1 ? 'has no record and is' : 'have no record and are'
  return [`${countMissing(missing)} of the period ${has} not listed: ${missing.text}.`]
}
