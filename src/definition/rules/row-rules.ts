import { listPlaces } from '../../query/formula.ts'
import { type ColumnFormula, getFormula } from '../../report/model/column-kind.ts'
import type { ColumnPlan, SortPlan } from '../../report/model/report-plan.ts'
import { isGroup } from '../../report/model/named-fields.ts'
import { type Place, describeNoColumn } from '../../diagnostics/diagnostic.ts'
import type { Section } from '../sections.ts'

/** Checks that rows have an order, if one is stated or needed, and that no row is mistaken for another. */
export function checkRows(
  { value: { key, dimension, sort, top, total }, origin }: Section<'rows'>,
  columns: readonly ColumnPlan[],
): void {
  if (sort !== undefined) {
    checkSort(sort, columns, origin.at('sort', 'by'), { key, ...(dimension !== undefined && { dimension }) })
  }
  if (top === undefined) return
  if (sort === undefined) {
    origin.at('top').error('rows-top', 'the first rows are those of an order, so top needs sort')
  }
  if (top.rest !== undefined && top.rest === total) {
    origin.at('top', 'rest').error('rows-top', `'${total}' is also the label of the row of totals`)
  }
}

const NONE: ColumnFormula = { kind: 'number', value: 0 }

/** Checks that rows of a key and a dimension are neither filled, charted nor compared with the one before. */
export function checkDimension(
  { value: { key, dimension, fillMissing }, origin }: Section<'rows'>,
  columns: readonly ColumnPlan[],
  types: readonly string[],
): void {
  if (dimension === undefined) return
  const report = (message: string) => origin.at('dimension').error('dimension-rows', message)
  if (fillMissing !== 'none')
    report(`which combinations are missing is not known, so that '${fillMissing}' cannot be filled`)
  if (types.length > 0) {
    const field = [dimension.field].flat()[0] ?? ''
    report(
      `several rows have one ${key.label}, so that ${types.join(', ')} cannot be drawn; set chart.types to [], or show '${field}' as columns by a pivot`,
    )
  }
  const other = columns.find((column) => listPlaces(getFormula(column) ?? NONE).includes('previousRow'))
  if (other !== undefined)
    report(`'${other.id}' would compare with the row before, which is of another ${dimension.label}`)
  const taken = columns.find(
    ({ id, label, header }) => id === 'dimension' || (label === dimension.label && header === null),
  )
  if (taken !== undefined || dimension.label === key.label)
    report(`the column '${taken?.id ?? 'key'}' has its id 'dimension' or its label '${dimension.label}'`)
}

/** Checks that an order is by the key, by another of what identifies a row, or by a single column that exists. */
export function checkSort(
  { by }: SortPlan,
  columns: readonly ColumnPlan[],
  origin: Place,
  leading: Readonly<Record<string, Section<'rows'>['value']['key' | 'dimension']>>,
): void {
  if (Object.hasOwn(leading, by)) return
  const column = columns.find(({ id }) => id === by)
  if (column !== undefined && !isGroup(column)) return
  const single = columns.filter((one) => !isGroup(one)).map(({ id }) => id)
  const named = Object.entries(leading).map(([id, one]) => ({ id, label: one?.label ?? '' }))
  const message =
    column === undefined
      ? describeNoColumn(by, [...named, ...columns], [...Object.keys(leading), ...single])
      : `'${by}' is a group of columns`
  origin.error('sort-column', message)
}
