import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import readXlsxFile from 'read-excel-file/node'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { button, cells, chart, fileOf, series, table } from '../report/report.ts'
import { expect, signIn, testOn } from '../portal.ts'
import { startOtherPortal } from './other-portal.ts'
import { connect, giveRights } from './role-rights.ts'

const ID = 'roaming-balance'
const [ROOT, REPORTS, PERMISSION] = [1, 13, 90]
const COUNTRIES = ['Côte d’Ivoire', '=SUM(A1)', 'constructor', 'Bénin', '日本', 'Zambia']
/** Names that no field can have, and that a file of columns can: invisible ones are refused by the import. */
const PARTNERS = [
  ...HOSTILE_NAMES.filter((name) => !/[\p{C}]|^(?:Total|Grand Total|Date)$/u.test(name)),
  ...Array.from({ length: 24 }, (_, index) => `Partner ${index + 1}`),
]
/** Fractions and losses; a partner of one country only has no figure elsewhere. */
const figure = (row: number, column: number): number | null => {
  const sign = row % 3 === 1 ? -0.25 : 1
  return (row + column) % 7 === 0 ? null : Math.round(sign * (row + 1) * (column + 1) * 12_345.67) / 100
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csv = [
  ['Country', 'Year', 'Month', ...PARTNERS].map(quote).join(','),
  ...COUNTRIES.map((country, row) =>
    [quote(country), '2025', 'March', ...PARTNERS.map((_, column) => figure(row, column) ?? '')].join(','),
  ),
].join('\r\n')

const shown = (value: number) =>
  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const test = testOn(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-unplanned-'))
  const [reports, datasets] = [join(folder, 'reports'), join(folder, 'datasets')]
  const file = join(folder, 'partners.csv')
  await cp('reports', reports, { recursive: true })
  await cp('datasets', datasets, { recursive: true })
  await writeFile(file, csv)
  const runIn = async (dataDir: string, program: string, args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import=tsx', resolve(`src/cli/${program}.ts`), ...args],
      { env: { ...process.env, REPORTS_DIR: reports, DATASETS_DIR: datasets, DATA_DIR: dataDir } },
    ).catch((error: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(error.stdout + error.stderr)
    })
    return stdout
  }
  const written = await runIn(folder, 'reports', ['new', ID, '--with-data', file])
  expect(written).toContain(`wrote ${join(datasets, `${ID}.json`)}`)
  expect(await runIn(folder, 'reports', ['check'])).toMatch(/definitions, \d+ datasets, nothing found\n$/)
  const portal = await startOtherPortal([reports], '/', '/', datasets)
  return {
    ...portal,
    folder,
    file,
    /** Runs a command over the data of the portal. */
    run: (program: 'data', ...args: readonly string[]) => runIn(portal.dataDir, program, args),
    stop: async () => {
      await portal.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
})

test(
  'an unplanned spreadsheet becomes a report with table, charts and files',
  { tag: '@rest' },
  async ({ page, other: { url, folder, file, run } }) => {
    test.setTimeout(120_000)
    await test.step('imports its file beside the running server', async () => {
      expect(await run('data', 'import', ID, file)).toContain('6 added')
      expect(await run('data', 'import', ID, file)).toContain('6 unchanged')
    })

    await test.step('has a permission of its own', async () => {
      await giveRights(url, 'analyst', [ROOT, REPORTS])
      const call = await connect(url, 'analyst')
      expect((await call('GET', `/v1/${ID}/2025/3`)).status).toBe(403)
      expect(await giveRights(url, 'analyst', [ROOT, REPORTS, PERMISSION])).toContain('Roaming Balance')
      expect((await call('GET', `/v1/${ID}/2025/3`)).status).toBe(200)
    })

    await test.step('shows menu, route and table', async () => {
      await signIn(page, 'analyst', '/test')
      const menu = page.getByRole('navigation').first()
      await menu.getByText('Reports', { exact: true }).first().hover()
      await menu.getByRole('link', { name: 'Roaming Balance', exact: true }).click()
      await expect(page).toHaveURL(`${url}/report/${ID}`)
      await page.getByLabel('Choose Year').selectOption('2025')
      await page.getByLabel('Choose Month').selectOption({ label: 'March' })
      await button(page, 'Submit').click()
      await expect(table(page)).toBeVisible()
      const rows = await cells(table(page))
      const [header = [], ...lines] = rows
      expect(header[0]).toBe('Country')
      expect(header.slice(1).toSorted()).toEqual([...PARTNERS].toSorted())
      expect(
        Object.fromEntries(lines.slice(0, -1).map(([country = '', ...line]) => [country, line])),
      ).toEqual(
        Object.fromEntries(
          COUNTRIES.map((country, row) => [
            country,
            // A cell that the file leaves blank stays blank.
            header.slice(1).map((name) => {
              const column = PARTNERS.indexOf(name)
              const value = figure(row, column)
              return value === null ? 'no value' : shown(value)
            }),
          ]),
        ),
      )
      expect(rows.at(-1)?.[0]).toBe('Total')
    })

    await test.step('draws every chart and its image', async () => {
      await button(page, 'View Chart').click()
      await expect(series(page)).toHaveCount(PARTNERS.length)
      for (const type of ['Pie', 'Bar', 'Line']) {
        await button(page, type).click()
        await expect(button(page, type)).toHaveAttribute('aria-pressed', 'true')
        await expect(chart(page).locator('svg:visible, canvas:visible')).toHaveCount(1)
      }
      await expect(page.locator('main')).not.toContainText(/NaN|undefined|\[object/)
      const image = await fileOf(page, () => button(page, 'Download Chart').click())
      expect(image.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    })

    await test.step('saves a workbook equal to the file, and exports its records', async () => {
      const book = await fileOf(page, () => button(page, 'Download').click())
      expect(book.name).toBe('roaming_balance_2025_03.xlsx')
      const sheet = (await readXlsxFile(book.bytes))[0]?.data ?? []
      const title = sheet.findIndex(([first]) => first === 'Country')
      const [header = [], ...lines] = sheet.slice(title)
      for (const [row, country] of COUNTRIES.entries()) {
        const line = lines.find(([first]) => first === country) ?? []
        for (const [column, name] of PARTNERS.entries()) {
          expect(line[header.indexOf(name)] ?? null, `${country}, ${name}`).toBe(figure(row, column))
        }
      }
      expect(await run('data', 'export', ID, join(folder, 'back.csv'))).toContain('6')
    })
  },
)
