import { add } from '../../query/arithmetic.ts'
import type { TotalPlan } from '../../report/columns/column-kind.ts'
import { describeType, type FieldMap, getField, parseNumber } from '../../report/request/response.ts'
import { matchesPattern, suggestNames } from '../compatibility/name-patterns.ts'
import type { DatasetPlan, FixedMeasure } from '../datasets/dataset-plan.ts'
import { describeColumn, isAdditive } from '../datasets/derived-measures.ts'
import { getNamePattern, getSentList } from '../datasets/measures.ts'
import { type CompatibilityError, findClosestMatch, type Place, suggest } from '../diagnostic.ts'
import type { ColumnDefinitionKind, ColumnMismatch, RequestedRead } from './definition-kind.ts'
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
  verifyRecords: ({ fields, label, sum }, { records, unmapped }) => {
    const [name = ''] = fields
    const values = records.map((record) => getField(record, fields))
    if (values.every((value) => value === undefined)) {
      // A column with a sum does not need its field; a field of a similar name was probably renamed.
      if (sum !== null && findClosestMatch(name, unmapped) === null) return []
      const summed = sum === null ? '' : '; it would be summed instead'
      const message = `no field '${name}' in the records for '${label}'${summed}${suggest(name, unmapped)}`
      return [{ key: 'field', rule: 'field-missing', message }]
    }
    const wrong = values.findIndex((value) => parseNumber(value) === null)
    if (wrong < 0) return []
    const found = JSON.stringify(values[wrong])?.slice(0, 60) ?? 'nothing'
    const near = findClosestMatch(name, unmapped)
    const message = `'${name}' of record ${wrong + 1} is ${found}; a number is expected${near === null ? '' : `; did you mean '${near}'?`}`
    return [{ key: 'field', rule: 'field-type', message }]
  },
  verifyTable: ({ fields, label }, { records, unmapped, resolved, rows }) =>
    resolved.flatMap(({ index, column: { operands } }): ColumnMismatch[] => {
      if (operands === null) return []
      const values = rows.map((row) => row.values[index] ?? 0)
      if (records.every((record) => getField(record, fields) === undefined)) {
        const renamed = findSameValues(values, records, unmapped)
        if (renamed === null) return []
        const message = `no field '${fields[0] ?? ''}' in the records for '${label}', but '${renamed}' with the same values`
        return [{ key: 'field', rule: 'field-missing', message }]
      }
      const isSum = rows.some((row, at) => {
        const sum = add(operands.map((operand) => row.values[operand] ?? 0))
        return Math.abs(sum - (values[at] ?? 0)) <= 0.01 * (operands.length + 1)
      })
      if (isSum || rows.length === 0) return []
      const message = `'${label}' is in no record equal to its declared sum`
      return [{ key: 'sum', rule: 'sum-differs', message }]
    }),
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
  verifyRecords: ({ fields, label }, { records, unmapped }) => {
    const [name = ''] = fields
    const wrong = records.find(
      (record) => !['string', 'number'].includes(typeof (getField(record, fields) ?? '')),
    )
    if (wrong !== undefined) {
      const message = `'${name}' is ${describeType(getField(wrong, fields))}; a text is expected`
      return [{ key: 'text', rule: 'field-type', message }]
    }
    // No record may have a text, but one of a similar name was probably renamed.
    const isMissing = records.every((record) => getField(record, fields) === undefined)
    if (!isMissing || findClosestMatch(name, unmapped) === null) return []
    const message = `no field '${name}' in the records for '${label}'${suggest(name, unmapped)}`
    return [{ key: 'text', rule: 'field-missing', message }]
  },
  verifyTable: () => [],
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

/** The unmapped field whose values are those of a column that was summed without its own field. */
function findSameValues(
  summed: readonly number[],
  records: readonly FieldMap[],
  unmapped: readonly string[],
): string | null {
  const sorted = summed.toSorted((a, b) => a - b)
  const same = unmapped.find((name) => {
    const given = records
      .map((record) => parseNumber(record.get(name)) ?? Number.NaN)
      .toSorted((a, b) => a - b)
    return given.every((value, index) => Math.abs(value - (sorted[index] ?? 0)) < 0.01)
  })
  return same ?? null
}
