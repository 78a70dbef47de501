import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { bindMeasures } from '../expressions/conversions.ts'
import { formatExpression, type Syntax } from '../expressions/parse-expression.ts'
import type { JoinedTable } from '../datasets/joined-tables.ts'
import type { QuestionColumn } from './written-parts.ts'

export interface Question {
  readonly source: DatasetPlan
  readonly by: readonly string[]
  readonly tables: readonly JoinedTable[]
  /** The values of dimensions of the source that are read. */
  readonly where: Readonly<Record<string, readonly string[]>>
  readonly fixed: readonly string[]
}

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
    const written: { field?: string | string[]; aggregate?: string } =
      typeof column === 'string' ? { field: column } : 'field' in column ? column : {}
    const { field = [], aggregate: _, ...others } = written
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
