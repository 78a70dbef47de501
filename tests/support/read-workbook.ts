import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import type { AboutContent } from '../../src/workbook/about-sheet.ts'
import { type Stamp, stampWorkbook } from '../../src/workbook/stamp.ts'
import { writeWorkbook, type WorkbookContent } from '../../src/workbook/workbook.ts'
import { findProgram } from '../neighbours/programs.ts'
export { marchOf, tableOf } from './sample-table.ts'

export const sampleAbout: AboutContent = {
  report: 'Daily Minutes',
  tab: null,
  source: '/v1/minutes/2025/3',
  description: null,
  unit: null,
  counted: [],
  changedAt: null,
}

export const sampleStamp: Stamp = {
  title: 'Daily Minutes Data',
  product: 'BI Dashboard',
  user: 'analyst',
  exportedAt: new Date('2025-06-02T10:00:05.678Z'),
  dataAt: new Date('2025-06-02T09:00:00Z'),
}

export async function write(
  table: ReportTable,
  content: Partial<WorkbookContent> = {},
  stamp: Partial<Stamp> = {},
): Promise<Uint8Array> {
  const [title, period] = ['Daily Minutes Data', '2025 March']
  const file = await writeWorkbook({ table, title, period, about: sampleAbout, ...content })
  return stampWorkbook(file, { ...sampleStamp, ...stamp })
}

/** The parts of the file as text. */
export function parts(file: Uint8Array) {
  const entries = unzipSync(file)
  const part = (name: string) => strFromU8(entries[name] ?? new Uint8Array())
  return {
    names: Object.keys(entries),
    sheet: part('xl/worksheets/sheet1.xml'),
    about: part('xl/worksheets/sheet2.xml'),
    comparison: part('xl/worksheets/sheet3.xml'),
    comments: part('xl/comments1.xml'),
    core: part('docProps/core.xml'),
    app: part('docProps/app.xml'),
    strings: part('xl/sharedStrings.xml'),
    styles: part('xl/styles.xml'),
    workbook: part('xl/workbook.xml'),
    /** The `<c>` element at an address such as `B4`. */
    cell: (address: string) =>
      new RegExp(`<c r="${address}"[^>]*?(?:/>|>.*?</c>)`).exec(part('xl/worksheets/sheet1.xml'))?.[0] ?? '',
  }
}

/** The style of a cell as the file spells it. */
function findStyle(file: Uint8Array, address: string) {
  const { styles, cell } = parts(file)
  const index = Number(/ s="(\d+)"/.exec(cell(address))?.[1] ?? 0)
  const items = (tag: string, item: string) =>
    (new RegExp(`<${tag} .*?</${tag}>`).exec(styles)?.[0] ?? '').split(new RegExp(`<${item}[ >]`)).slice(1)
  const xf = items('cellXfs', 'xf')[index] ?? ''
  const number = (name: string) => new RegExp(`${name}="(\\d+)"`).exec(xf)?.[1] ?? ''
  const font = items('fonts', 'font')[Number(number('fontId'))] ?? ''
  const format = new RegExp(`numFmtId="${number('numFmtId')}" formatCode="([^"]*)"`).exec(styles)?.[1]
  const fill = /fgColor rgb="(\w+)"/.exec(items('fills', 'fill')[Number(number('fillId'))] ?? '')?.[1]
  return { font, format, fill }
}

/** The number format of a cell, and whether its font is bold. */
export function styleOf(file: Uint8Array, address: string) {
  const { font, format } = findStyle(file, address)
  return { bold: font.includes('<b/>'), format }
}

/** The fill of a cell, and whether its font is italic. */
export function lookOf(file: Uint8Array, address: string) {
  const { font, fill } = findStyle(file, address)
  return { italic: font.includes('<i/>'), fill }
}

/** What a reader finds that did not write the file. */
export async function values(file: Uint8Array) {
  const [sheet] = await readXlsxFile(Buffer.from(file), { trim: false })
  return { name: sheet?.sheet ?? '', rows: sheet?.data ?? [] }
}

export const hasLibreOffice = findProgram('soffice') !== null

export const TO_XLSX = 'xlsx:Calc MS Excel 2007 XML'

/** Converts files into another folder of a folder, which also has the user's profile; returns that other folder. */
export function convertByLibreOffice(
  folder: string,
  files: readonly string[],
  to: string,
  from: readonly string[] = [],
): string {
  const out = join(folder, 'converted')
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const args = ['--headless', profile, ...from, '--convert-to', to, '--outdir', out, ...files]
  execFileSync('soffice', args, { stdio: 'ignore', timeout: 150_000 })
  return out
}
