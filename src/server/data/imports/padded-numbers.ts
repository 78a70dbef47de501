/** The numbers of the formats `0%` and `0.00%`, which no workbook defines. */
const PERCENT_FORMATS = [9, 10].map((id) => [String(id), '0%'] as const)

/** Lists the styles of cells with what `find` finds in their formats; styles without it are left out. */
function listStyles<Found>(
  styles: string,
  find: (format: string) => Found | undefined,
): ReadonlyMap<string, Found> {
  const formats = new Map<string, string>(PERCENT_FORMATS)
  for (const [text] of styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    const id = /\bnumFmtId="(\d+)"/.exec(text)?.[1]
    if (id !== undefined) formats.set(id, /\bformatCode="([^"]*)"/.exec(text)?.[1] ?? '')
  }
  const [ofCells = ''] = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? []
  return new Map(
    [...ofCells.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].flatMap(([text], style) => {
      const found = find(formats.get(/\bnumFmtId="(\d+)"/.exec(text)?.[1] ?? '') ?? '')
      return found === undefined ? [] : [[String(style), found] as const]
    }),
  )
}

const getStyles = (parts: ReadonlyMap<string, Buffer>): string =>
  parts.get('xl/styles.xml')?.toString('latin1') ?? ''

/** Lists the positions of the numbers of a sheet whose format has a percent sign, by row. */
export function listPercents(
  parts: ReadonlyMap<string, Buffer>,
  sheet: string,
): ReadonlyMap<number, readonly number[]> {
  // Texts in a format are in quotes, or behind a backslash.
  const hasPercent = (format: string) =>
    format.replaceAll(/&quot;.*?&quot;|\\./g, '').includes('%') ? true : undefined
  const styles = listStyles(getStyles(parts), hasPercent)
  const cells = new Map<number, number[]>()
  if (styles.size === 0) return cells
  for (const [, attributes = ''] of sheet.matchAll(/<(?:\w+:)?c\b([^>]*)>/g)) {
    const style = /\bs="(\d+)"/.exec(attributes)?.[1]
    const [, letters, row] = /\br="([A-Z]+)(\d+)"/.exec(attributes) ?? []
    if (style === undefined || letters === undefined || !styles.has(style)) continue
    const index = Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
    cells.set(Number(row), [...(cells.get(Number(row)) ?? []), index])
  }
  return cells
}

/** A cell with a style and a whole number, also as the value of a formula. */
const WHOLE =
  /(<(?:\w+:)?c\b)([^>]*\bs="(\d+)"[^>]*)(>(?:\s*<(?:\w+:)?f\b[^>]*>(?:[^<]*<\/(?:\w+:)?f>)?)?\s*<(?:\w+:)?v>)(\d+)(?=<)/g

/**
 * Writes whole numbers as the texts that people see, in place, where a format shows zeros before them: `0044` is a code.
 * The reader of workbooks knows no formats.
 */
export function padNumbers(parts: Map<string, Buffer>): void {
  const padded = listStyles(getStyles(parts), (format) => /^00+$/.exec(format)?.[0].length)
  if (padded.size === 0) return
  for (const [name, part] of parts) {
    if (!name.startsWith('xl/worksheets/')) continue
    const sheet = part
      .toString('latin1')
      .replaceAll(
        WHOLE,
        (cell: string, tag: string, attributes: string, style: string, start: string, number: string) => {
          const digits = padded.get(style) ?? 0
          if (number.length >= digits || /\bt="[^n]/.test(attributes)) return cell
          return `${tag}${attributes.replace(/\s*\bt="n"/, '')} t="str"${start}${number.padStart(digits, '0')}`
        },
      )
    parts.set(name, Buffer.from(sheet, 'latin1'))
  }
}
