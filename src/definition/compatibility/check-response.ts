import { suggest, childRef, closestMatch } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan, FixedMeasure } from '../datasets/dataset-plan.ts'
import type { CompatibilityError } from './check-compatibility.ts'
import { canMatch, matchesPattern } from './name-patterns.ts'

/** The values of dimensions that a call asks for, as far as they are known. */
export type RequestedRead = ReadonlyMap<string, string>

/** Holds the columns of a screen against the measures of a dataset; `asked` has each way in which it is called. */
export function checkColumns(
  { plan, origins }: PlanWithSource,
  dataset: DatasetPlan,
  asked: readonly RequestedRead[],
): CompatibilityError[] {
  const { id, measures } = dataset
  return plan.columns.flatMap((column, index): CompatibilityError[] => {
    if (column.kind === 'pattern' && !canMatch(column.pattern, dataset)) {
      const message = `no measure of '${id}' matches the pattern '${column.pattern}'${namesOf(dataset, column.pattern)}`
      return [{ origin: childRef(origins.columns, index, 'pattern'), rule: 'served-pattern', message }]
    }
    if (column.kind !== 'field') return []
    const named = measures.filter(({ field }) => column.fields.includes(field))
    if (named.some((measure) => isSent(measure, asked))) return []
    const origin = childRef(origins.columns, index, 'field')
    const [other] = named
    if (other !== undefined) {
      const when = Object.entries(other.when).map(([name, values]) => `${name} ${values.join(' or ')}`)
      const message = `'${other.field}' is only in records of ${when.join(' and ')}`
      return [{ origin, rule: 'served-field', message }]
    }
    return unknownField(column.fields, dataset, asked).map((fault) => ({ ...fault, origin }))
  })
}

/** Whether some of the calls brings records that have the measure. */
const isSent = ({ when }: FixedMeasure, asked: readonly RequestedRead[]): boolean =>
  asked.some((values) =>
    Object.entries(when).every(([id, needed]) => {
      const value = values.get(id)
      return value === undefined || needed.includes(value)
    }),
  )

function unknownField(
  fields: readonly string[],
  dataset: DatasetPlan,
  asked: readonly RequestedRead[],
): Pick<CompatibilityError, 'rule' | 'message'>[] {
  const { id, measures, group } = dataset
  const known = measures.filter((measure) => isSent(measure, asked)).map(({ field }) => field)
  const [first = ''] = fields
  const found = fields.map((field) => `'${field}'`).join(', ')
  if (group?.kind === 'pattern' && fields.some((field) => matchesPattern(group.pattern, field))) return []
  if (group?.kind === 'list' && fields.every((field) => closestMatch(field, known) === null)) {
    const message = `${found} is no measure of '${id}' with a name of its own, but may be a ${group.noun} of its list '${group.list}'`
    return [{ rule: 'served-name', message }]
  }
  const names = group?.kind === 'pattern' ? `; or a name of the form '${group.pattern}'` : ''
  const end = known.length === 0 ? namesOf(dataset, first) : `${suggest(first, known)}${names}`
  return [{ rule: 'served-field', message: `${found} is no measure of '${id}'${end}` }]
}

function namesOf({ measures, group }: DatasetPlan, name: string): string {
  const form = group?.kind === 'pattern' ? [group.pattern] : []
  return suggest(name, [...measures.map(({ field }) => field), ...form])
}

/** Holds against a dataset where a screen looks for records and lists, and by what it tells rows apart. */
export function checkResponse(placed: PlanWithSource, dataset: DatasetPlan): CompatibilityError[] {
  const { plan, origins } = placed
  const faults: CompatibilityError[] = []
  const { recordsIn } = dataset.response
  const recordsAt = recordsIn === null ? 'records' : `records.${recordsIn}`
  const records = plan.data.recordsPath.join('.')
  if (records !== recordsAt) {
    const message = `'${dataset.id}' sends no records in '${records}'; allowed is '${recordsAt}'`
    faults.push({ origin: childRef(origins.data, 'recordsPath'), rule: 'served-records', message })
  }
  return [...faults, ...fitLists(placed, dataset), ...fitKey(placed, dataset)]
}

function fitLists({ plan, origins }: PlanWithSource, { id, group }: DatasetPlan): CompatibilityError[] {
  return plan.columns.flatMap((column, index): CompatibilityError[] => {
    if (column.kind !== 'list') return []
    const path = (plan.data.listPaths[column.list] ?? []).join('.')
    if (group?.kind !== 'list') {
      const message = `'${id}' sends no list of names${group === null ? '' : `; its ${group.noun}s have the form '${group.pattern}'`}`
      return [{ origin: childRef(origins.columns, index, 'list'), rule: 'served-list', message }]
    }
    const sent = `records.${group.list}`
    if (path === sent) return []
    const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
    return [{ origin: childRef(origins.data, 'listPaths', column.list), rule: 'served-list', message }]
  })
}

function fitKey({ plan, origins }: PlanWithSource, { id, key }: DatasetPlan): CompatibilityError[] {
  const { kind, fields } = plan.rows.key
  const at = childRef(origins.rows, 'key')
  const faults: CompatibilityError[] = []
  if (!fields.includes(key.field)) {
    const found = fields.map((field) => `'${field}'`).join(', ')
    const message = `${found} is not the key of '${id}'; allowed is '${key.field}'`
    faults.push({ origin: childRef(at, 'field'), rule: 'served-key', message })
  }
  if (kind !== key.kind) {
    const message = `'${kind}' is not the kind of the key of '${id}'; allowed is '${key.kind}'`
    faults.push({ origin: childRef(at, 'kind'), rule: 'served-key', message })
  }
  return faults
}
