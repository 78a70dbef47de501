import type { ColumnDefinition, SelectorDefinition } from '../../schemas/report/definition.ts'
import { monthNames } from '../report/calendar.ts'
import type { ColumnPlan, KeyPlan, SelectorPlan } from '../report/plan.ts'

/** A selector as understood; `compileUrl` fills what is fixed in the URL of its options. */
export function compileSelector(
  selector: SelectorDefinition,
  compileUrl: (template: string) => string,
): SelectorPlan {
  const { kind, name, label, prompt } = selector
  const base = { kind, name, label, prompt }
  const years = (list: readonly number[]) =>
    list.map((year) => ({ value: String(year), label: String(year) }))
  if (selector.kind === 'month') {
    const months = monthNames.map((month, index) => ({ value: String(index + 1), label: month }))
    return { ...base, options: { fixed: months } }
  }
  const { options } = selector
  if (Array.isArray(options)) return { ...base, options: { fixed: options } }
  if ('fixed' in options) return { ...base, options: { fixed: years(options.fixed) } }
  const request = { url: compileUrl(options.url), recordsPath: options.recordsPath.split('.') }
  if (Array.isArray(options.fallback)) {
    const { value = null, label: shown = null } = options as { value?: string; label?: string }
    return { ...base, options: { ...request, value, label: shown, fallback: { fixed: options.fallback } } }
  }
  const fallback =
    'last' in options.fallback ? { last: options.fallback.last } : { fixed: years(options.fallback.fixed) }
  return { ...base, options: { ...request, value: null, label: null, fallback } }
}

const fieldsOf = (field: string | readonly string[]): readonly string[] =>
  typeof field === 'string' ? [field] : field

/** The key of the rows as understood: aliases as a list. */
export function compileKey(key: {
  kind: KeyPlan['kind']
  field: string | string[]
  label: string
  format?: string
}): KeyPlan {
  const { field, ...rest } = key
  return { ...rest, fields: fieldsOf(field) } as KeyPlan
}

/** A column or group as understood; its id is the first field unless told. */
export function compileColumn(column: ColumnDefinition): ColumnPlan {
  const { label, role } = column
  if ('field' in column) {
    const fields = fieldsOf(column.field)
    const id = column.id ?? fields[0] ?? ''
    return { kind: 'field', id, label, role, fields, color: column.color ?? null, sum: column.sum ?? null }
  }
  if ('list' in column) return { kind: 'list', id: column.id, label, role, list: column.list }
  if ('pattern' in column) {
    return { kind: 'pattern', id: column.id, label, role, pattern: column.pattern, labels: column.labels }
  }
  return { kind: 'sum', id: column.id, label, role, sum: column.sum, color: column.color ?? null }
}
