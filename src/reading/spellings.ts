import type { Choices } from '../../schemas/dataset/reading.ts'
import { getCellText, type SheetRow } from './cells.ts'
import { ask, listCells } from './columns.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'

/** The characters of the bytes 80 to 9F in Windows-1252. The decoder of some lines of Node knows only Latin-1. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const cp1252 = new Map(Array.from(HIGH, (char, index) => [char, 0x80 + index]))

/** Decodes a text of Windows-1252. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009F]/g, (char) => HIGH[char.charCodeAt(0) - 0x80] ?? char)

/** What UTF-8 that was read as Windows-1252 looks like. */
const DOUBLE = /(?:[ÂÃâÅÄÐÑØÙÎÏ][\u0080-\u00BF€-™ƒˆ˜Œ-žŠšŸ]{1,2})+/g

/** Repairs a text whose UTF-8 was read as Windows-1252, such as `TÃ©lÃ©com`; returns other texts unchanged. */
const repairText = (text: string): string =>
  text.replaceAll(DOUBLE, (part) => {
    const bytes = Array.from(part, (char) => cp1252.get(char) ?? char.charCodeAt(0))
    if (bytes.some((byte) => byte > 0xff)) return part
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    } catch {
      return part
    }
  })

/** Repairs the texts of a row. */
export const repairRow = ({ row, cells }: SheetRow): SheetRow => ({
  row,
  cells: cells.map((cell) => (typeof cell === 'string' ? repairText(cell) : cell)),
})

/** Asks what names mean that differ in their capitals alone, or that look encoded twice. */
export function checkNames(
  rows: readonly SheetRow[],
  locations: readonly CellLocation[],
  { capitals, encoding }: Choices,
): readonly Question[] {
  return locations.flatMap((location) => {
    const seen = new Map<string, { readonly row: number; readonly text: string }>()
    const checked = new Set<string>()
    const questions: Question[] = []
    for (const { row, cell } of listCells(rows, location)) {
      if (typeof cell !== 'string' || checked.has(cell)) continue
      checked.add(cell)
      const text = getCellText(cell)
      if (encoding === null && text.includes('\uFFFD') && questions.length === 0) {
        const lost = `${quoteText(text)} has lost a character in another encoding; export the file again as UTF-8`
        questions.push({ row, location, key: 'encoding', found: text, text: lost, options: [] })
      }
      const repaired = repairText(text)
      if (encoding === null && repaired !== text && !questions.some(({ key }) => key === 'encoding')) {
        questions.push(
          ask({ row, location }, 'encoding', quoteText(text), [
            { value: 'double-utf-8', meaning: `a text that was encoded twice: ${quoteText(repaired)}` },
            { value: 'utf-8', meaning: 'the name as it is written' },
          ]),
        )
      }
      const first = seen.get(text.toLowerCase())
      if (first === undefined) seen.set(text.toLowerCase(), { row, text })
      else if (first.text !== text && capitals === null && !questions.some(({ key }) => key === 'capitals')) {
        const found = `${quoteText(text)}, which is ${quoteText(first.text)} in row ${first.row} with other capitals,`
        questions.push(
          ask({ row, location }, 'capitals', found, [
            { value: 'same', meaning: 'the same name' },
            { value: 'differ', meaning: 'another name' },
          ]),
        )
      }
    }
    return questions
  })
}
