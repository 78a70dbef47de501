/** Lists the styles of cells whose format is zeros, such as `0000`, with the number of digits that they show. */
function listPadded(styles: string): ReadonlyMap<string, number> {
  const formats = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)].flatMap(([text]) => {
      const zeros = /\bformatCode="(00+)"/.exec(text)?.[1]
      const id = /\bnumFmtId="(\d+)"/.exec(text)?.[1]
      return zeros === undefined || id === undefined ? [] : [[id, zeros.length] as const]
    }),
  )
  const [ofCells = ''] = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? []
  return new Map(
    [...ofCells.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].flatMap(([text], style) => {
      const digits = formats.get(/\bnumFmtId="(\d+)"/.exec(text)?.[1] ?? '')
      return digits === undefined ? [] : [[String(style), digits] as const]
    }),
  )
}

/** A cell with a style and a whole number, also as the value of a formula. */
const WHOLE =
  /(<(?:\w+:)?c\b)([^>]*\bs="(\d+)"[^>]*)(>(?:\s*<(?:\w+:)?f\b[^>]*>(?:[^<]*<\/(?:\w+:)?f>)?)?\s*<(?:\w+:)?v>)(\d+)(?=<)/g

/**
 * Writes whole numbers as the texts that people see, in place, where a format shows zeros before them: `0044` is a code.
 * The reader of workbooks knows no formats.
 */
export function padNumbers(parts: Map<string, Buffer>): void {
  const padded = listPadded(parts.get('xl/styles.xml')?.toString('latin1') ?? '')
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
