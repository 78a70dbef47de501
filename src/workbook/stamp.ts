import { monthNames } from '../time/calendar.ts'
import { formatCellText } from './cells.ts'
import { type EditableFile, openLast } from './package-parts.ts'

/** By whom and when a workbook is exported: what differs between files of equal figures. */
export interface Stamp {
  readonly title: string
  /** The name of the portal. */
  readonly product: string
  readonly user: string
  readonly exportedAt: Date
  /** Everything that was committed before is in the figures. */
  readonly dataAt: Date
}

/** The parts that a stamp writes: properties, and the sheet About. An unstamped file ends with them. */
export const STAMPED_PARTS = ['docProps/core.xml', 'docProps/app.xml', 'xl/worksheets/sheet2.xml'] as const

/** The numbers that the cells of an unstamped sheet About contain; its other numbers are positive. */
export const stampMarks = { dataAt: -1, user: -2, exportedAt: -3, product: -4 } as const

/** An unstamped file: the texts of its sheet About between the cells of the stamp, and these cells. */
interface Prepared {
  readonly write: EditableFile['write']
  readonly texts: readonly string[]
  readonly cells: readonly { readonly start: string; readonly mark: number }[]
}

/** Cached files are stamped many times. */
const prepared = new WeakMap<Uint8Array, Prepared>()

/** Writes by whom and when it is exported into the sheet About and the properties of an unstamped workbook. Cheap. */
export function stampWorkbook(file: Uint8Array, stamp: Stamp): Uint8Array {
  const known = prepared.get(file) ?? prepare(file)
  prepared.set(file, known)
  return known.write([formatCoreProperties(stamp), formatAppProperties(stamp), fillMarks(known, stamp)])
}

const MARK = /<c r="[A-Z]+\d+"(?: s="\d+")?><v>-\d<\/v><\/c>/g

function prepare(file: Uint8Array): Prepared {
  const { texts, write } = openLast(file, STAMPED_PARTS.length)
  const about = texts.at(-1) ?? ''
  const cells = Array.from(about.matchAll(MARK), ([cell]) => {
    const [start = '', mark = ''] = cell.split('><v>')
    return { start, mark: Number.parseInt(mark) }
  })
  return { write, texts: about.split(MARK), cells }
}

function fillMarks({ texts, cells }: Prepared, { user, product, exportedAt, dataAt }: Stamp): string {
  const values = new Map<number, string>([
    [stampMarks.dataAt, formatMoment(dataAt)],
    [stampMarks.user, user],
    [stampMarks.exportedAt, formatMoment(exportedAt)],
    [stampMarks.product, product],
  ])
  const [first = '', ...others] = texts
  const filled = others.map((text, index) => {
    const { start = '', mark = 0 } = cells[index] ?? {}
    const value = escapeXml(values.get(mark) ?? '')
    return `${start} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>${text}`
  })
  return first + filled.join('')
}

/** `2 June 2025, 10:00:00 UTC (2025-06-02T10:00:00Z)`. */
function formatMoment(moment: Date): string {
  const iso = formatIso(moment)
  const date = `${moment.getUTCDate()} ${monthNames[moment.getUTCMonth()] ?? ''} ${moment.getUTCFullYear()}`
  return `${date}, ${iso.slice(11, 19)} UTC (${iso})`
}

const formatIso = (moment: Date): string => moment.toISOString().replace(/\.\d+Z$/, 'Z')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeXml = (text: string): string =>
  formatCellText(text).replaceAll(/[&<>]/g, (character) => escapes[character] ?? '')

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

function formatCoreProperties({ title, product, user, exportedAt }: Stamp): string {
  const moment = (name: string) =>
    `<dcterms:${name} xsi:type="dcterms:W3CDTF">${formatIso(exportedAt)}</dcterms:${name}>`
  return `${DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(`${user} (${product})`)}</dc:creator><cp:lastModifiedBy>${escapeXml(user)}</cp:lastModifiedBy>${moment('created')}${moment('modified')}</cp:coreProperties>`
}

const formatAppProperties = ({ product }: Stamp): string =>
  `${DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${escapeXml(product)}</Application><DocSecurity>0</DocSecurity></Properties>`
