/** Rows of texts as lines of columns, two blanks between; the columns of numbers end at one line. */
export function aligned(rows: readonly (readonly string[])[], numbers: readonly number[]): string[] {
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
