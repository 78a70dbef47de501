import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { describeUnknown, type Path } from '../../diagnostics/diagnostic.ts'
import { listUnits } from '../../query/periods.ts'
import type { GrainName } from '../../time/grains.ts'
import { getSampleField, type SampledRecords } from '../datasets/derived.ts'
import {
  ExpressionError,
  type NameSyntax,
  parseExpressionAt,
  type Syntax,
} from '../expressions/parse-expression.ts'
import { type Names, type SplitExpression, splitExpression } from '../expressions/split-expression.ts'
import type { Group } from './question-group.ts'
import {
  createRequirements,
  findDimension,
  type Question,
  type QuestionColumn,
  type QuestionMeasures,
} from './question-measures.ts'

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

/** Returns the name by which expressions read a column: its id, or that of its measure. */
const getColumnName = (column: Exclude<QuestionColumn, string>): string | undefined =>
  column.id ?? ('field' in column ? [column.field].flat()[0] : undefined)

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
  const addMeasure = (value: string, position?: number, name?: string): string => {
    const sent = measures.find(
      (measure) =>
        measure.value === value &&
        measure.samples === position &&
        (name === undefined || measure.field === name),
    )
    if (sent !== undefined) return sent.field
    const usual = name ?? `part${measures.length + 1}`
    // A name that an author has chosen comes first.
    const field = name === undefined && taken.has(usual) ? `${usual}_` : usual
    measures.push({ field, value, samples: position, path: parts.path })
    return field
  }
  const unit = source.key.kind === 'none' ? null : getKeyTime(source.key).grain
  const samples: SampledRecords[] = []
  /** Adds sampled records if they are not sent yet. */
  const sample: Names['sample'] = (by, index) => {
    const { field, ...records } = findSample(source, unit, by, index)
    const written = JSON.stringify(records)
    const position = samples.findIndex((sent) => JSON.stringify(sent) === written)
    return { field, samples: position < 0 ? samples.push(records) - 1 : position }
  }
  const readColumn = (name: string, index: number): Syntax | null => {
    const column = columns.find(
      (candidate) => typeof candidate === 'object' && getColumnName(candidate) === name,
    )
    if (typeof column !== 'object' || 'pivot' in column) return null
    if (!('value' in column) || column.value === undefined) return null
    return parseExpressionAt(column.value, index)
  }
  /** Finds a part of the rows, or of a pivot, by its name in the definition. */
  const findRowField = (name: string, index: number, pivot: readonly RowPart[]): string => {
    const fields = [group?.key.field, group?.dimension?.field]
    const all = [...by.map((written, position) => ({ written, field: fields[position] })), ...pivot]
    const field = all.find(({ written }) => written === name)?.field
    // Rows with an error of their own say so.
    if (field !== undefined || group === null) return field ?? name
    const allowed = all.map(({ written }) => written)
    throw new ExpressionError(describeUnknown('part of the rows', name, allowed), index)
  }
  const scope = {
    ...createRequirements(question, named, columns),
    isTime: group?.isTime === true,
    edgeUnit: unit === 'year' ? null : unit,
    readMeasure: (name: string) => (ids.includes(name) ? null : named.bind(name)),
    sample,
    addMeasure,
  }
  const parts = {
    /** The path of the column for which measures are added. */
    path: [] as Path,
    measures,
    samples,
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

/** Finds the records of each value of a dimension or each unit of time, or as they are. Throws ExpressionError. */
function findSample(
  source: DatasetPlan,
  grain: GrainName | null,
  by: NameSyntax | null,
  index: number,
): SampledRecords & { readonly field: string } {
  const ids = source.dimensions.map(({ id }) => id)
  if (by === null) return { field: '', dimensions: ids, time: grain }
  const dimension = findDimension(source, by.name)
  if (dimension !== undefined) {
    const { id, field } = dimension
    if (field !== null) return { field, dimensions: [id], time: null }
    throw new ExpressionError(`the values of '${by.name}' are not sent; give the dimension a "field"`, index)
  }
  const units = grain === null ? [] : listUnits(grain).filter((unit) => unit !== 'year')
  const unit = units.find((name) => name === by.name)
  if (unit !== undefined) return { field: getSampleField(unit), dimensions: [], time: unit }
  throw new ExpressionError(describeUnknown('dimension', by.name, [...ids, ...units]), index)
}
