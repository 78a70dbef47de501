import { listReads } from '../../query/formula.ts'
import type { ColumnPlan } from './report-plan.ts'
import { getPlaceholders } from './template.ts'

/** Returns true for a column that expands to any number of columns, whose names are known only from a response. */
export const isGroup = ({ kind }: Pick<ColumnPlan, 'kind'>): boolean =>
  kind === 'list' || kind === 'pattern' || kind === 'pivot'

/** Lists what the texts and the link of a group can name of each of its columns. */
export const listParts = (column: ColumnPlan): readonly string[] =>
  column.kind === 'pattern'
    ? getPlaceholders(column.pattern).map(({ name }) => name)
    : isGroup(column)
      ? ['name']
      : []

/**
 * Lists the keys of a column that name a field of the records, each with the names of the field. No record may have one that
 * is optional.
 */
export function listNamedFields(column: ColumnPlan) {
  if (column.kind === 'field') {
    return [{ key: 'field', names: column.fields, isOptional: column.formula !== null }]
  }
  if (column.kind === 'text') return [{ key: 'text', names: column.fields, isOptional: true }]
  if (column.kind !== 'pivot') return []
  return [
    { key: 'pivot', names: [column.pivot], isOptional: false },
    ...(column.yearField === null
      ? []
      : [{ key: 'yearField', names: [column.yearField], isOptional: false }]),
    ...column.records
      .flatMap(({ formula }) => listReads(formula))
      .map((names) => ({ key: 'value', names, isOptional: false })),
  ]
}
