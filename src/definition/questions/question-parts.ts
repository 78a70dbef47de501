import { describeUnknown, type Path } from '../../diagnostics/diagnostic.ts'
import { ExpressionError, parseExpression, type Syntax } from '../expressions/parse-expression.ts'
import { type SplitExpression, splitExpression } from '../expressions/split-expression.ts'
import type { Group } from './question-group.ts'
import { createRequirements, type Question, type QuestionMeasures } from './question-measures.ts'
import { createSamples } from './samples.ts'
import { getColumnName, type QuestionColumn } from './written-parts.ts'

/** A measure that the dataset sends, with the path of the column for which it was added. */
export interface AddedMeasure {
  readonly field: string
  readonly value: string
  readonly samples: number | undefined
  readonly path: Path
}

/** A part of the rows or columns: its name in the definition, and the field of the records. */
interface RowPart {
  readonly written: string
  readonly field: string | undefined
}

/** Creates what splits the expressions of columns, and collects what the dataset sends for them. */
export function createParts(
  question: Question,
  named: QuestionMeasures,
  columns: readonly QuestionColumn[],
  group: Group | null,
) {
  const { source, by } = question
  const measures: AddedMeasure[] = []
  const ids = columns.flatMap((column) =>
    typeof column === 'string' ? column : 'pivot' in column ? [] : (getColumnName(column) ?? []),
  )
  const taken = new Set([...ids, ...source.measures.map(({ field }) => field)])
  const addMeasure = (value: string, name?: string, position?: number): string => {
    const known = measures.find(
      (one) => one.value === value && one.samples === position && (name === undefined || one.field === name),
    )
    if (known !== undefined) return known.field
    const field = name ?? `part${measures.length + 1}`
    // A name that an author has chosen comes first.
    const own = name === undefined && taken.has(field) ? `${field}_` : field
    measures.push({ field: own, value, samples: position, path: parts.path })
    return own
  }
  const samples = createSamples(source, (value, position) => addMeasure(value, undefined, position))
  const readColumn = (name: string): Syntax | null => {
    const column = columns.find((one) => typeof one === 'object' && getColumnName(one) === name)
    if (typeof column !== 'object' || 'pivot' in column) return null
    if ('value' in column) return typeof column.value === 'string' ? parseExpression(column.value) : null
    if (!('field' in column) || (column.aggregate ?? 'sum') === 'sum') return null
    return parseExpression(`${column.aggregate}(${[column.field].flat()[0]})`)
  }
  /** Finds a part of the rows, or of a pivot, by its name in the definition. */
  const findRowField = (name: string, index: number, pivot: readonly RowPart[]): string => {
    const fields = [group?.key.field, group?.dimension?.field]
    const all = [...by.map((written, position) => ({ written, field: fields[position] })), ...pivot]
    const field = all.find(({ written }) => written === name)?.field
    // Rows with an error of their own say so.
    if (field !== undefined || group === null) return field ?? name
    const known = all.map(({ written }) => written)
    throw new ExpressionError(describeUnknown('part of the rows', name, known), index)
  }
  const scope = {
    ...createRequirements(question, named),
    isTime: group?.isTime === true,
    edgeUnit: samples.unit === 'year' ? null : samples.unit,
    readMeasure: (name: string) => (ids.includes(name) ? null : named.bind(name)),
    sample: samples.sample,
    addMeasure,
  }
  const parts = {
    /** The path of the column for which measures are added. */
    path: [] as Path,
    measures,
    samples: samples.list,
    addMeasure,
    requireMeasure: scope.requireMeasure,
    /** Splits the expression of a column, or of the cells of a pivot, which read no columns. Throws ExpressionError. */
    split: (text: string, pivot?: RowPart): SplitExpression =>
      splitExpression(text, {
        ...scope,
        columns: pivot === undefined ? ids : [],
        readColumn: pivot === undefined ? readColumn : () => null,
        findRowField: (name, index) => findRowField(name, index, pivot === undefined ? [] : [pivot]),
      }),
  }
  return parts
}
