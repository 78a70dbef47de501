import { colToLetter, type WriteOptions, type WriteSheet } from 'hucre/xlsx'
import { MAX_COLUMNS } from './cells.ts'

type PrintSetup = Required<Pick<WriteSheet, 'pageSetup' | 'headerFooter'>>
type DefinedName = NonNullable<WriteOptions['namedRanges']>[number]

/** What decides how a table prints. */
export interface PrintLayout {
  readonly title: string
  readonly period: string
  /** Width of each column in characters. */
  readonly widths: readonly number[]
  /** The length of each text in the first column that may reach over the next columns, in characters. */
  readonly textLengths: readonly number[]
  /** The rows of the headers, counted from 1. */
  readonly headerRows: readonly [first: number, last: number]
  readonly rowCount: number
}

const FOOTER = '&L&F&RPage &P of &N'

/** How the sheets beside the table print. */
export const companionSetup: PrintSetup = {
  pageSetup: { paperSize: 'a4', orientation: 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  headerFooter: { oddFooter: FOOTER },
}

/** Inches. */
const MARGINS = { left: 0.5, right: 0.5, top: 0.75, bottom: 0.65, header: 0.3, footer: 0.3 }
/** Pixels of 1/96 inch between the margins of A4. */
const [PORTRAIT, LANDSCAPE] = [698, 1026]
/** At a smaller scale, eleven points are no longer legible. */
const MIN_SCALE = 0.5
/** Width of a column without one of its own, in characters. */
const DEFAULT_WIDTH = 8.43

/** Pixels of a column in Calibri 11. */
const getPixels = (width: number): number => Math.round(width * 7) + 5

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The number of columns that are printed: those of the table, and those over which a text above or below it reaches. */
function countColumns({ widths, textLengths }: PrintLayout): number {
  const missing = Math.max(0, ...textLengths) - sum(widths)
  return Math.min(MAX_COLUMNS, widths.length + Math.max(0, Math.ceil(missing / DEFAULT_WIDTH)))
}

/**
 * A4, landscape if portrait is too narrow, and as many pages down as needed. All columns are on one page, unless they
 * would be too small to read.
 */
export function buildPrintSetup(layout: PrintLayout): PrintSetup {
  const columns = layout.widths.map(getPixels)
  const [first = 0] = columns
  const extra = countColumns(layout) - columns.length
  const width = sum(columns) + extra * getPixels(DEFAULT_WIDTH)
  // Each page repeats the first column.
  const pages = Math.ceil(((sum(columns) - first) * MIN_SCALE) / (LANDSCAPE - first * MIN_SCALE))
  const header = formatHeader(layout)
  return {
    pageSetup: {
      paperSize: 'a4',
      orientation: width > PORTRAIT ? 'landscape' : 'portrait',
      fitToPage: true,
      fitToWidth: Math.max(1, pages),
      fitToHeight: 0,
      margins: MARGINS,
    },
    // The first page has title and period in its cells.
    headerFooter: { differentFirst: true, firstFooter: FOOTER, oddHeader: header, oddFooter: FOOTER },
  }
}

/** The names by which a spreadsheet finds what is printed, and the rows and the column that each page repeats. */
export function listPrintNames(layout: PrintLayout, sheet: string): DefinedName[] {
  const quoted = `'${sheet.replaceAll("'", "''")}'`
  const [from, to] = layout.headerRows
  const area = `$A$1:$${colToLetter(countColumns(layout) - 1)}$${layout.rowCount}`
  return [
    { name: '_xlnm.Print_Area', range: `${quoted}!${area}`, scope: sheet },
    { name: '_xlnm.Print_Titles', range: `${quoted}!$A:$A,${quoted}!$${from}:$${to}`, scope: sheet },
  ]
}

/** Excel refuses a header of more than 255 characters. */
const [MAX_TITLE, MAX_PERIOD] = [160, 60]

/** Title and period, unless the title contains the period. */
const formatHeader = ({ title, period }: PrintLayout): string => {
  const right = title.includes(period) ? '' : `&R${escapeCodes(period, MAX_PERIOD)}`
  return `&L&"-,Bold"${escapeCodes(title, MAX_TITLE)}${right}`
}

/** A text without codes of headers, at most so many characters long. */
function escapeCodes(text: string, max: number): string {
  let escaped = ''
  for (const character of text) {
    const next = character === '&' ? '&&' : character
    if (escaped.length + next.length >= max) return `${escaped}…`
    escaped += next
  }
  return escaped
}
