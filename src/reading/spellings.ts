import type { Choices } from '../../schemas/dataset/reading.ts'
import { foldName, getCellText, getTimeText, type SheetRow, tidyRow } from './cells.ts'
import { ask, listCells, refuse } from './evidence.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'
import { describeFold } from './names.ts'

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

/** The names that web pages have for the characters A0 to FF. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const entities = new Map([
  ...LATIN.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", rsquo: '’', ndash: '–' }),
])

/** Decodes the signs of a web page: `Smith &amp; Sons` becomes `Smith & Sons`. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{2,5})|#x([\da-f]{2,4})|(\w{2,6}));/gi, (sign, decimal, hexadecimal, name) => {
    const code = Number(decimal ?? `0x${hexadecimal ?? ''}`)
    return name === undefined ? String.fromCharCode(code) : (entities.get(name) ?? sign)
  })

/** Returns the function that repairs the texts of a row; null if the choices ask for none. */
export function createRepair(choices: Choices): ((row: SheetRow) => SheetRow) | null {
  const repairs = [
    choices.encoding === 'double-utf-8' ? repairText : [],
    choices.entities === 'decode' ? decodeEntities : [],
  ].flat()
  if (repairs.length === 0) return null
  const repair = (written: string) => repairs.reduce((text, one) => one(text), written)
  return (row) =>
    tidyRow({ ...row, cells: row.cells.map((cell) => (typeof cell === 'string' ? repair(cell) : cell)) })
}

/** Asks what names mean that differ in capitals, hyphens or apostrophes alone, look encoded twice, or have signs of a web page. */
export function checkNames(
  rows: readonly SheetRow[],
  locations: readonly CellLocation[],
  choices: Choices,
): readonly Question[] {
  return locations.flatMap((location) => {
    const seen = new Map<string, { readonly row: number; readonly text: string }>()
    const checked = new Set<string>()
    const questions: Question[] = []
    const isOpen = (key: keyof Choices) =>
      choices[key] === null && !questions.some((question) => question.key === key)
    const dates: { readonly row: number; readonly text: string }[] = []
    let texts = 0
    for (const { row, cell } of listCells(rows, location)) {
      if (cell instanceof Date) dates.push({ row, text: getTimeText(cell).replace(/ 00:00$/, '') })
      else texts += 1
      if (typeof cell !== 'string' || checked.has(cell)) continue
      checked.add(cell)
      const text = getCellText(cell)
      const pose = (key: keyof Choices, found: string, meanings: Readonly<Record<string, string>>) => {
        const options = Object.entries(meanings).map(([value, meaning]) => ({ value, meaning }))
        if (isOpen(key)) questions.push(ask({ row, location }, key, found, options))
      }
      if (isOpen('encoding') && text.includes('\uFFFD')) {
        const lost = `${quoteText(text)} has lost a character in another encoding; export the file again as UTF-8`
        questions.push({ row, location, key: 'encoding', found: text, text: lost, options: [] })
      }
      const [repaired, decoded] = [repairText(text), decodeEntities(text)]
      if (repaired !== text)
        pose('encoding', quoteText(text), {
          'double-utf-8': `a text that was encoded twice: ${quoteText(repaired)}`,
          'utf-8': 'the name as it is written',
        })
      if (decoded !== text)
        pose('entities', quoteText(text), {
          decode: `the signs of a web page: ${quoteText(decoded)}`,
          keep: 'the name as it is written',
        })
      const first = seen.get(foldName(text))
      if (first === undefined) seen.set(foldName(text), { row, text })
      else if (first.text !== text)
        pose(
          'capitals',
          `${quoteText(text)}, which is ${quoteText(first.text)} in row ${first.row} with ${describeFold(text, first.text)},`,
          { same: 'the same name', differ: 'another name' },
        )
    }
    const [date] = dates
    if (date !== undefined && dates.length <= texts) {
      const text = `${quoteText(date.text)} is a date among texts, which a spreadsheet may have made of a name such as 5-3; format the column as text and correct the name`
      questions.push(refuse(date, location, 'dates', text))
    }
    return questions
  })
}
