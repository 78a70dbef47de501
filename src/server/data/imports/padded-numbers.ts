/** The numbers of the formats of percentages that no workbook defines. */
const percentFormats = [
  ['9', '0%'],
  ['10', '0.00%'],
] as const

/** Returns the format of each style of cells. */
function listFormats(
  parts: ReadonlyMap<string, Buffer>,
): readonly (readonly [style: string, format: string])[] {
  const styles = parts.get('xl/styles.xml')?.toString('latin1') ?? ''
  const getNumber = (text: string) => /\bnumFmtId="(\d+)"/.exec(text)?.[1] ?? ''
  const formats = new Map<string, string>(percentFormats)
  for (const [text] of styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g))
    formats.set(getNumber(text), /\bformatCode="([^"]*)"/.exec(text)?.[1] ?? '')
  const [ofCells = ''] = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? []
  return Array.from(ofCells.matchAll(/<(?:\w+:)?xf\b[^>]*>/g), ([text], style) => [
    String(style),
    formats.get(getNumber(text)) ?? '',
  ])
}

/** Lists the cells of a sheet whose format has a percent sign: `B3`. */
export function listPercents(parts: ReadonlyMap<string, Buffer>, sheet: string): ReadonlySet<string> {
  // Texts in a format are in quotes, or behind a backslash.
  const hasPercent = (format: string) => format.replaceAll(/&quot;.*?&quot;|\\./g, '').includes('%')
  const styles = new Set(listFormats(parts).flatMap(([style, format]) => (hasPercent(format) ? style : [])))
  const cells = new Set<string>()
  if (styles.size === 0) return cells
  for (const [, attributes = ''] of sheet.matchAll(/<(?:\w+:)?c\b([^>]*)>/g)) {
    const style = /\bs="(\d+)"/.exec(attributes)?.[1] ?? ''
    if (styles.has(style)) cells.add(/\br="([A-Z]+\d+)"/.exec(attributes)?.[1] ?? '')
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
  const zeros = listFormats(parts).filter(([, format]) => /^00+$/.test(format))
  if (zeros.length === 0) return
  const padded = new Map(zeros)
  for (const [name, part] of parts) {
    if (!name.startsWith('xl/worksheets/')) continue
    const sheet = part
      .toString('latin1')
      .replaceAll(
        WHOLE,
        (cell: string, tag: string, attributes: string, style: string, start: string, number: string) => {
          const digits = padded.get(style)?.length ?? 0
          if (number.length >= digits || /\bt="[^n]/.test(attributes)) return cell
          return `${tag}${attributes.replace(/\s*\bt="n"/, '')} t="str"${start}${number.padStart(digits, '0')}`
        },
      )
    parts.set(name, Buffer.from(sheet, 'latin1'))
  }
}
