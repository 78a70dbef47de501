import type { ComputedMeasurePlan, DatasetPlan } from '../../dataset/dataset-plan.ts'
import { bindMeasures } from '../expressions/bind-measures.ts'
import { formatExpression } from '../expressions/format-expression.ts'
import type { Syntax } from '../expressions/parse-expression.ts'
import type { JoinedTable } from '../datasets/joined-tables.ts'
import type { QuestionColumn } from './written-parts.ts'

/** Finds the measures of the dataset that a report asks, and of those that are joined with it, by name. */
export interface QuestionMeasures {
  /** Finds the joined dataset of a name such as `rates.rate`. */
  readonly findTable: (name: string) => JoinedTable | undefined
  /** Returns the name of a measure in its dataset, and that dataset. */
  readonly findOwner: (name: string) => readonly [own: string, owner: DatasetPlan]
  readonly findComputed: (name: string) => ComputedMeasurePlan | undefined
  /** Returns what a computed measure computes of the measures of records; null for another name. */
  readonly bind: (name: string) => Syntax | null
  /** Writes the column of a computed measure as an expression; what the report says of it comes first. */
  readonly writeOut: (column: QuestionColumn) => QuestionColumn
}

export function createMeasures(source: DatasetPlan, tables: readonly JoinedTable[]): QuestionMeasures {
  const findTable = (name: string) => tables.find((table) => name.startsWith(`${table.name}.`))
  const findOwner = (name: string): readonly [own: string, owner: DatasetPlan] => {
    const table = findTable(name)
    return table === undefined ? [name, source] : [name.slice(table.name.length + 1), table.dataset]
  }
  const findComputed = (name: string) => {
    const [own, owner] = findOwner(name)
    return owner.computed.find(({ id }) => id === own)
  }
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
