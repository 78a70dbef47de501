import type { TotalPlan } from '../../report/columns/column-kind.ts'
import { matchesPattern, suggestNames } from '../compatibility/name-patterns.ts'
import type { DatasetPlan, FixedMeasure } from '../datasets/dataset-plan.ts'
import { describeColumn, isAdditive } from '../datasets/derived-measures.ts'
import { getNamePattern, getSentList } from '../datasets/measures.ts'
import { type CompatibilityError, findClosestMatch, type Place, suggest } from '../diagnostic.ts'
import type { ColumnDefinitionKind, RequestedRead } from './definition-kind.ts'
import { checkOperands, UNSUMMED_TOTALS } from './operands.ts'

/** A column that shows a field of the record, under its first name that is present. */
export const field: ColumnDefinitionKind<'field'> = {
  isGroup: false,
  usualFormat: null,
  parts: () => [],
  check: (column, context) => checkOperands(column, context),
  checkDataset: ({ fields, total }, { dataset, requested, origin }) => {
    const unsummed = checkServedTotal(fields, total, dataset, origin)
    if (unsummed !== null) return [unsummed]
    const named = dataset.measures.filter((measure) => fields.includes(measure.field))
    if (named.some((measure) => isSent(measure, requested))) return []
    const at = origin.at('field')
    const [other] = named
    if (other !== undefined) {
      const when = Object.entries(other.when).map(([name, values]) => `${name} ${values.join(' or ')}`)
      const message = `'${other.field}' is only in records of ${when.join(' and ')}`
      return [{ origin: at, rule: 'served-field', message }]
    }
    const error = checkUnknownField(fields, dataset, requested)
    return error === null ? [] : [{ origin: at, ...error }]
  },
  sampleFields: ({ fields, sum }) => (sum === null ? fields.slice(0, 1) : []),
  fields: ({ fields, sum }) => [{ key: 'field', names: fields, isOptional: sum !== null }],
}

/** A column that shows a text of the record. */
export const text: ColumnDefinitionKind<'text'> = {
  isGroup: false,
  usualFormat: null,
  parts: () => [],
  check: () => undefined,
  checkDataset: ({ fields }, { dataset: { id, texts, dimensions, measures }, origin }) => {
    const known = [...texts, ...dimensions].flatMap(({ field }) => field ?? [])
    if (fields.some((name) => known.includes(name))) return []
    const [first = ''] = fields
    const isMeasure = measures.some(({ field }) => fields.includes(field))
    const end = isMeasure ? ', but a measure; write "field" instead of "text"' : suggest(first, known)
    const message = `'${first}' is no text of '${id}'${end}`
    return [{ origin: origin.at('text'), rule: 'served-field', message }]
  },
  sampleFields: () => [],
  fields: ({ fields }) => [{ key: 'text', names: fields, isOptional: true }],
}

/** Checks that a column does not add up what a derived dataset computes and has no sum, such as a running total. */
export function checkServedTotal(
  fields: readonly string[],
  total: TotalPlan,
  { id, from }: DatasetPlan,
  origin: Place,
): CompatibilityError | null {
  const computed = from?.query.columns ?? []
  const unsummed = computed.find((one) => fields.includes(one.name) && !isAdditive(one, computed))
  if (total.kind !== 'sum' || unsummed === undefined) return null
  const message = `'${unsummed.name}' of '${id}' is ${describeColumn(unsummed)}, which is not added up; ${UNSUMMED_TOTALS}`
  return { origin: origin.at('total'), rule: 'served-field', message }
}

/** Whether some of the requests returns records that have the measure. */
const isSent = ({ when }: FixedMeasure, requested: readonly RequestedRead[]): boolean =>
  requested.some((values) =>
    Object.entries(when).every(([id, needed]) => {
      const sent = values.get(id)
      return sent === undefined || sent.some((value) => needed.includes(value))
    }),
  )

function checkUnknownField(
  fields: readonly string[],
  dataset: DatasetPlan,
  requested: readonly RequestedRead[],
): { readonly rule: 'served-name' | 'served-field'; readonly message: string } | null {
  const { id, measures, texts, group } = dataset
  const known = measures.filter((measure) => isSent(measure, requested)).map((measure) => measure.field)
  const [first = ''] = fields
  if (texts.some(({ field }) => fields.includes(field))) {
    const message = `'${first}' is a text of '${id}'; write "text" instead of "field"`
    return { rule: 'served-field', message }
  }
  const found = fields.map((name) => `'${name}'`).join(', ')
  const [list, pattern] = [getSentList(group), getNamePattern(group)]
  if (pattern !== null && fields.some((name) => matchesPattern(pattern, name))) return null
  if (list !== null && fields.every((name) => findClosestMatch(name, known) === null)) {
    const message = `${found} is not a measure of '${id}' with a name of its own, but may be a ${group?.noun ?? 'name'} of its list '${list}'`
    return { rule: 'served-name', message }
  }
  const names = pattern === null ? '' : `; or a name that matches the pattern '${pattern}'`
  const end = known.length === 0 ? suggestNames(dataset, first) : `${suggest(first, known)}${names}`
  return { rule: 'served-field', message: `${found} is not a measure of '${id}'${end}` }
}
