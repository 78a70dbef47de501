import { MAX_AMOUNT } from '../../../../schemas/api/amount.ts'
import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { ColumnPlan, ReportPlan, SumOf } from '../../../report/plan.ts'
import { getSummands } from '../../../server/datasets/amounts.ts'
import type { TotalColumn } from './record-type.ts'

/** The sums that reports compute and their workbooks have, where the dataset itself does not know the heading. */
export function getReportTotals(
  dataset: DatasetPlan,
  screens: readonly ReportPlan[],
  isKnown: (heading: string) => boolean,
): TotalColumn[] {
  const totals = new Map<string, TotalColumn>()
  for (const screen of screens) {
    for (const column of screen.columns) {
      const sum = sumOf(dataset, column)
      if (sum === null || isKnown(column.label)) continue
      const of = summands(dataset, screen, sum)
      const before = totals.get(column.label)
      const isSame = before === undefined || JSON.stringify(before.of) === JSON.stringify(of)
      totals.set(column.label, {
        headings: [column.label],
        of: of ?? [],
        stored: null,
        when: {},
        max: MAX_AMOUNT,
        checked: of !== null && isSame && (before?.checked ?? true),
      })
    }
  }
  return [...totals.values()]
}

/** What a column adds up where the dataset has no such measure; null for a column of figures. */
function sumOf({ measures }: DatasetPlan, column: ColumnPlan): SumOf | null {
  if (column.kind === 'sum') return column.sum
  if (column.kind !== 'field') return null
  const isMeasure = column.fields.some((name) => measures.some(({ field }) => field === name))
  return isMeasure ? null : column.sum
}

/** The figures that a sum adds up; null where they cannot be told, as those of a group. */
function summands(dataset: DatasetPlan, { columns }: ReportPlan, sum: SumOf): string[] | null {
  const added = columns.filter(({ id, role }) => (sum === 'series' ? role === 'series' : sum.includes(id)))
  const names: string[] = []
  for (const column of added) {
    if (column.kind !== 'field') return null
    const measure = dataset.measures.find(({ field }) => column.fields.includes(field))
    if (measure === undefined) return null
    names.push(...(measure.sum === null ? [measure.field] : getSummands(dataset, measure.sum)))
  }
  return new Set(names).size === names.length ? names : null
}
