import { getTimeText, normalizeHeader } from '../../reading/cells.ts'
import { FileError } from '../../reading/errors.ts'
import { type Profile, findRatio, listDistinct, readNumber } from '../../reading/profile.ts'
import { toFieldName } from './field-names.ts'
import type { TableOptions } from './table-options.ts'

/** Up to this number, columns become fields of their own; more become a list of names. */
export const MAX_FIELDS = 20

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
      throw new FileError(
        `--total ${name}=${top}/${bottom}: one of the columns is not in the file or not a number`,
      )
    }
    return { column, of, by }
  })
  const found =
    numbers.length > MAX_FIELDS
      ? []
      : numbers.flatMap((column) => {
          if (named.some((ratio) => ratio.column === column)) return []
          if (isWhole(column) && !RATE.test(column.heading)) return []
          const others = numbers.filter((one) => one !== column && isWhole(one))
          const ratio = findRatio(column, others)
          return ratio === null ? [] : [{ column, ...ratio }]
        })
  return [...named, ...found]
}

/** Returns the most different texts of a column that does not name its rows: a quarter of them, from 5 to 20. */
export const getMostWords = (rows: number): number => Math.max(MAX_WORDS / 4, Math.min(MAX_WORDS, rows / 4))

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
    return column.filled.length < rows || isLong || (isKeyEnough && length === rows)
  }
  return tellApart([...keys, ...words.filter((column) => !isRemark(column))]) ? words.filter(isRemark) : []
}

export const isTotal = ({ heading }: Profile): boolean => /^(?:grand)?total$/.test(normalizeHeader(heading))

export const isNumeric = ({ kind }: Profile): boolean => kind === 'number'

export const isWhole = (column: Profile): boolean =>
  column.filled.every((cell) => Number.isInteger(readNumber(column, cell)))
