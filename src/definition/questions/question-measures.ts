import type { AskingReport } from '../../../schemas/report/definition.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { listUnits } from '../../query/periods.ts'
import { isDayPart } from '../../time/grains.ts'
import { suggestNames } from '../compatibility/name-patterns.ts'
import { bindMeasures } from '../expressions/conversions.ts'
import { ExpressionError, formatExpression, type Syntax } from '../expressions/parse-expression.ts'
import { describeComputed, type Names } from '../expressions/split-expression.ts'
import type { JoinedTable } from '../datasets/joined-tables.ts'

export type QuestionColumn = AskingReport['columns'][number]

export interface Question {
  readonly source: DatasetPlan
  readonly by: readonly string[]
  readonly tables: readonly JoinedTable[]
  /** The values of dimensions of the source that are read. */
  readonly where: Readonly<Record<string, readonly string[]>>
  readonly fixed: readonly string[]
}

/** Finds a dimension by its id or its field. */
export const findDimension = ({ dimensions }: DatasetPlan, name: string) =>
  dimensions.find(({ id, field }) => id === name || field === name)

/** Creates the functions that find the measures of the dataset that a report asks, and of joined ones, by name. */
export function createMeasures({ source, tables }: Question) {
  /** Finds the joined dataset of a name such as `rates.rate`. */
  const findTable = (name: string) => tables.find((table) => name.startsWith(`${table.name}.`))
  const findOwner = (name: string): readonly [own: string, owner: DatasetPlan] => {
    const table = findTable(name)
    return table === undefined ? [name, source] : [name.slice(table.name.length + 1), table.dataset]
  }
  const findComputed = (name: string) => {
    const [own, owner] = findOwner(name)
    return owner.computed.find(({ id }) => id === own)
  }
  /** Returns what a computed measure computes of the measures of records; null for another name. */
  const bind = (name: string): Syntax | null => {
    const table = findTable(name)
    const rename = (own: string) => (table === undefined ? own : `${table.name}.${own}`)
    const computed = findComputed(name)
    if (computed === undefined) return null
    return bindMeasures(computed.value, {
      isStored: (own) => {
        const [inner, owner] = findOwner(rename(own))
        return owner.measures.some(({ field }) => field === inner)
      },
      findComputed: (own) => findComputed(rename(own)),
      rename,
    })
  }
  /** Writes the column of a computed measure as an expression; what the report says of it comes first. */
  const writeOut = (column: QuestionColumn): QuestionColumn => {
    const written: { field?: string | string[] } =
      typeof column === 'string' ? { field: column } : 'field' in column ? column : {}
    const { field = [], ...others } = written
    const [name = ''] = [field].flat()
    const [computed, syntax] = [findComputed(name), bind(name)]
    if (computed === undefined || syntax === null) return column
    const { label, format, description } = computed
    return {
      role: 'total',
      hidden: false,
      total: true,
      id: name.replaceAll(/\W/g, '_'),
      label,
      ...(format !== null && { format }),
      ...(description !== null && { description }),
      ...others,
      value: formatExpression(syntax),
    }
  }
  return { findTable, findOwner, findComputed, bind, writeOut }
}

export type QuestionMeasures = ReturnType<typeof createMeasures>

/** Creates the functions that throw ExpressionError for a name that an expression of a question cannot use. */
export function createRequirements(
  { source, tables }: Question,
  { findTable, findOwner, findComputed }: QuestionMeasures,
  columns: readonly QuestionColumn[],
): Pick<Names, 'requireMeasure' | 'requireDays' | 'requireSum'> {
  const requireMeasure: Names['requireMeasure'] = (name, index) => {
    const [own, owner] = findOwner(name)
    if (owner.measures.some(({ field }) => field === own)) return
    if (findComputed(name) !== undefined) throw new ExpressionError(describeComputed(name, own), index)
    if (columns.some((column) => typeof column === 'object' && 'value' in column && column.id === name)) {
      const message = `'${name}' is a computed column of this report, not a measure of each record; write ${name} by itself, or measures in its place`
      throw new ExpressionError(message, index)
    }
    const others = [...owner.computed.map(({ id }) => id), ...(owner === source ? listJoined() : [])]
    const message = `'${own}' is not a measure of '${owner.id}'${suggestNames(owner, own, others)}`
    throw new ExpressionError(message, index)
  }
  const listJoined = () =>
    tables.flatMap(({ name, dataset }) => listMeasureNames(dataset).map((measure) => `${name}.${measure}`))
  const requireDays: Names['requireDays'] = (name, index) => {
    const isDaily = source.key.kind === 'date' || isDayPart(source.key.kind)
    if (name.startsWith('work') && source.calendar === null)
      throw new ExpressionError(`'${source.id}' has no calendar; name one by its key "calendar"`, index)
    if (name.endsWith('days') || isDaily) return
    const message = `the records of '${source.id}' are not about days, so that no last day is known`
    throw new ExpressionError(message, index)
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
    const message = `the records of '${table.name}' are not about a ${each}, so they have no sum of each`
    throw new ExpressionError(message, index)
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
