import type { ColumnDefinitions } from '../../../schemas/report/columns.ts'
import type {
  AggregateKind,
  ColumnFormula,
  ColumnPlan,
  ColumnRead,
  Place as RowPlace,
  RecordValue,
  Sampling,
} from '../../report/model/column-kind.ts'
import { listReads, operate } from '../../query/formula.ts'
import { describeNoColumn, describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
import {
  type AggregateFunction,
  compileExpression,
  compileRecordExpression,
  type FunctionName,
  isSampled,
  parseEach,
  parsePercent,
  requireName,
  type SampledFunction,
  type Scope,
} from '../expressions/compile-expression.ts'
import { describeSyntax, type Words } from '../expressions/describe-expression.ts'
import {
  type CallSyntax,
  ExpressionError,
  type NameSyntax,
  type Syntax,
  tryExpression,
  writeCall,
} from '../expressions/parse-expression.ts'
import { isGroup } from '../../report/model/named-fields.ts'

export interface NamedColumn {
  readonly id: string
  readonly label: string
  readonly kind: ColumnPlan['kind']
  readonly fields: readonly string[]
}

interface CompiledFormula {
  readonly formula: ColumnFormula
  readonly records: readonly RecordValue[]
}

/** What identifies the rows: the fields of the key and of the dimension, if there is one. */
export interface RowFields {
  readonly key: readonly string[]
  readonly dimension: readonly string[]
}

export interface FormulaContext {
  readonly own: string
  readonly columns: readonly NamedColumn[]
  readonly rows: RowFields
  /** The field whose values are columns; null for a single column. */
  readonly pivot: string | null
  readonly words: Words
}

/** Compiles the expression of a column; null if it is wrong, which is reported at its place. */
export function compileColumnFormula(
  text: string,
  { own, columns, rows, pivot, words }: FormulaContext,
  origin: Place,
): CompiledFormula | null {
  const records: RecordValue[] = []
  let ofRow = false
  const readField = (name: string, index: number): readonly string[] => {
    if (columns.some(({ kind, fields }) => kind === 'text' && fields.includes(name))) {
      throw new ExpressionError(`'${name}' is a text`, index)
    }
    const column = columns.find(({ id, kind }) => id === name && kind === 'field')
    return column?.fields ?? [name]
  }
  const addRecord = (
    name: AggregateKind | 'count',
    operand: Syntax | undefined,
    weights: number | null,
    call: Syntax,
    sampling: Sampling | null = null,
    total?: AggregateKind,
  ): number => {
    // What a dataset has counted is added up.
    const isSum = name === 'distinct' && operand?.kind === 'call' && operand.name === 'sum'
    const counts = isSum ? operand.operands[0] : undefined
    const value = counts ?? operand
    const formula: RecordValue['formula'] =
      value === undefined ? { kind: 'number', value: 1 } : compileRecordExpression(value, readField)
    const isCounted = (name === 'count' || name === 'distinct') && value !== undefined && counts === undefined
    const aggregate = name === 'count' ? 'sum' : name
    const record = {
      aggregate,
      total: total ?? aggregate,
      weights,
      sampling,
      ofRow,
      words: describeSyntax(call, words),
      formula: isCounted ? operate('count', formula) : formula,
    }
    return records.push(record) - 1
  }
  const addSampled = (
    name: AggregateFunction | SampledFunction,
    by: NameSyntax | null,
    operand: Syntax | undefined,
    extra: Syntax | undefined,
    call: CallSyntax,
  ): number => {
    const percent = name === 'percentile' ? parsePercent(extra, call.index) : null
    const isDistinct = name === 'distinct'
    if (percent === null && extra !== undefined && !isDistinct) {
      throw new ExpressionError('a mean of sums has no weights', extra.index)
    }
    const field = isDistinct ? requireName(operand, call.index) : by
    return addRecord(name === 'count' ? 'distinct' : name, isDistinct ? extra : operand, null, call, {
      by: field && (columns.find(({ id }) => id === field.name)?.fields ?? [field.name]),
      percent,
    })
  }
  const scope: Scope<ColumnRead, RowPlace> = {
    read: (name, index, isAdded) => {
      if (pivot === null) return { kind: 'read', name: findRead(name, index, isAdded, columns, own) }
      const syntax = { kind: 'name', name, index } as const
      return readRecord(addRecord('sum', syntax, null, writeCall('sum', syntax)))
    },
    aggregate: (call) => {
      const { name, operands } = call
      const each = parseEach(operands[0])
      const [operand, weight] = each === null ? operands : [each.of, operands[1]]
      if (each !== null || isSampled(name)) {
        return readRecord(addSampled(name, each?.by ?? null, operand, weight, call))
      }
      if (name === 'last' && operand?.kind === 'call' && isOfTime(operand.name)) {
        return readRecord(addRecord(operand.name, operand.operands[0], null, operand, null, name))
      }
      const weights = weight === undefined ? null : addRecord('sum', weight, null, writeCall('sum', weight))
      return readRecord(addRecord(weights === null ? name : 'weightedMean', operand, weights, call))
    },
    countDays: (days, index) => {
      if (pivot === null) return { kind: 'read', name: { days } }
      const message = `'${days}' is of the whole period, which a pivot does not have in a cell`
      throw new ExpressionError(message, index)
    },
    place: (name, operands, index) => findPlace(name, operands, index, rows, pivot),
    ...(pivot !== null && {
      whole: (compile, [unit]) => {
        if (unit?.kind === 'name' && unit.name === pivot) return compile()
        ofRow = true
        const formula = compile()
        ofRow = false
        return formula
      },
    }),
  }
  return tryExpression(
    () => ({ formula: compileExpression(text, scope), records }),
    (message, index) => origin.error('expression', message, index),
  )
}

const readRecord = (record: number): ColumnFormula => ({ kind: 'read', name: { record } })

/** Compiles the cells of a pivot: a field whose numbers are added, or an expression. */
export function compilePivot(
  { value }: ColumnDefinitions['pivot'],
  context: FormulaContext,
  origin: Place,
): CompiledFormula | null {
  const fields = [value].flat()
  const [text = ''] = fields
  const isField = fields.length > 1 || /^\w+$/.test(text)
  if (!isField) return compileColumnFormula(text, context, origin.at('value'))
  const record: RecordValue = {
    aggregate: 'sum',
    total: 'sum',
    weights: null,
    sampling: null,
    ofRow: false,
    words: context.words.name(text),
    formula: { kind: 'read', name: fields },
  }
  return { formula: readRecord(0), records: [record] }
}

/** Returns true for a difference of two values. One from a number, such as `minutes / usual - 1`, has the unit of the value. */
export const isDifference = (formula: ColumnFormula): boolean =>
  formula.kind === 'operation' &&
  formula.operation === '-' &&
  formula.operands.every(({ kind }) => kind !== 'number')

/** Finds how the values of a column that is computed become one: as those of the records, if it shows these. */
export function findAggregate(
  formula: ColumnFormula,
  records: readonly RecordValue[],
): AggregateKind | 'computed' {
  if (formula.kind === 'read' && 'record' in formula.name) {
    return records[formula.name.record]?.total ?? 'computed'
  }
  const reads = listReads(formula)
  const isLast = (read: ColumnRead) => 'record' in read && isLastRow(records[read.record])
  if (reads.length > 0 && reads.every(isLast)) return 'last'
  const isSum = formula.kind === 'operation' && formula.operation === 'add'
  return isSum && formula.operands.every(({ kind }) => kind === 'read') ? 'sum' : 'computed'
}

/** Returns true for the value of the last row, such as a window; the last of several days is a sample. */
const isLastRow = (value: RecordValue | undefined): boolean =>
  value?.total === 'last' && value.sampling === null

/** Returns true for a function that combines the values of one time, of which a total takes the last. */
const isOfTime = (name: string): name is 'sum' | 'min' | 'max' => ['sum', 'min', 'max'].includes(name)

function findRead(
  name: string,
  index: number,
  isAdded: boolean,
  columns: readonly NamedColumn[],
  own: string,
): ColumnRead {
  if (name === 'series' && isAdded) return { columns: 'series' }
  const column = columns.find(({ id }) => id === name)
  const known = columns.filter((one) => one.kind !== 'text' && (isAdded || !isGroup(one)))
  if (column !== undefined && known.includes(column)) return { column: name }
  if (column !== undefined) {
    const what = column.kind === 'text' ? 'a text' : `a group of columns; write add(${name})`
    throw new ExpressionError(`'${name}' is ${what}`, index)
  }
  const ids = known.flatMap(({ id }) => (id === own ? [] : [id]))
  throw new ExpressionError(describeNoColumn(name, columns, ids), index)
}

/** The periods before, by the name that an expression has for them. */
const earlier: Readonly<Record<string, RowPlace>> = { row: 'previousRow', year: 'previousYear' }

function findPlace(
  name: FunctionName,
  operands: readonly Syntax[],
  index: number,
  { key, dimension }: RowFields,
  pivot: string | null,
): RowPlace {
  if (name === 'share' || name === 'rank') {
    const [unit] = operands
    if (unit === undefined) return 'total'
    const field = unit.kind === 'name' ? unit.name : ''
    if (operands.length === 1 && name === 'share') {
      if (field === pivot) return 'total'
      if (key.includes(field)) return 'key'
      if (dimension.includes(field)) return 'dimension'
    }
    const fields = [...key, ...dimension, ...(pivot === null ? [] : [pivot])]
    if (name === 'rank') throw new ExpressionError(`'${name}' has one operand here`, index)
    throw new ExpressionError(describeUnknown('part of the rows', field, fields), unit.index)
  }
  if (name === 'contribution' && operands[0]?.kind === 'call') return 'total'
  if (name !== 'change' && name !== 'previous') {
    throw new ExpressionError(`'${name}' needs a report that asks a dataset`, index)
  }
  const [operand] = operands
  const unit = operand === undefined ? 'row' : operand.kind === 'name' ? operand.name : ''
  const place = earlier[unit]
  if (place !== undefined && operands.length < 2) return place
  throw new ExpressionError(describeUnknown('period', unit, Object.keys(earlier)), operand?.index ?? index)
}
