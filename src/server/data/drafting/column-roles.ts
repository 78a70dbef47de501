import { hasDecimals } from '../../../../schemas/dataset/primitives.ts'
import { isSum } from '../../../dataset/measures.ts'
import { getTimeText, normalizeHeader } from '../../../reading/cells.ts'
import { FileError } from '../../../reading/errors.ts'
import { type Profile, findRatio, listDistinct, readNumber } from '../../../reading/profile.ts'
import { formatLabel, toFieldName } from './field-names.ts'
import type { TableOptions } from './table-options.ts'

/** Up to this number, all columns are compared with each other. */
const MOST_COMPARED = 20

/** A column with at most this number of different texts is a dimension, not a key. */
export const MAX_WORDS = 20

/** The heading of a rate whose values can all be whole, such as 50 and 30 per cent. */
const RATE = /%|per ?cent|pct|rate|ratio|\basr\b/i

/** Finds the columns of rates that are quotients of two other columns, and those that the options name. */
export function findRatios(numbers: readonly Profile[], { ratios }: TableOptions) {
  const find = (name: string) =>
    numbers.find(
      ({ heading }) => normalizeHeader(heading) === normalizeHeader(name) || toFieldName(heading) === name,
    )
  const named = ratios.map(([name, top, bottom]) => {
    const [column, of, by] = [name, top, bottom].map(find)
    if (column === undefined || of === undefined || by === undefined) {
      const missing = [name, top, bottom].filter((one) => find(one) === undefined)
      throw new FileError(
        `--total ${name}=${top}/${bottom}: the file has no column of numbers ${missing.map((one) => `'${one}'`).join(', ')}; it has ${numbers.map(({ heading }) => `'${heading}'`).join(', ')}`,
      )
    }
    return { column, of, by }
  })
  const inferred =
    numbers.length > MOST_COMPARED
      ? []
      : numbers.flatMap((column) => {
          if (named.some((ratio) => ratio.column === column)) return []
          if (isWhole(column) && !RATE.test(column.heading)) return []
          const others = numbers.filter((one) => one !== column && isWhole(one))
          const ratio = findRatio(column, others)
          return ratio === null ? [] : [{ column, ...ratio }]
        })
  return [...named, ...inferred]
}

/** Returns the most different texts of a column that does not name its rows: a quarter of them, from 5 to 20. */
export const getMostWords = (rows: number): number => Math.max(MAX_WORDS / 4, Math.min(MAX_WORDS, rows / 4))

const REMARK =
  /note|remark|comment|descri|reason|detail|text|memo|bemerk|kommentar|hinweis|remarque|observa|comentario/i

/** Finds the column of the names of rows: of many names, or of the most names if an option says the period of all rows. */
export function findNames(words: readonly Profile[], rows: number, { per }: TableOptions) {
  const many = words.find((column) => listDistinct(column).length > getMostWords(rows))
  if (many !== undefined || (per !== 'month' && per !== 'year')) return many
  return words.toSorted((one, other) => listDistinct(other).length - listDistinct(one).length)[0]
}

/** Returns the columns of words that are no list to choose from, if the other columns distinguish all rows. */
export function findRemarks(
  words: readonly Profile[],
  keys: readonly (Profile | undefined)[],
  rows: number,
): readonly Profile[] {
  const tellApart = (columns: readonly (Profile | undefined)[]) => {
    const ids = Array.from({ length: rows }, (_, row) =>
      columns.map((column) => getTimeText(column?.cells[row] ?? null)).join('\n'),
    )
    return new Set(ids).size === rows
  }
  const isKeyEnough = rows > 1 && tellApart(keys)
  const isRemark = (column: Profile) => {
    if (column.kind === 'code') return false
    const { length } = listDistinct(column)
    const isLong = length > MAX_WORDS && length > rows / 2
    return (
      column.filled.length < rows || isLong || (isKeyEnough && length === rows && REMARK.test(column.heading))
    )
  }
  return tellApart([...keys, ...words.filter((column) => !isRemark(column))]) ? words.filter(isRemark) : []
}

/** Returns true if a column is the sum of others in all rows, but for the roundings of its last decimals. */
function isSumOf(total: Profile, summands: readonly Profile[]): boolean {
  // A sum is compared to two decimals; small rates have more.
  const scale = 10 ** Math.max(0, (countDecimals(total) ?? MAX_DECIMALS) - 2)
  return total.cells.every((cell, row) => {
    const amounts = summands.map((column) => readNumber(column, column.cells[row] ?? null))
    const sum = amounts.reduce((all, amount) => all + (Number.isNaN(amount) ? 0 : amount), 0)
    return isSum(readNumber(total, cell) * scale, sum * scale, summands.length)
  })
}

const countAmounts = (column: Profile): number =>
  column.filled.filter((cell) => readNumber(column, cell) !== 0).length

/** The heading of a column that adds up columns beside it, if its values say so. */
const SUM = /\b(?:total|sum|gesamt)\b/i
const isNamedTotal = ({ heading }: Profile): boolean => /^(?:grand)?total$/.test(normalizeHeader(heading))

/** Finds the column that adds up all others: by its heading alone, or by a heading such as Total Minutes and its values. */
export function findTotal(numbers: readonly Profile[]) {
  if (numbers.length < 3) return undefined
  for (const column of numbers) {
    const isRight = isSumOf(
      column,
      numbers.filter((summand) => summand !== column),
    )
    if (isNamedTotal(column) || (SUM.test(column.heading) && isRight)) return { column, isRight }
  }
  return undefined
}

/** Finds the columns that add up two or more columns directly before them, and not all others. */
export function findPartialTotals(numbers: readonly Profile[]) {
  if (numbers.length > MOST_COMPARED) return []
  return numbers.flatMap((column, index) => {
    if (!SUM.test(column.heading) && !isNamedTotal(column)) return []
    if (countAmounts(column) === 0) return []
    const before = numbers.slice(0, index)
    const runs = before.slice(0, -1).map((_, first) => before.slice(first))
    const summands = runs.find((run) => run.length < numbers.length - 1 && isSumOf(column, run))
    return summands === undefined ? [] : [{ column, summands }]
  })
}

/** Headings of what remains of one amount after another. */
const DIFFERENCE = /\b(?:balance|net|diff|difference|outstanding|remaining|margin|profit|saldo)\b/i

/** Finds the columns that are one column less another in every row. */
export function findDifferences(numbers: readonly Profile[]) {
  if (numbers.length > MOST_COMPARED) return []
  const isNamedDifference = ({ heading }: Profile) => DIFFERENCE.test(formatLabel(heading))
  const amounts = numbers.filter((column) => !isNamedDifference(column) && countAmounts(column) > 1)
  return numbers.filter(isNamedDifference).flatMap((column) => {
    if (countAmounts(column) < 2) return []
    const pairs = amounts.flatMap((of) => amounts.map((by) => ({ column, of, by })))
    const pair = pairs.find(({ of, by }) => of !== by && isSumOf(of, [column, by]))
    return pair === undefined ? [] : [pair]
  })
}

/** Finds columns of minutes and of seconds that are one time in two units, or the two parts of one. */
export function findSplitTimes(numbers: readonly Profile[]) {
  const pick = (unit: RegExp) => numbers.filter(({ heading }) => unit.test(formatLabel(heading)))
  const pairs = pick(/\bmin(?:ute)?s?\b/i).flatMap((minutes) =>
    pick(/\bsec(?:ond)?s?\b/i).map((seconds) => ({ minutes, seconds })),
  )
  return pairs.flatMap(({ minutes, seconds }) => {
    const times = minutes.cells
      .map(
        (cell, row) => [readNumber(minutes, cell), readNumber(seconds, seconds.cells[row] ?? null)] as const,
      )
      .filter((time) => !time.some(Number.isNaN))
    if (minutes === seconds || !times.some(([whole]) => whole > 1)) return []
    // Whole minutes can be rounded up.
    const rounding = isWhole(minutes) ? 60 : 30 / 10 ** (countDecimals(minutes) ?? MAX_DECIMALS)
    if (times.every(([whole, all]) => Math.abs(60 * whole - all) <= rounding + 0.5))
      return [{ minutes, seconds, isSame: true }]
    const isRest = isWhole(minutes) && times.every(([, rest]) => rest >= 0 && rest < 60)
    return isRest ? [{ minutes, seconds, isSame: false }] : []
  })
}

export const isNumeric = ({ kind }: Profile): boolean => kind === 'number'

/** The most decimals that a format and a measure can have. */
const MAX_DECIMALS = 6

/** Counts the decimals of the numbers of a column; null for more than a format can have. */
export function countDecimals(column: Profile): number | null {
  const amounts = column.filled.map((cell) => readNumber(column, cell))
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1)
    if (amounts.every((amount) => hasDecimals(amount, decimals))) return decimals
  return null
}

export const isWhole = (column: Profile): boolean =>
  column.filled.every((cell) => Number.isInteger(readNumber(column, cell)))
