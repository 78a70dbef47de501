import { isGroup, listNamedFields, listParts } from '../../report/model/named-fields.ts'
import { getColumnDefinitionKind } from '../columns/check-column.ts'
import type { ColumnContext } from './formula-rules.ts'
import { hasValueAxes } from './chart-rules.ts'
import { checkColumnTexts } from './template-rules.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import type { Section } from '../sections.ts'
import type { ColumnPlan, KeyPlan } from '../../report/model/report-plan.ts'

/** Checks that columns refer to what is declared, and have totals that mean something. */
export function checkColumns(
  columns: readonly ColumnPlan[],
  { origin }: Section<'columns'>,
  data: Section<'data'>,
  rows: Pick<ColumnContext, 'hasYear' | 'isCombined' | 'isAsked'>,
): void {
  const lists = Object.keys(data.value.listPaths)
  columns.forEach((column, index) => {
    const context = { columns, lists, ...rows, origin: origin.at(index) }
    getColumnDefinitionKind(column).check(column, context)
    checkColumnTexts(column, listParts(column), context.origin)
    checkAggregate(column, context)
  })
}

/** Checks that a screen with charts of these types has something to draw. */
export function checkSeries(columns: readonly ColumnPlan[], types: readonly string[], origin: Place): void {
  const series = columns.filter(({ role, hidden }) => role === 'series' && !hidden)
  const isDrawn =
    types.some((type) => hasValueAxes(type) || type === 'heatMap') ||
    series.some(({ aggregate, total }) => aggregate === 'sum' && total)
  if (series.length > 0 && isDrawn) return
  const message =
    series.length > 0
      ? `no series has a sum, so that ${types.map((type) => `'${type}'`).join(' and ')} can draw nothing; add the type "line" or "bar"`
      : 'every column is a total or hidden, so no chart can be drawn; without charts, set chart.types to []'
  origin.error('series-none', message)
}

/** Checks that no percentages and rates are added up. */
function checkAggregate(column: ColumnPlan, { origin }: ColumnContext): void {
  if (column.aggregate !== 'sum' || !column.total || !isRate(column.format)) return
  const message = `'${column.id}' is a percentage or a rate, which are not added up; write a value such as "mean(rate, minutes)" or "max(rate)", or "total": false`
  origin.at('format').error('total-percent', message)
}

/** Returns true for a percentage, and for a unit per another one, such as EUR/min. */
const isRate = (format: ColumnPlan['format']): boolean =>
  format?.options.style === 'percent' || /^%|\//.test(format?.suffix ?? '')

/** Checks that columns differ in id, label and field; returns true if each can be told by its id. */
export function checkIdentity(
  columns: readonly ColumnPlan[],
  origin: Place,
  key: KeyPlan,
  { value: { duplicates }, origin: rows }: Section<'rows'>,
): boolean {
  const ids = columns.map(({ id }) => id)
  const labels = columns.map((column) =>
    isGroup(column) ? null : JSON.stringify([column.header, column.label]),
  )
  columns.forEach((column, index) => {
    if (ids.indexOf(column.id) < index) {
      origin.at(index, 'id').error('unique', `a second column with the id '${column.id}'`)
    }
    const label = labels[index] ?? null
    if (column.header === null && column.label === key.label) {
      const message = `'${column.label}' is also the heading of the first column`
      origin.at(index, 'label').error('unique', message)
    }
    if (label !== null && labels.indexOf(label) < index) {
      const below = column.header === null ? '' : ` below '${column.header}'`
      const message = `a second column with the label '${column.label}'${below}`
      origin.at(index, 'label').error('unique', message)
    }
  })
  const areFieldsShownOnce = checkFields(columns, origin, key, rows, duplicates === 'combine')
  return areFieldsShownOnce && new Set(ids).size === ids.length
}

/** Checks that each field is shown once; returns true if so. */
function checkFields(
  columns: readonly ColumnPlan[],
  origin: Place,
  key: KeyPlan,
  rows: Place,
  isCombined: boolean,
): boolean {
  let isShownOnce = true
  const usesByField = new Map(key.fields.map((field) => [field, 'the key of the rows']))
  if (usesByField.size < key.fields.length) {
    rows.at('key', 'field').error('column-field', `the key names a field twice: ${key.fields.join(', ')}`)
  }
  // Records of one row are combined, so that several pivots and columns show sums of their own.
  const pivoted = new Set<string>()
  for (const [index, column] of columns.entries()) {
    for (const { key, names } of listNamedFields(column)) {
      for (const field of names) {
        const earlierUse = usesByField.get(field)
        const isOfPivots = isCombined && (pivoted.has(field) || (column.kind === 'pivot' && key === 'value'))
        if (column.kind === 'pivot') pivoted.add(field)
        if (earlierUse !== undefined && !isOfPivots) {
          isShownOnce = false
          origin.at(index, key).error('column-field', `'${field}' is already shown as ${earlierUse}`)
        }
        if (earlierUse === undefined) usesByField.set(field, `'${column.label}'`)
      }
    }
  }
  return isShownOnce
}
