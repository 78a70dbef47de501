import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { resolveLabels } from '../../src/report/selection/titles-and-file-names.ts'
import type { ReportPlan } from '../../src/report/model/report-plan.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { loadReports } from '../../src/loading/load.ts'
import { tableOf } from '../reports/report-text.ts'
import { buildComputedTable, formulas, loadedRows, showAll, showTop } from '../support/computed-table.ts'
import { createFolder } from '../support/folder.ts'
import { definitionFolders } from '../support/definition-folders.ts'
import {
  convertByLibreOffice,
  hasLibreOffice,
  sampleAbout,
  TO_XLSX,
  write,
} from '../support/read-workbook.ts'
import { readRecording } from '../support/recordings.ts'

// LibreOffice opens the workbook of every screen, computes its formulas again and saves it; then it has the same figures.

interface Screen {
  readonly key: string
  readonly table: ReportTable
  readonly title: string
  readonly period: string
}

const screens: readonly Screen[] = definitionFolders
  .flatMap(({ reports, datasets }) => loadReports(reports, datasets))
  .flatMap(({ id, plans }) => plans.map((plan) => readScreen(id, plan)))
  .filter(({ table }) => table.rows.length > 0)

function readScreen(id: string, plan: ReportPlan): Screen {
  const recording = readRecording(id)
  const selection = recording.screens[plan.key] ?? {}
  const { tableTitle, period } = resolveLabels(plan, selection, recording.today)
  return { key: plan.key, table: tableOf(plan, selection, recording), title: tableTitle, period }
}

/** Names that a spreadsheet could take for a formula, a link or a command. */
const HOSTILE = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+SUM(B4:B5)',
  '-2+3',
  '@SUM(1)',
  '=HYPERLINK("http://198.51.100.1")',
]

/** The first screen with hostile names as labels of its columns. */
function addHostileNames(screen: Screen): Screen {
  const columns = screen.table.columns.map((column, index) => ({
    ...column,
    label: HOSTILE[index] ?? column.label,
  }))
  return { ...screen, key: 'hostile names', table: { ...screen.table, columns } }
}

/** Screens of generated expressions, with all rows, with the first ones and the others, and with the first ones alone. */
const generateScreens = (screen: Screen): Screen[] =>
  fc.sample(fc.tuple(loadedRows, formulas), { numRuns: 30, seed: 41 }).flatMap(([loaded, list], index) => {
    const built = buildComputedTable(loaded, list)
    const tables = [showAll(built), showTop(built, 2, true), showTop(built, 2, false)]
    return tables.map((table, kind) => ({ ...screen, key: `generated ${index}.${kind}`, table }))
  })

const SHEET = 'xl/worksheets/sheet1.xml'

/** The file without the stored results of its formulas, so that LibreOffice has to compute them. */
function removeResults(file: Uint8Array): Uint8Array {
  const entries = unzipSync(file)
  const sheet = strFromU8(entries[SHEET] ?? new Uint8Array())
  return zipSync({ ...entries, [SHEET]: strToU8(sheet.replaceAll(/(<\/f>)<v>[^<]*<\/v>/g, '$1')) })
}

describe.skipIf(!hasLibreOffice)('every workbook in LibreOffice', { timeout: 180_000 }, () => {
  const first = screens[0] ?? expect.fail('no screens')
  const all = [...screens, addHostileNames(first), ...generateScreens(first)]
  const folder = createFolder()
  const files = new Map<string, { readonly before: Uint8Array; readonly after: Uint8Array }>()
  beforeAll(async () => {
    const written = new Map<string, Uint8Array>()
    for (const [index, { key, table, title, period }] of all.entries()) {
      const file = await write(table, { title, period, about: { ...sampleAbout, report: title } })
      writeFileSync(join(folder, `${index}.xlsx`), removeResults(file))
      written.set(key, file)
    }
    const names = all.map((_, index) => join(folder, `${index}.xlsx`))
    const out = convertByLibreOffice(folder, names, TO_XLSX)
    for (const [index, { key }] of all.entries()) {
      const before = written.get(key) ?? new Uint8Array()
      files.set(key, { before, after: readFileSync(join(out, `${index}.xlsx`)) })
    }
  }, 180_000)

  const get = (key: string) => files.get(key) ?? expect.fail(`no file of ${key}`)
  const read = async (file: Uint8Array) =>
    (await readXlsxFile(Buffer.from(file), { trim: false })).map(({ sheet, data }) => ({
      sheet,
      // A number that was written as text of many digits and read again.
      data: data.map((row) =>
        row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value)),
      ),
    }))
  const listFormulas = (file: Uint8Array): string[] => {
    const sheet = strFromU8(unzipSync(file)[SHEET] ?? new Uint8Array())
    return [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>\s*<f[ >]/g)].map(([, address]) => address ?? '')
  }

  test.each(all.map(({ key }) => key))(
    '%s has the same values after it was opened and saved',
    async (key) => {
      const { before, after } = get(key)
      expect(await read(after)).toEqual(await read(before))
    },
  )

  test('the results of formulas are computed, not copied', () => {
    const total = (file: Uint8Array) =>
      / t="str"><f|<f[^>]*>[^<]*<\/f><v>/.test(strFromU8(unzipSync(file)[SHEET] ?? new Uint8Array()))
    const [key] = screens.flatMap((screen) => (screen.table.total === null ? [] : [screen.key]))
    const { before, after } = get(key ?? '')
    expect(total(removeResults(before))).toBe(false)
    expect(total(after)).toBe(true)
  })

  test.each(all.map(({ key }) => key))('%s has formulas in the same cells, before and after', (key) => {
    const { before, after } = get(key)
    expect(listFormulas(after)).toEqual(listFormulas(before))
  })

  test('columns that are quotients are formulas in every row, and columns of records are not', () => {
    const { key, table } = screens.find((screen) => screen.key.startsWith('carrier-quality')) ?? first
    const list = listFormulas(get(key).before)
    for (const letter of ['C', 'E', 'G']) {
      expect(list.filter((address) => address.startsWith(letter))).toHaveLength(table.rows.length + 1)
    }
    expect(list.filter((address) => address.startsWith('B'))).toHaveLength(1)
  })
})
