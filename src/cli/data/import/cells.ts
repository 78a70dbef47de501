import type { CalendarDate } from '../../../report/calendar.ts'
import type { AmountColumn, RecordType } from './record-type.ts'

/** A formula whose value the file does not keep. */
export interface Uncalculated {
  readonly formula: string
}

/** What stands in one cell, whatever the file's format: delimited text knows texts alone. */
export type Cell = string | number | boolean | CalendarDate | Uncalculated | null

/** One row of a file; `row` counts from 1, as spreadsheets and editors show it. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** The text of a cell, without the space around it; of what is no text, as people would write it. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell !== 'object') return String(cell).trim()
  if ('formula' in cell) return `=${cell.formula}`
  // A number beyond all dates in a cell that is formatted as one; spreadsheets show it like this.
  if (!Number.isInteger(cell.year)) return '#####'
  return `${cell.month}/${cell.day}/${cell.year}`
}

type Condition = Pick<AmountColumn, 'when'>
type Values = Readonly<Record<string, string>>

/** Whether records with these values have a figure, as far as the values are known. */
export const isPossible = (condition: Condition, values: Values): boolean =>
  excluded(condition, values) === null

/** Whether all records of a file have a figure whose known values are these; dimensions of one value are known. */
export function isCertainlyMissing({ when }: Condition, { dataset }: RecordType, values: Values): boolean {
  return dataset.dimensions.every(({ id, values: all }) => {
    const allowed = when[id]
    if (allowed === undefined) return true
    const value = values[id]
    return value === undefined ? all.every((one) => allowed.includes(one)) : allowed.includes(value)
  })
}

/** Why records with these values have no such figure; null where they may have it. */
export function excluded({ when }: Condition, values: Values): string | null {
  for (const [id, allowed] of Object.entries(when)) {
    const value = values[id]
    if (value !== undefined && !allowed.includes(value)) {
      return `is of ${allowed.join(' and ')} only, not of ${value}`
    }
  }
  return null
}
