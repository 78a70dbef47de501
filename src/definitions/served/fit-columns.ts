import { allowed, inside, nearest } from '../../engine/finding.ts'
import type { PlacedPlan } from '../../engine/placed-plan.ts'
import type { DatasetPlan, FixedMeasure } from '../datasets/dataset-plan.ts'
import type { ServedFault } from './fault.ts'
import { canFit, isOfPattern } from './name-forms.ts'

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
