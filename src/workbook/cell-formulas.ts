import { rangeRef } from 'hucre/xlsx'
import type { OperationName, Value } from '../query/arithmetic.ts'
import { type Cell, evaluate } from '../query/formula.ts'
import type { Place, TableFormula } from '../report/model/column-kind.ts'

/** A row of a sheet over whose cells a formula is written. */
export interface SheetRow {
  /** Its position in the sheet, from 0. */
  readonly line: number
  readonly values: readonly Value[]
  /** Returns true for a column of numbers that is in the sheet. */
  readonly hasColumn: (index: number) => boolean
  /** Finds the value of all rows in a column, whatever a filter hides; null if the sheet does not have it. */
  readonly findWhole: (index: number) => { readonly text: string; readonly value: Value } | null
}

/** A part of a formula: its text, and the conditions under which it is not blank. */
interface Written {
  readonly text: string
  /** The cells that must have a number. */
  readonly cells: readonly string[]
  readonly conditions: readonly string[]
  /** True for a text that needs no brackets. */
  readonly isAtom: boolean
}

/** The limits of Excel: characters, and functions inside each other. */
const [MAX_LENGTH, MAX_DEPTH] = [8000, 60]

/**
 * Writes the formula of a cell; null if it would not give the value that is shown. It is blank where the expression is
 * blank.
 */
export function formatCellFormula(formula: TableFormula, row: SheetRow, value: Value): string | null {
  const cell = createCell(row)
  if (value === null || !isEqual(evaluate(formula, cell), value) || !isClear(formula, cell)) return null
  const written = write(formula, row, false)
  if (written === null) return null
  const { text } = written
  const [condition, content] = [
    formatCondition(written),
    /\/|NA\(\)/.test(text) ? `IFERROR(${text},"")` : text,
  ]
  const whole = condition === null ? content : `IF(${condition},${content},"")`
  return whole.length > MAX_LENGTH || countDepth(whole) > MAX_DEPTH ? null : whole
}

const createCell = ({ values, findWhole }: SheetRow): Cell<number, Place> => {
  const whole = createRead((index) => findWhole(index)?.value ?? null)
  return {
    ...createRead((index) => values[index] ?? null),
    at: (place) => (place === 'total' ? whole : null),
  }
}

const createRead = (read: (index: number) => Value): Cell<number, Place> => ({
  read,
  at: () => null,
  list: () => [],
})

const isEqual = (one: Value, value: number): boolean =>
  one !== null && Math.abs(one - value) <= 1e-12 * Math.max(Math.abs(one), Math.abs(value))

const comparisons: ReadonlySet<OperationName> = new Set(['<', '<=', '=', '!=', '>=', '>'])
/** The least relative difference of numbers that spreadsheets compare as the portal does. */
const CLEAR = 1e-9

/** Returns true if no comparison of a formula depends on the noise of binary arithmetic. */
function isClear(formula: TableFormula, cell: Cell<number, Place>): boolean {
  if (formula.kind !== 'operation') return true
  if (!formula.operands.every((operand) => isClear(operand, cell))) return false
  const [one = null, other = null] = formula.operands.map((operand) => evaluate(operand, cell))
  if (!comparisons.has(formula.operation) || one === null || other === null) return true
  return one === other || Math.abs(one - other) > CLEAR * Math.max(Math.abs(one), Math.abs(other))
}

/** Writes a part of a formula; null for what a sheet cannot compute. `isWhole` is for the values of all rows. */
function write(formula: TableFormula, row: SheetRow, isWhole: boolean): Written | null {
  if (formula.kind === 'number') return createAtom(String(formula.value).toUpperCase())
  if (formula.kind === 'read') return writeRead(formula.name, row, isWhole)
  if (formula.kind === 'at') return formula.place === 'total' ? write(formula.of, row, true) : null
  if (formula.kind !== 'operation') return null
  const { operation } = formula
  const operands = formula.operands.map((operand) => write(operand, row, isWhole))
  // Some operands are written twice, so that a long one is not written at all.
  const written = operands.filter(
    (operand): operand is Written => operand !== null && countLetters(operand) <= MAX_LENGTH,
  )
  if (written.length < operands.length) return null
  const [one, other, last] = written
  if (operation === 'add') return isWhole ? null : writeSum(formula.operands, written, row)
  if (one === undefined) return null
  if (operation === 'abs') return { ...one, text: `ABS(${one.text})`, isAtom: true }
  if (other === undefined) return null
  const both = { cells: [...one.cells, ...other.cells], conditions: [...one.conditions, ...other.conditions] }
  if (operation === 'if') {
    const branches = [other, last].map((branch) => (branch === undefined ? 'NA()' : close(branch)))
    return { ...one, text: `IF(${bracket(one)}<>0,${branches.join(',')})`, isAtom: true }
  }
  if (operation === 'change') {
    const text = `(${bracket(one)}-${bracket(other)})/ABS(${other.text})`
    return { ...both, text, isAtom: false }
  }
  const sign = operation === '!=' ? '<>' : operation
  const text = `${bracket(one)}${sign}${bracket(other)}`
  if (comparisons.has(operation)) return { ...both, text: `IF(${text},1,0)`, isAtom: true }
  return ['+', '-', '*', '/'].includes(operation) ? { ...both, text, isAtom: false } : null
}

const createAtom = (
  text: string,
  cells: readonly string[] = [],
  conditions: readonly string[] = [],
): Written => ({
  text,
  cells,
  conditions,
  isAtom: true,
})

function writeRead(index: number, row: SheetRow, isWhole: boolean): Written | null {
  if (!row.hasColumn(index)) return null
  if (!isWhole) {
    const text = formatCells(row, index, index)
    return createAtom(text, [text])
  }
  const whole = row.findWhole(index)
  return whole && createAtom(whole.text)
}

/** Writes a sum that leaves out blanks; adjacent cells are a range. */
function writeSum(formulas: readonly TableFormula[], written: readonly Written[], row: SheetRow): Written {
  const read = formulas.flatMap((formula) => (formula.kind === 'read' ? [formula.name] : []))
  const ranges: { first: number; last: number }[] = []
  for (const index of read.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range?.last === index - 1) range.last = index
    else ranges.push({ first: index, last: index })
  }
  const cells = ranges.map(({ first, last }) => formatCells(row, first, last))
  const others = written.filter((_, index) => formulas[index]?.kind !== 'read').map(close)
  const sum = [...cells, ...others.map((text) => `IFERROR(${text},0)`)].join(',')
  const count = [...cells, ...others.map((text) => `IFERROR(${text},"")`)].join(',')
  return createAtom(`SUM(${sum})`, [], [`COUNT(${count})>0`])
}

/** Writes a reference to cells of a row: `B4`, or `B4:D4` for several. */
const formatCells = ({ line }: SheetRow, first: number, last: number): string =>
  first === last ? formatReference(line, first) : rangeRef(line, first + 1, line, last + 1)

/** Writes a reference to the cell of a column of the table: `B4`. */
export const formatReference = (line: number, index: number): string =>
  rangeRef(line, index + 1, line, index + 1).split(':')[0] ?? ''

const countLetters = ({ text, conditions }: Written): number => text.length + conditions.join('').length

const bracket = ({ text, isAtom }: Written): string => (isAtom ? text : `(${text})`)

/** Writes a part so that it is an error where it is blank. */
function close(written: Written): string {
  const condition = formatCondition(written)
  return condition === null ? written.text : `IF(${condition},${written.text},NA())`
}

/** Writes the condition under which a part is not blank; null for none. */
function formatCondition({ cells, conditions }: Written): string | null {
  const numbers = [...new Set(cells)]
  const all = [
    ...(numbers.length > 0 ? [`COUNT(${numbers.join(',')})=${numbers.length}`] : []),
    ...conditions,
  ]
  return all.length > 1 ? `AND(${all.join(',')})` : (all[0] ?? null)
}

function countDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
