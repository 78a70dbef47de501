import { suggest, childRef, type Reporter, type SourceRef } from '../diagnostic.ts'
import type { Resolved } from '../sections.ts'
import type { ColumnPlan, KeyPlan } from '../../report/plan.ts'
import { getPlaceholders } from '../../report/template.ts'
import { checkSums } from './sum-rules.ts'
import { checkTemplate } from './template-rules.ts'

interface WrittenData {
  readonly listPaths: Readonly<Record<string, string>>
  readonly ignoreFields: readonly string[]
}

const isGroup = ({ kind }: ColumnPlan) => kind === 'list' || kind === 'pattern'

/** Columns are told apart, read different fields, and refer to what is declared. */
export function checkColumns(
  columns: readonly ColumnPlan[],
  { origin }: Resolved<unknown>,
  key: KeyPlan,
  rows: SourceRef,
  data: Resolved<WrittenData>,
  note: Reporter,
): void {
  checkIdentity(columns, origin, note)
  checkFields(columns, origin, key, rows, data.value, note)
  columns.forEach((column, index) => {
    if (isGroup(column)) checkGroup(column, columns, childRef(origin, index), data.value, note)
  })
  for (const name of Object.keys(data.value.listPaths)) {
    if (columns.some((column) => column.kind === 'list' && column.list === name)) continue
    const message = `no group of columns goes over '${name}'`
    note({ ...childRef(data.origin, 'listPaths', name), rule: 'list-unused', message })
  }
  checkSums(columns, origin, note)
  if (!columns.some(({ role }) => role === 'series')) {
    note({ ...origin, rule: 'series-none', message: 'every column is a total, so no chart can be drawn' })
  }
}

function checkIdentity(columns: readonly ColumnPlan[], origin: SourceRef, note: Reporter): void {
  const ids = columns.map(({ id }) => id)
  const labels = columns.map((column) => (isGroup(column) ? null : column.label))
  columns.forEach((column, index) => {
    if (ids.indexOf(column.id) < index) {
      const message = `a second column with the id '${column.id}'`
      note({ ...childRef(origin, index, 'id'), rule: 'column-id', message })
    }
    if (labels[index] !== null && labels.indexOf(column.label) < index) {
      const message = `a second column with the label '${column.label}'`
      note({ ...childRef(origin, index, 'label'), rule: 'column-label', message })
    }
  })
}

function checkFields(
  columns: readonly ColumnPlan[],
  origin: SourceRef,
  key: KeyPlan,
  rows: SourceRef,
  data: WrittenData,
  note: Reporter,
): void {
  const shown = new Map(key.fields.map((field) => [field, 'the key of the rows']))
  if (shown.size < key.fields.length) {
    const message = `the key names a field twice: ${key.fields.join(', ')}`
    note({ ...childRef(rows, 'key', 'field'), rule: 'column-field', message })
  }
  columns.forEach((column, index) => {
    if (column.kind !== 'field') return
    const at = childRef(origin, index, 'field')
    for (const field of column.fields) {
      const before = shown.get(field)
      if (before !== undefined) {
        note({ ...at, rule: 'column-field', message: `'${field}' is already shown as ${before}` })
      }
      if (data.ignoreFields.includes(field)) {
        note({
          ...at,
          rule: 'field-ignored',
          message: `'${field}' is shown here and ignored by data.ignoreFields`,
        })
      }
      shown.set(field, `'${column.label}'`)
    }
  })
}

function checkGroup(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  at: SourceRef,
  data: WrittenData,
  note: Reporter,
): void {
  if (column.kind === 'list') {
    checkTemplate(column.label, ['name'], childRef(at, 'label'), note)
    checkGroupLabel(column.label, ['name'], childRef(at, 'label'), note)
    if (!Object.hasOwn(data.listPaths, column.list)) {
      const known = suggest(column.list, Object.keys(data.listPaths))
      const message = `no list '${column.list}' in data.listPaths${known}`
      note({ ...childRef(at, 'list'), rule: 'list-unknown', message })
    }
    if (columns.some((other) => other !== column && isGroup(other))) {
      const message = 'this group takes every further field, so no other group can stand beside it'
      note({ ...at, rule: 'group-second', message })
    }
  }
  if (column.kind === 'pattern') {
    const parts = getPlaceholders(column.pattern).map(({ name }) => name)
    checkTemplate(column.label, parts, childRef(at, 'label'), note)
    checkGroupLabel(column.label, parts, childRef(at, 'label'), note)
    const isDouble = new Set(parts).size < parts.length
    if (isDouble || column.pattern.includes('}{')) {
      const fault = isDouble ? 'names a part twice' : 'has two parts with nothing between them'
      note({
        ...childRef(at, 'pattern'),
        rule: 'pattern-parts',
        message: `the pattern '${column.pattern}' ${fault}`,
      })
    }
  }
}

function checkGroupLabel(label: string, parts: readonly string[], at: SourceRef, note: Reporter): void {
  const named = new Set(getPlaceholders(label).map(({ name }) => name))
  const missing = parts.filter((part) => !named.has(part))
  if (missing.length === 0) return
  const message = `without {${missing.join('}, {')}} in '${label}' columns cannot be told apart`
  note({ ...at, rule: 'group-label', message })
}
