import { listReads } from '../../query/formula.ts'
import { matchPattern, splitPattern } from '../../report/model/name-pattern.ts'
import { suggestNames } from '../compatibility/name-patterns.ts'
import { type FixedMeasure, getNamePattern, getSentList } from '../../dataset/dataset-plan.ts'
import { findClosestMatch, suggest } from '../../diagnostics/diagnostic.ts'
import type { ColumnDefinitionKind, DatasetContext, RequestedRead } from './definition-kind.ts'
import { checkFormula } from '../rules/formula-rules.ts'

/** A column that shows a field of the record, under its first name that is present. */
export const field: ColumnDefinitionKind<'field'> = {
  check: checkFormula,
  checkDataset: ({ fields }, context) => checkServedField(fields, 'field', context),
}

/** A column that is computed from others, or from fields of the records. */
export const value: ColumnDefinitionKind<'value'> = {
  check: checkFormula,
  checkDataset: ({ records }, context) => {
    for (const { formula } of records) {
      for (const fields of listReads(formula)) checkServedField(fields, 'value', context)
    }
  },
}

/** Checks that a dataset sends a field of its numbers under one of its names. */
export function checkServedField(fields: readonly string[], key: string, context: DatasetContext): void {
  const { dataset, requested, origin, report } = context
  const named = dataset.measures.filter((measure) => fields.includes(measure.field))
  if (named.some((measure) => isSent(measure, requested))) return
  const [other] = named
  if (other === undefined) return checkUnknownField(fields, key, context)
  const when = Object.entries(other.when).map(([name, values]) => `${name} ${values.join(' or ')}`)
  const message = `'${other.field}' is only in records of ${when.join(' and ')}`
  report(origin.at(key), 'served-field', message)
}

/** A column that shows a text of the record. */
export const text: ColumnDefinitionKind<'text'> = {
  check: () => undefined,
  checkDataset: ({ fields }, { dataset: { id, texts, dimensions, measures }, origin, report }) => {
    const known = [...texts, ...dimensions].flatMap(({ field }) => field ?? [])
    if (fields.some((name) => known.includes(name))) return
    const [first = ''] = fields
    const isMeasure = measures.some(({ field }) => fields.includes(field))
    const end = isMeasure ? ', but a measure; write "field" instead of "text"' : suggest(first, known)
    report(origin.at('text'), 'served-field', `'${first}' is no text of '${id}'${end}`)
  },
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
  key: string,
  { dataset, requested, origin, report }: DatasetContext,
): void {
  const { id, measures, texts, group } = dataset
  const at = origin.at(key)
  const known = measures.filter((measure) => isSent(measure, requested)).map((measure) => measure.field)
  const [first = ''] = fields
  if (texts.some(({ field }) => fields.includes(field))) {
    return report(at, 'served-field', `'${first}' is a text of '${id}'; write "text" instead of "field"`)
  }
  const found = fields.map((name) => `'${name}'`).join(', ')
  const [list, pattern] = [getSentList(group), getNamePattern(group)]
  const tokens = pattern === null ? null : splitPattern(pattern)
  if (tokens !== null && fields.some((name) => matchPattern(tokens, name) !== null)) return
  if (list !== null && fields.every((name) => findClosestMatch(name, known) === null)) {
    const message = `${found} is not a measure of '${id}' with a name of its own, but may be a ${group?.noun ?? 'name'} of its list '${list}'`
    return report(at, 'served-name', message)
  }
  const names = pattern === null ? '' : `; or a name that matches the pattern '${pattern}'`
  const end = known.length === 0 ? suggestNames(dataset, first) : `${suggest(first, known)}${names}`
  report(at, 'served-field', `${found} is not a measure of '${id}'${end}`)
}
