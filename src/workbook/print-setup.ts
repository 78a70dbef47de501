import type { WriteOptions, WriteSheet } from 'hucre/xlsx'

type PrintSetup = Required<Pick<WriteSheet, 'pageSetup' | 'headerFooter'>>

const headerFooter = { oddFooter: '&L&F&RPage &P of &N' }

export const companionSetup: PrintSetup = {
  pageSetup: { paperSize: 'a4', orientation: 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  headerFooter,
}

/** Inches. */
const MARGINS = { left: 0.5, right: 0.5, top: 0.75, bottom: 0.65, header: 0.3, footer: 0.3 }
/** Pixels of 1/96 inch between the margins of A4. */
const [PORTRAIT, LANDSCAPE] = [698, 1026]
/** At a smaller scale, eleven points are no longer legible. */
const MIN_SCALE = 0.5

/** Pixels of a column in Calibri 11. */
const getPixels = (width: number): number => Math.round(width * 7) + 5

/**
 * Prints on A4, landscape if portrait is too narrow, with as many pages down as needed. All columns, with widths in
 * characters, are on one page, unless they would be too small to read.
 */
export function buildPrintSetup(widths: readonly number[]): PrintSetup {
  const columns = widths.map(getPixels)
  const [first = 0] = columns
  const width = columns.reduce((total, value) => total + value, 0)
  // Each page repeats the first column.
  const pages = Math.ceil(((width - first) * MIN_SCALE) / (LANDSCAPE - first * MIN_SCALE))
  return {
    pageSetup: {
      paperSize: 'a4',
      orientation: width > PORTRAIT ? 'landscape' : 'portrait',
      fitToPage: true,
      fitToWidth: Math.max(1, pages),
      fitToHeight: 0,
      margins: MARGINS,
    },
    headerFooter,
  }
}

/** Names the first column and the rows from the title to the headers, which stay in view, and which each page repeats. */
export function namePrintTitles({
  name,
  freezePane,
}: WriteSheet): NonNullable<WriteOptions['namedRanges']>[number] {
  const quoted = `'${name.replaceAll("'", "''")}'`
  const range = `${quoted}!$A:$A,${quoted}!$1:$${freezePane?.rows ?? 1}`
  return { name: '_xlnm.Print_Titles', range, scope: name }
}
