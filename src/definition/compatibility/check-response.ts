import { allowed, inside, nearest } from '../diagnostic.ts'
import type { PlacedPlan } from '../sections.ts'
import type { DatasetPlan, FixedMeasure } from '../datasets/dataset-plan.ts'
import type { ServedFault } from './check-compatibility.ts'
import { canFit, isOfPattern } from './name-patterns.ts'

/** The values of dimensions that a call asks for, as far as they are known. */
export type Asked = ReadonlyMap<string, string>

/** Holds the columns of a screen against the measures of a dataset; `asked` has each way in which it is called. */
export function fitColumns(
  { plan, origins }: PlacedPlan,
  dataset: DatasetPlan,
  asked: readonly Asked[],
): ServedFault[] {
  const { id, measures } = dataset
  return plan.columns.flatMap((column, index): ServedFault[] => {
    if (column.kind === 'matching' && !canFit(column.form, dataset)) {
      const message = `no measure of '${id}' has the form '${column.form}'${namesOf(dataset, column.form)}`
      return [{ origin: inside(origins.columns, index, 'fields'), rule: 'served-form', message }]
    }
    if (column.kind !== 'field') return []
    const named = measures.filter(({ field }) => column.fields.includes(field))
    if (named.some((measure) => isSent(measure, asked))) return []
    const origin = inside(origins.columns, index, 'field')
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
const isSent = ({ when }: FixedMeasure, asked: readonly Asked[]): boolean =>
  asked.some((values) =>
    Object.entries(when).every(([id, needed]) => {
      const value = values.get(id)
      return value === undefined || needed.includes(value)
    }),
  )

function unknownField(
  fields: readonly string[],
  dataset: DatasetPlan,
  asked: readonly Asked[],
): Pick<ServedFault, 'rule' | 'message'>[] {
  const { id, measures, group } = dataset
  const known = measures.filter((measure) => isSent(measure, asked)).map(({ field }) => field)
  const [first = ''] = fields
  const found = fields.map((field) => `'${field}'`).join(', ')
  if (group?.kind === 'pattern' && fields.some((field) => isOfPattern(group.pattern, field))) return []
  if (group?.kind === 'list' && fields.every((field) => nearest(field, known) === null)) {
    const message = `${found} is no measure of '${id}' with a name of its own, but may be a ${group.noun} of its list '${group.list}'`
    return [{ rule: 'served-name', message }]
  }
  const names = group?.kind === 'pattern' ? `; or a name of the form '${group.pattern}'` : ''
  const end = known.length === 0 ? namesOf(dataset, first) : `${allowed(first, known)}${names}`
  return [{ rule: 'served-field', message: `${found} is no measure of '${id}'${end}` }]
}

function namesOf({ measures, group }: DatasetPlan, name: string): string {
  const form = group?.kind === 'pattern' ? [group.pattern] : []
  return allowed(name, [...measures.map(({ field }) => field), ...form])
}

/** Holds against a dataset where a screen looks for records and lists, and by what it tells rows apart. */
export function fitAnswer(placed: PlacedPlan, dataset: DatasetPlan): ServedFault[] {
  const { plan, origins } = placed
  const faults: ServedFault[] = []
  const { recordsIn } = dataset.response
  const recordsAt = recordsIn === null ? 'records' : `records.${recordsIn}`
  const records = plan.data.records.join('.')
  if (records !== recordsAt) {
    const message = `'${dataset.id}' sends no records in '${records}'; allowed is '${recordsAt}'`
    faults.push({ origin: inside(origins.data, 'records'), rule: 'served-records', message })
  }
  return [...faults, ...fitLists(placed, dataset), ...fitKey(placed, dataset)]
}

function fitLists({ plan, origins }: PlacedPlan, { id, group }: DatasetPlan): ServedFault[] {
  return plan.columns.flatMap((column, index): ServedFault[] => {
    if (column.kind !== 'each') return []
    const path = (plan.data.lists[column.list] ?? []).join('.')
    if (group?.kind !== 'list') {
      const message = `'${id}' sends no list of names${group === null ? '' : `; its ${group.noun}s have the form '${group.pattern}'`}`
      return [{ origin: inside(origins.columns, index, 'each'), rule: 'served-list', message }]
    }
    const sent = `records.${group.list}`
    if (path === sent) return []
    const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
    return [{ origin: inside(origins.data, 'lists', column.list), rule: 'served-list', message }]
  })
}

function fitKey({ plan, origins }: PlacedPlan, { id, key }: DatasetPlan): ServedFault[] {
  const { kind, fields } = plan.rows.key
  const at = inside(origins.rows, 'key')
  const faults: ServedFault[] = []
  if (!fields.includes(key.field)) {
    const found = fields.map((field) => `'${field}'`).join(', ')
    const message = `${found} is not the key of '${id}'; allowed is '${key.field}'`
    faults.push({ origin: inside(at, 'field'), rule: 'served-key', message })
  }
  if (kind !== key.kind) {
    const message = `'${kind}' is not the kind of the key of '${id}'; allowed is '${key.kind}'`
    faults.push({ origin: inside(at, 'kind'), rule: 'served-key', message })
  }
  return faults
}
