import { rangeRef } from 'hucre/xlsx'
import type { OperationName, Value } from '../query/arithmetic.ts'
import { evaluate, noPlaces } from '../query/formula.ts'
import type { TableFormula } from '../report/model/column-kind.ts'

export interface SheetRow {
  /** Its position in the sheet, from 0. */
  readonly line: number
  readonly values: readonly Value[]
  readonly hasColumn: (index: number) => boolean
  /** Finds the value of all rows in a column, whatever a filter hides; null if the sheet does not have it. */
  readonly findWhole: (index: number) => { readonly text: string; readonly value: Value } | null
}

/** A part of a formula: its text, and the counts of numbers that are 0 where it is blank. */
interface Written {
  readonly text: string
  readonly conditions: readonly string[]
}

/** A function of Excel has at most 255 operands, which are fewer than the letters of such a formula. */
const MAX_LENGTH = 1000

const operators: ReadonlySet<OperationName> = new Set(['+', '-', '*', '/'])

/**
 * Writes the formula of a cell; null if it would not give the value that is shown. It is blank where the expression is
 * blank.
 */
export function formatCellFormula(formula: TableFormula, row: SheetRow, value: Value): string | null {
  const whole = { ...noPlaces, read: (index: number) => row.findWhole(index)?.value ?? null }
  const cell = { ...whole, read: (index: number) => row.values[index] ?? null, at: () => whole }
  const result = evaluate(formula, cell)
  const written = write(formula, row, false)
  if (written === null || value === null || result === null || !isEqual(result, value)) return null
  const { text, conditions } = written
  const [first = 'TRUE()', ...others] = new Set(conditions)
  const condition = others.length === 0 ? first : `AND(${[first, ...others].join(',')})`
  const filled = `IF(${condition},${text.includes('/') ? `IFERROR(${text},"")` : text},"")`
  return filled.length > MAX_LENGTH ? null : filled
}

/** Returns true for numbers that differ by the noise of binary arithmetic at most. */
export const isEqual = (first: number, second: number): boolean =>
  Math.abs(first - second) <= 1e-12 * Math.max(Math.abs(first), Math.abs(second))

/** Writes a part of a formula; null for what a sheet cannot compute. `isWhole` is for the values of all rows. */
function write(formula: TableFormula, row: SheetRow, isWhole: boolean): Written | null {
  if (formula.kind === 'number') return { text: String(formula.value).toUpperCase(), conditions: [] }
  if (formula.kind === 'read') {
    if (!row.hasColumn(formula.name)) return null
    if (!isWhole) return writeCells(row, [formula.name], (cells) => cells)
    const whole = row.findWhole(formula.name)
    return whole && { text: whole.text, conditions: [] }
  }
  if (formula.kind !== 'operation') {
    return formula.kind === 'at' && formula.place === 'total' ? write(formula.of, row, true) : null
  }
  const { operation, operands } = formula
  if (operation === 'add') {
    const reads = operands.flatMap((one) =>
      one.kind === 'read' && row.hasColumn(one.name) ? [one.name] : [],
    )
    const isWritten = reads.length === operands.length && reads.length > 0 && !isWhole
    return isWritten ? writeCells(row, reads, (cells) => `SUM(${cells})`) : null
  }
  const written = operands.flatMap((operand) => write(operand, row, isWhole) ?? [])
  if (written.length < operands.length) return null
  const conditions = written.flatMap((operand) => operand.conditions)
  if (operation === 'abs') return { text: `ABS(${written.map(({ text }) => text).join('')})`, conditions }
  const texts = written.map(({ text }, index) => {
    const operand = operands[index]
    return operand?.kind === 'operation' && operators.has(operand.operation) ? `(${text})` : text
  })
  return operators.has(operation) ? { text: texts.join(operation), conditions } : null
}

/** Writes cells of a row, of which one must have a number; adjacent cells are a range. */
function writeCells(
  { line }: SheetRow,
  indexes: readonly number[],
  wrap: (cells: string) => string,
): Written {
  const ranges: { first: number; last: number }[] = []
  for (const index of indexes.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range?.last === index - 1) range.last = index
    else ranges.push({ first: index, last: index })
  }
  const cells = ranges.map(({ first, last }) =>
    first === last ? formatReference(line, first) : rangeRef(line, first + 1, line, last + 1),
  )
  return { text: wrap(cells.join(',')), conditions: [`COUNT(${cells.join(',')})`] }
}

/** Writes a reference to the cell of a column of the table: `B4`. */
export const formatReference = (line: number, index: number): string =>
  rangeRef(line, index + 1, line, index + 1).split(':')[0] ?? ''
