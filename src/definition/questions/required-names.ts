import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { listUnits } from '../../query/periods.ts'
import { isDayPart } from '../../time/grains.ts'
import { suggestNames } from '../compatibility/name-patterns.ts'
import type { JoinedTable } from '../datasets/joined-tables.ts'
import { ExpressionError, formatExpression } from '../expressions/parse-expression.ts'
import type { Names } from '../expressions/split-expression.ts'
import { findDimension, type Question, type QuestionMeasures } from './question-measures.ts'

/** Creates the functions that throw ExpressionError for a name that an expression of a question cannot use. */
export function createRequirements(
  { source, tables }: Question,
  { findTable, findOwner, findComputed }: QuestionMeasures,
): Pick<Names, 'requireMeasure' | 'requireDays' | 'requireSum'> {
  const requireMeasure: Names['requireMeasure'] = (name, index) => {
    const [own, owner] = findOwner(name)
    if (owner.measures.some(({ field }) => field === own)) return
    if (findComputed(name) !== undefined) {
      throw new ExpressionError(
        `'${own}' is computed over all records of a cell, not of each record; write ${name} by itself`,
        index,
      )
    }
    const others = [...owner.computed.map(({ id }) => id), ...(owner === source ? listJoined() : [])]
    throw new ExpressionError(
      `'${own}' is not a measure of '${owner.id}'${suggestNames(owner, own, others)}`,
      index,
    )
  }
  const listJoined = () =>
    tables.flatMap(({ name, dataset }) => listMeasureNames(dataset).map((measure) => `${name}.${measure}`))
  const requireDays: Names['requireDays'] = (name, index) => {
    const isDaily = source.key.kind === 'date' || isDayPart(source.key.kind)
    if (name.startsWith('work') && source.calendar === null)
      throw new ExpressionError(`'${source.id}' has no calendar; name one by its key "calendar"`, index)
    if (name.endsWith('days') || isDaily) return
    throw new ExpressionError(
      `the records of '${source.id}' are not about days, so that no last day is known`,
      index,
    )
  }
  const requireSum: Names['requireSum'] = (names, index, each, product) => {
    const [first = ''] = names
    const table = findTable(first)
    if (table === undefined || !names.every((name) => findTable(name) === table)) return
    if (table.groupError !== null) {
      const allowed = product === undefined ? '' : `; write sum${formatExpression(product)}`
      throw new ExpressionError(`${table.groupError}${allowed}`, index)
    }
    if (each === undefined || hasPart(table, source, each)) return
    throw new ExpressionError(
      `the records of '${table.name}' are not about a ${each}, so they have no sum of each`,
      index,
    )
  }
  return { requireMeasure, requireDays, requireSum }
}

const listMeasureNames = ({ measures, computed }: DatasetPlan): string[] => [
  ...measures.map(({ field }) => field),
  ...computed.map(({ id }) => id),
]

/** Returns true if the records of a joined dataset are about a dimension of the source, or a unit of time. */
function hasPart({ dataset, on }: JoinedTable, source: DatasetPlan, name: string): boolean {
  const dimension = findDimension(source, name)
  if (dimension !== undefined) return on.some((pair) => source.dimensions[pair.source] === dimension)
  const units: readonly string[] = dataset.key.kind === 'none' ? [] : listUnits(getKeyTime(dataset.key).grain)
  return units.includes(name)
}
