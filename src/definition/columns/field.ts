import type { TotalPlan } from '../../report/columns/column-kind.ts'
import { matchPattern, splitPattern } from '../../report/columns/pattern.ts'
import { suggestNames } from '../compatibility/name-patterns.ts'
import type { DatasetPlan, FixedMeasure } from '../datasets/dataset-plan.ts'
import { describeColumn, isAdditive } from '../datasets/derived-measures.ts'
import { getNamePattern, getSentList } from '../datasets/measures.ts'
import { type CompatibilityError, findClosestMatch, type Place, suggest } from '../diagnostic.ts'
import type { ColumnDefinitionKind, RequestedRead } from './definition-kind.ts'
import { checkOperands, UNSUMMED_TOTALS } from '../rules/operand-rules.ts'

/** A column that shows a field of the record, under its first name that is present. */
export const field: ColumnDefinitionKind<'field'> = {
  check: (column, context) => checkOperands(column, context),
  checkDataset: ({ fields, total }, { dataset, requested, origin }) => {
    const unsummed = checkServedTotal(fields, total, dataset, origin)
    if (unsummed.length > 0) return unsummed
    const at = origin.at('field')
    const named = dataset.measures.filter((measure) => fields.includes(measure.field))
    if (named.some((measure) => isSent(measure, requested))) return []
    const [other] = named
    if (other === undefined) return checkUnknownField(fields, dataset, requested, at)
    const when = Object.entries(other.when).map(([name, values]) => `${name} ${values.join(' or ')}`)
    const message = `'${other.field}' is only in records of ${when.join(' and ')}`
    return [{ origin: at, rule: 'served-field', message }]
  },
}

/** A column that shows a text of the record. */
export const text: ColumnDefinitionKind<'text'> = {
  check: () => undefined,
  checkDataset: ({ fields }, { dataset: { id, texts, dimensions, measures }, origin }) => {
    const known = [...texts, ...dimensions].flatMap(({ field }) => field ?? [])
    if (fields.some((name) => known.includes(name))) return []
    const [first = ''] = fields
    const isMeasure = measures.some(({ field }) => fields.includes(field))
    const end = isMeasure ? ', but a measure; write "field" instead of "text"' : suggest(first, known)
    return [
      { origin: origin.at('text'), rule: 'served-field', message: `'${first}' is no text of '${id}'${end}` },
    ]
  },
}

/** Checks that a column does not add up what a derived dataset computes and has no sum, such as a running total. */
export function checkServedTotal(
  fields: readonly string[],
  total: TotalPlan,
  { id, from }: DatasetPlan,
  origin: Place,
): CompatibilityError[] {
  const computed = from?.query.columns ?? []
  const unsummed = computed.find((one) => fields.includes(one.name) && !isAdditive(one, computed))
  if (total.kind !== 'sum' || unsummed === undefined) return []
  const message = `'${unsummed.name}' of '${id}' is ${describeColumn(unsummed)}, which is not added up; ${UNSUMMED_TOTALS}`
  return [{ origin: origin.at('total'), rule: 'served-field', message }]
}

/** Returns true if some of the requests returns records that have the measure. */
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
  origin: Place,
): CompatibilityError[] {
  const { id, measures, texts, group } = dataset
  const known = measures.filter((measure) => isSent(measure, requested)).map((measure) => measure.field)
  const [first = ''] = fields
  if (texts.some(({ field }) => fields.includes(field))) {
    const message = `'${first}' is a text of '${id}'; write "text" instead of "field"`
    return [{ origin, rule: 'served-field', message }]
  }
  const found = fields.map((name) => `'${name}'`).join(', ')
  const [list, pattern] = [getSentList(group), getNamePattern(group)]
  const tokens = pattern === null ? null : splitPattern(pattern)
  if (tokens !== null && fields.some((name) => matchPattern(tokens, name) !== null)) return []
  if (list !== null && fields.every((name) => findClosestMatch(name, known) === null)) {
    const message = `${found} is not a measure of '${id}' with a name of its own, but may be a ${group?.noun ?? 'name'} of its list '${list}'`
    return [{ origin, rule: 'served-name', message }]
  }
  const names = pattern === null ? '' : `; or a name that matches the pattern '${pattern}'`
  const end = known.length === 0 ? suggestNames(dataset, first) : `${suggest(first, known)}${names}`
  return [{ origin, rule: 'served-field', message: `${found} is not a measure of '${id}'${end}` }]
}
