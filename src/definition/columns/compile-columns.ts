import { type ColumnDefinitions, columnSchemas } from '../../../schemas/report/columns.ts'
import { isDurationUnit, type NumberFormatDefinition, unitSeconds } from '../../../schemas/report/values.ts'
import type { Rows } from '../../../schemas/report/rows.ts'
import type { ColumnFormula, ColumnPlanOf } from '../../report/model/column-kind.ts'
import { listReads } from '../../query/formula.ts'
import { addUnit, formatWords, type NumberFormat, toPoints } from '../../report/model/format.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import { isGroup } from '../../report/model/named-fields.ts'
import { findKindName } from '../schema-diagnostics.ts'
import { describeExpression, type Words } from '../expressions/describe-expression.ts'
import { isWholeNumber } from '../expressions/compile-expression.ts'
import {
  compileColumnFormula,
  compilePivot,
  findAggregate,
  isDifference,
  type NamedColumn,
  type RowFields,
} from './column-formula.ts'

type WrittenColumn = ColumnDefinitions[ColumnPlan['kind']]

const percentage: NumberFormatDefinition = { style: 'percent', decimals: 1 }

/** The default formats of the operations that have not two decimals. */
const usualFormats: Readonly<Record<string, NumberFormatDefinition>> = {
  '/': percentage,
  change: { ...percentage, sign: 'always' },
}

/**
 * Compiles the columns of a screen, without their links. What is wrong with an expression is reported at its column.
 * `asked` has the words of columns and fields whose expressions were split for a dataset.
 */
export function compileColumns(
  columns: readonly WrittenColumn[],
  asked: ReadonlyMap<string, string>,
  rows: RowFields,
  origin: Place,
): ColumnPlan[] {
  const named = columns.map(nameColumn)
  return columns.map((column, index) => {
    const compiled = compileColumn(column, named, asked, rows, origin.at(index))
    return chooseUnit(compiled, 'format' in column ? column.format : undefined, rows)
  })
}

/** Names a written column: it is of the first kind of the schemas whose name is one of its keys. */
function nameColumn(column: WrittenColumn): NamedColumn {
  const fields = 'field' in column ? [column.field].flat() : 'text' in column ? [column.text].flat() : []
  const { id = fields[0] ?? '', label } = column
  return { id, label, kind: findKindName(columnSchemas, column), fields }
}

/** Says what chooses the unit of a column, such as `{currency}`: a selector, or the row or column of each number. */
function chooseUnit(
  column: ColumnPlan,
  written: NumberFormatDefinition | undefined,
  { key, dimension }: RowFields,
): ColumnPlan {
  const by = /^\{(\w+)\}$/.exec(written?.unit ?? '')?.[1]
  if (by === undefined) return column
  const hasDecimals = written?.decimals !== undefined
  const isOfKey = (column.kind === 'pivot' && column.pivot === by) || key.includes(by)
  if (!isOfKey && !dimension.includes(by)) return { ...column, chosenUnit: { by, hasDecimals } }
  const ofRow = { part: isOfKey ? 'key' : 'dimension', hasDecimals } as const
  return { ...column, format: { ...compileNumberFormat({ ...written, unit: '' }), ofRow } }
}

/** Names columns by their labels, and what is no column by its words. */
const createWords = (named: readonly NamedColumn[], asked: ReadonlyMap<string, string>): Words => ({
  period: 'row',
  isPart: (id) => asked.has(id) && !named.some((column) => column.id === id),
  name: (id) => {
    const column = named.find((one) => one.id === id || one.fields.includes(id))
    if (id === 'series') return 'all series'
    if (column === undefined) return asked.get(id) ?? formatWords(id)
    return isGroup(column) ? `all ${formatWords(id).toLowerCase()}` : column.label
  },
})

function compileColumn(
  column: WrittenColumn,
  named: readonly NamedColumn[],
  asked: ReadonlyMap<string, string>,
  rows: RowFields,
  origin: Place,
): ColumnPlan {
  const { id, kind, fields } = nameColumn(column)
  const {
    field: _field,
    text: _text,
    format,
    value,
    ...written
  } = { field: null, text: null, value: null, format: undefined, ...column }
  const pivot = 'pivot' in column ? column.pivot : null
  const isFormula = (kind === 'value' || kind === 'field') && typeof value === 'string'
  const isComputed = kind === 'value' || kind === 'pivot'
  const words = createWords(named, asked)
  const context = { own: id, columns: named, rows, pivot, words }
  const compiled = isFormula
    ? compileColumnFormula(value, context, origin.at('value'))
    : 'pivot' in column
      ? compilePivot(column, context, origin)
      : null
  const { formula = null, records = [] } = compiled ?? {}
  const intro = kind === 'field' ? 'as received; where missing, ' : ''
  const operation: string = isComputed && formula?.kind === 'operation' ? formula.operation : ''
  const usual = dividesByNumber(formula) ? null : (usualFormats[operation] ?? null)
  // A mean of percentages is sent as a quotient of plain numbers.
  const isPlain = asked.has(id) && format?.style === 'plain'
  if (kind === 'value' && usualFormats[operation] !== undefined && format?.unit === '%' && !isPlain)
    origin.at('format', 'unit').error('percent-unit', 'write "style": "percent" instead of the unit "%"')
  const isCount = compiled !== null && typeof value === 'string' && isWholeNumber(value)
  const compiledFormat = compileFormat(isCount ? { decimals: 0, ...format } : format, usual)
  return {
    format:
      isComputed && formula !== null && isDifference(formula) ? toPoints(compiledFormat) : compiledFormat,
    color: null,
    aggregate: 'sum',
    header: null,
    description: null,
    ...written,
    ...(isComputed && formula !== null && { aggregate: findAggregate(formula, records) }),
    ...(kind === 'field' && { fields, formula }),
    ...(kind === 'text' && { fields, role: 'text', total: false }),
    ...('pivot' in column && {
      yearField: column.yearField ?? null,
      top: column.top ?? null,
      rest: column.rest ?? null,
    }),
    ...(isComputed && { formula: formula ?? { kind: 'number', value: 0 }, records }),
    kind,
    id,
    link: null,
    words:
      compiled && typeof value === 'string' && (isFormula || operation !== '')
        ? (asked.get(id) ?? `${intro}${describeExpression(value, words)}`)
        : null,
  } as ColumnPlan
}

/** Returns true for a quotient that is no part of 1: what is divided by a number, or by days of a period. */
const dividesByNumber = (formula: ColumnFormula | null): boolean =>
  formula?.kind === 'operation' &&
  formula.operation === '/' &&
  formula.operands.slice(1).every((divisor) => listReads(divisor).every((read) => 'days' in read))

/** Compiles the second column of rows that have a dimension. */
export function compileDimension(
  { field, label }: NonNullable<Rows['dimension']>,
  origin: Place,
): ColumnPlanOf<'text'> {
  const column = { text: field, id: 'dimension', label, hidden: false }
  return compileColumn(column, [], new Map(), { key: [], dimension: [] }, origin) as ColumnPlanOf<'text'>
}

/** Compiles a format: a fraction stays a percentage unless another style is written, or a unit, as in EUR/min. */
function compileFormat(
  format: NumberFormatDefinition | undefined,
  usual: NumberFormatDefinition | null,
): NumberFormat | null {
  if (usual === null) return format === undefined ? null : compileNumberFormat(format)
  const { style = usual.style, unit = '' } = format ?? {}
  return compileNumberFormat(style === usual.style && unit === '' ? { ...usual, ...format } : (format ?? {}))
}

/** Finds the numbers of a style that are not written as they are. */
function findScale(style: NumberFormatDefinition['style'], unit: string): Pick<NumberFormat, 'scale'> {
  if (style === 'thousands') return { scale: { by: 1e3, sign: '\u00A0k', isDuration: false } }
  if (style === 'millions') return { scale: { by: 1e6, sign: '\u00A0M', isDuration: false } }
  return style === 'duration' && isDurationUnit(unit)
    ? { scale: { by: 1 / unitSeconds[unit], sign: '', isDuration: true } }
    : {}
}

/** Compiles the format of numbers. */
export function compileNumberFormat({
  unit = '',
  decimals,
  style = 'plain',
  sign = 'auto',
}: NumberFormatDefinition): NumberFormat {
  const digits = decimals ?? 2
  const options = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    style: style === 'percent' ? style : 'decimal',
    notation: style === 'compact' ? style : 'standard',
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  } as const
  return addUnit({ options, suffix: '', ...findScale(style, unit) }, unit, decimals !== undefined)
}
