import { monthNames } from '../time/calendar.ts'
import { formatCellText } from './cells.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** By whom and when a workbook is exported: what differs between files of equal figures. */
export interface Stamp {
  readonly title: string
  readonly product: string
  readonly user: string
  readonly exportedAt: Date
  /** Everything that was committed before is in the figures. Shown if their last change is not known. */
  readonly dataAt: Date
}

const ABOUT = 'xl/worksheets/sheet2.xml'
/** The numbers that the cells of an unstamped sheet About contain; its other numbers are positive. */
export const stampMarks = { dataAt: -1, user: -2, exportedAt: -3, product: -4 } as const

/** Writes by whom and when it is exported into the sheet About and the properties of a cached workbook. Cheap. */
export function stampWorkbook(file: Uint8Array, stamp: Stamp): Uint8Array {
  const { [ABOUT]: about = new Uint8Array() } = unzipSync(file, { filter: ({ name }) => name === ABOUT })
  const stamped = {
    'docProps/core.xml': strToU8(formatCoreProperties(stamp)),
    'docProps/app.xml': strToU8(formatAppProperties(stamp)),
    [ABOUT]: strToU8(fillMarks(strFromU8(about), stamp)),
  }
  return joinParts([
    ...listParts(file).filter(({ name }) => !(name in stamped)),
    ...listParts(zipSync(stamped, { level: 0, mtime: TIME })),
  ])
}

const MARK = /(<c r="[A-Z]+\d+"(?: s="\d+")?)><v>(-\d)<\/v><\/c>/g

function fillMarks(about: string, { user, product, exportedAt, dataAt }: Stamp): string {
  const values = new Map<number, string>([
    [stampMarks.dataAt, formatMoment(dataAt)],
    [stampMarks.user, user],
    [stampMarks.exportedAt, formatMoment(exportedAt)],
    [stampMarks.product, product],
  ])
  return about.replaceAll(MARK, (_, start: string, mark: string) => {
    const value = escapeXml(values.get(Number(mark)) ?? '')
    return `${start} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
  })
}

/** Formats `2 June 2025, 10:00:00 UTC (2025-06-02T10:00:00Z)`. */
export function formatMoment(moment: Date): string {
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

/** A part of a zip file: its bytes with their header, and its entry of the directory, as they are in the file. */
interface Part {
  readonly name: string
  readonly data: Uint8Array
  readonly entry: Uint8Array
}

const END_LENGTH = 22
/** Where an entry of the directory has the lengths of its name and its other fields, and the position of the part. */
const [NAME_LENGTH, EXTRA_LENGTH, COMMENT_LENGTH, POSITION, NAME] = [28, 30, 32, 42, 46]
/** A file of equal parts has equal bytes. */
const TIME = new Date(1980, 0, 1)

const viewBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** Lists the parts of a file that the workbook library or fflate has written: without a comment, in one order. */
function listParts(file: Uint8Array): Part[] {
  const view = viewBytes(file)
  const end = file.length - END_LENGTH
  const directory = view.getUint32(end + 16, true)
  let entry = directory
  const entries = Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const length = [NAME_LENGTH, EXTRA_LENGTH, COMMENT_LENGTH].reduce(
      (sum, at) => sum + view.getUint16(entry + at, true),
      NAME,
    )
    entry += length
    return file.subarray(entry - length, entry)
  })
  const positions = entries.map((bytes) => viewBytes(bytes).getUint32(POSITION, true))
  return entries.map((bytes, index) => ({
    name: strFromU8(bytes.subarray(NAME, NAME + viewBytes(bytes).getUint16(NAME_LENGTH, true))),
    data: file.subarray(positions[index], positions[index + 1] ?? directory),
    entry: bytes,
  }))
}

function joinParts(parts: readonly Part[]): Uint8Array {
  const directory = parts.reduce((sum, { data }) => sum + data.length, 0)
  const end = parts.reduce((sum, { entry }) => sum + entry.length, directory)
  const file = new Uint8Array(end + END_LENGTH)
  const view = viewBytes(file)
  let [position, place] = [0, directory]
  for (const { data, entry } of parts) {
    file.set(data, position)
    file.set(entry, place)
    view.setUint32(place + POSITION, position, true)
    position += data.length
    place += entry.length
  }
  view.setUint32(end, 0x06054b50, true)
  view.setUint16(end + 8, parts.length, true)
  view.setUint16(end + 10, parts.length, true)
  view.setUint32(end + 12, end - directory, true)
  view.setUint32(end + 16, directory, true)
  return file
}
