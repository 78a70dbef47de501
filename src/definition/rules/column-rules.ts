import { getColumnKind } from '../../report/columns/kinds.ts'
import { getColumnDefinitionKind, isGroup } from '../columns/index.ts'
import type { ColumnContext } from '../columns/definition-kind.ts'
import { checkColumnTexts } from './template-rules.ts'
import { childRef, type Reporter, type SourceRef, suggest } from '../diagnostic.ts'
import type { Section } from '../sections.ts'
import type { ColumnPlan, KeyPlan } from '../../report/plan.ts'

/** Checks that columns differ in id, label and field, and refer to what is declared. */
export function checkColumns(
  columns: readonly ColumnPlan[],
  { origin }: Section<'columns'>,
  key: KeyPlan,
  rows: SourceRef,
  data: Section<'data'>,
  hasYear: boolean,
  onDiagnostic: Reporter,
): void {
  checkIdentity(columns, origin, onDiagnostic)
  checkFields(columns, origin, key, rows, data.value, onDiagnostic)
  const groups = columns.filter(isGroup)
  const lists = Object.keys(data.value.listPaths)
  columns.forEach((column, index) => {
    const context = { columns, groups, lists, hasYear, origin: childRef(origin, index), onDiagnostic }
    const kind = getColumnDefinitionKind(column)
    kind.check(column, context)
    checkColumnTexts(column, kind.parts(column), context.origin, onDiagnostic)
    checkTotal(column, context)
  })
  const isMisspelled = columns.some((column) => column.kind === 'list' && !lists.includes(column.list))
  for (const name of isMisspelled ? [] : lists) {
    if (columns.some((column) => column.kind === 'list' && column.list === name)) continue
    const message = `no group of columns goes over '${name}'`
    onDiagnostic({ ...childRef(data.origin, 'listPaths', name), rule: 'list-unused', message })
  }
}

/** Checks that a screen with charts has something to draw. */
export function checkSeries(columns: readonly ColumnPlan[], origin: SourceRef, onDiagnostic: Reporter): void {
  if (columns.some(({ role, hidden }) => role === 'series' && !hidden)) return
  const message =
    'every column is a total or hidden, so no chart can be drawn; without charts, set chart.types to []'
  onDiagnostic({ ...origin, rule: 'series-none', message })
}

/** Checks that the total of a column means something. */
function checkTotal(
  { id, total, format }: ColumnPlan,
  { columns, origin, onDiagnostic }: ColumnContext,
): void {
  const { kind, weights } = total
  if (kind === 'sum' && (format?.options.style === 'percent' || format?.suffix === '%')) {
    const message = `'${id}' is a percentage, and percentages are not added up; allowed are mean, min, max, last, none or { "weightedMean": … }`
    onDiagnostic({ ...childRef(origin, 'total'), rule: 'total-percent', message })
  }
  if (weights === null) return
  const weighing = columns.find((column) => column.id === weights)
  const single = columns.filter((column) => column.id !== id && !isGroup(column)).map((column) => column.id)
  if (weighing !== undefined && single.includes(weights)) return
  const problem =
    weighing === undefined
      ? `no column '${weights}'${suggest(weights, single)}`
      : weights === id
        ? `'${id}' weighs itself`
        : `'${weights}' is a group of columns`
  onDiagnostic({ ...childRef(origin, 'total', 'weightedMean'), rule: 'total-weights', message: problem })
}

function checkIdentity(columns: readonly ColumnPlan[], origin: SourceRef, onDiagnostic: Reporter): void {
  const ids = columns.map(({ id }) => id)
  const labels = columns.map((column) =>
    isGroup(column) ? null : JSON.stringify([column.header, column.label]),
  )
  columns.forEach((column, index) => {
    if (ids.indexOf(column.id) < index) {
      const message = `a second column with the id '${column.id}'`
      onDiagnostic({ ...childRef(origin, index, 'id'), rule: 'column-id', message })
    }
    const label = labels[index] ?? null
    if (label !== null && labels.indexOf(label) < index) {
      const below = column.header === null ? '' : ` below '${column.header}'`
      const message = `a second column with the label '${column.label}'${below}`
      onDiagnostic({ ...childRef(origin, index, 'label'), rule: 'column-label', message })
    }
  })
}

function checkFields(
  columns: readonly ColumnPlan[],
  origin: SourceRef,
  key: KeyPlan,
  rows: SourceRef,
  data: Section<'data'>['value'],
  onDiagnostic: Reporter,
): void {
  const shown = new Map(key.fields.map((field) => [field, 'the key of the rows']))
  if (shown.size < key.fields.length) {
    const message = `the key names a field twice: ${key.fields.join(', ')}`
    onDiagnostic({ ...childRef(rows, 'key', 'field'), rule: 'column-field', message })
  }
  columns.forEach((column, index) => {
    const at = childRef(origin, index, 'field')
    for (const field of getColumnKind(column).fixedFields(column)) {
      const before = shown.get(field)
      if (before !== undefined) {
        onDiagnostic({ ...at, rule: 'column-field', message: `'${field}' is already shown as ${before}` })
      }
      if (data.ignoreFields.includes(field)) {
        onDiagnostic({
          ...at,
          rule: 'field-ignored',
          message: `'${field}' is shown here and ignored by data.ignoreFields`,
        })
      }
      shown.set(field, `'${column.label}'`)
    }
  })
}
