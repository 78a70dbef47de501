import { strFromU8, unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'

/**
 * A workbook as text: its sheets, of each the merged cells and every cell that is filled, with its type, its value
 * as a reader finds it, its formula and its number format.
 */
export async function workbookLines(file: Uint8Array): Promise<string[]> {
  const entries = unzipSync(file)
  const part = (name: string) => strFromU8(entries[name] ?? new Uint8Array())
  const formats = numberFormats(part('xl/styles.xml'))
  const sheets = await readXlsx(Buffer.from(file), { trim: false })
  return sheets.flatMap(({ sheet, data }, index) => {
    const xml = part(`xl/worksheets/sheet${index + 1}.xml`)
    const cells = new Map(
      [...xml.matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
        ([, address = '', attributes = '', content = '']) => [address, { attributes, content }],
      ),
    )
    const merged = [...xml.matchAll(/<mergeCell ref="([^"]*)"/g)].map(([, ref]) => ref)
    const rows = data.map((row, rowIndex) => {
      const texts = row.flatMap((value, column) => {
        if (value === null) return []
        const address = `${columnName(column)}${rowIndex + 1}`
        const { attributes = '', content = '' } = cells.get(address) ?? {}
        const formula = /<f>(.*?)<\/f>/s.exec(content)?.[1]
        const format = formats[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? ''
        return [
          [address, textOf(value), ...(formula === undefined ? [] : [`=${formula}`]), format]
            .filter((text) => text !== '')
            .join(' '),
        ]
      })
      return texts.join('\t')
    })
    return [`sheet ${JSON.stringify(sheet)}, merged: ${merged.join(' ') || 'none'}`, ...rows]
  })
}

/** Texts in quotes, numbers bare, dates as a moment: so that the type is told as well. */
function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

/** The number format of each cell style, in the order of the styles; empty for the general one. */
function numberFormats(styles: string): string[] {
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id = '', code = '']) => [
      id,
      code,
    ]),
  )
  const cellStyles = /<cellXfs .*?<\/cellXfs>/s.exec(styles)?.[0] ?? ''
  return [...cellStyles.matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(([, id = '0']) =>
    id === '0' ? '' : (codes.get(id) ?? `format ${id}`),
  )
}

function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`
}
