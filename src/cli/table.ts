import { formatCsvLine } from '../report/csv.ts'
import type { Terminal } from './command.ts'
import { sanitize } from './data/import/errors.ts'

/** Formats rows as aligned columns; the columns of numbers are right-aligned. */
export function alignColumns(rows: readonly (readonly string[])[], numbers: readonly number[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((text, column) =>
        numbers.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** Prints a heading and rows: as aligned columns of safe, shortened texts, or as .csv with whole texts. */
export function printTable(
  terminal: Terminal,
  heading: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  isCsv: boolean,
): void {
  const lines = isCsv
    ? [heading, ...rows].map((row) => formatCsvLine(row).trimEnd())
    : alignColumns([heading, ...rows.map((row) => row.map((text) => sanitize(text || '-')))], [])
  for (const line of lines) terminal.out(line)
}

/** A time in UTC to the minute, such as `2025-06-02 08:00`; null stays null. */
export function formatMinute<T extends string | null>(time: T): T | string {
  return time === null ? time : `${time.slice(0, 10)} ${time.slice(11, 16)}`
}
