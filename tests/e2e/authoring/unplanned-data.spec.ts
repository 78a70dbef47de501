import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { signIn } from '../portal.ts'
import { HOSTILE_NAMES } from '../report/hostile-names.ts'
import { button, cells, chart, fileOf, series, table } from '../report/report.ts'
import { type OtherPortal, startOtherPortal } from './other-portal.ts'
import { giveRights, signedIn } from './role-rights.ts'

const ID = 'roaming-balance'
const [ROOT, REPORTS, PERMISSION] = [1, 13, 90]
const COUNTRIES = ['Côte d’Ivoire', '=SUM(A1)', 'constructor', 'Bénin', '日本', 'Zambia']
/** Names that no field can have, and that a file of columns can: invisible ones are refused by the import. */
const PARTNERS = [
  ...HOSTILE_NAMES.filter((name) => !/[\p{C}]|^(?:Total|Grand Total|Date)$/u.test(name)),
  ...Array.from({ length: 24 }, (_, index) => `Partner ${index + 1}`),
]
/** Fractions and losses; a partner of one country only has no figure elsewhere. */
const figure = (row: number, column: number): number | null =>
  (row + column) % 7 === 0 ? null : Math.round(((row + 1) * (column - 9.5) * 1234.567 - 0.004) * 100) / 100

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csv = [
  ['Country', 'Year', 'Month', ...PARTNERS].map(quote).join(','),
  ...COUNTRIES.map((country, row) =>
    [quote(country), '2025', 'March', ...PARTNERS.map((_, column) => figure(row, column) ?? '')].join(','),
  ),
].join('\r\n')

const shown = (value: number) =>
  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

let folder = ''
let portal: OtherPortal
const paths = () => ({
  reports: join(folder, 'reports'),
  datasets: join(folder, 'datasets'),
  file: join(folder, 'partners.csv'),
})
const run = async (program: string, ...args: readonly string[]) => {
  const { reports, datasets } = paths()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import=tsx', resolve(`src/cli/${program}.ts`), ...args],
    {
      env: {
        ...process.env,
        REPORTS_DIR: reports,
        DATASETS_DIR: datasets,
        DATA_DIR: portal?.dataDir ?? folder,
      },
    },
  )
  return stdout
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'portal-unplanned-'))
  const { reports, datasets, file } = paths()
  await cp('reports', reports, { recursive: true })
  await cp('datasets', datasets, { recursive: true })
  await writeFile(file, csv)
  const written = await run('reports', 'new', ID, '--with-data', file)
  expect(written).toContain(`wrote ${join(datasets, `${ID}.json`)}`)
  expect(await run('reports', 'check')).toContain('6 definitions')
  portal = await startOtherPortal([reports], '/', '/', datasets)
})
test.afterAll(async () => {
  await portal?.stop()
  await rm(folder, { recursive: true, force: true })
})
test.use({ baseURL: async ({ browserName: _browser }, use) => use(portal.url) })

test('from a spreadsheet that nobody planned for to a report with table, charts and files', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await test.step('its file is imported beside the running server', async () => {
    expect(await run('data', 'import', ID, paths().file)).toContain('6 added')
    expect(await run('data', 'import', ID, paths().file)).toContain('6 unchanged')
  })

  await test.step('it has a right of its own', async () => {
    await giveRights(portal.url, 'analyst', [ROOT, REPORTS])
    const analyst = await signedIn(portal.url, 'analyst')
    expect((await analyst.get(`/v1/${ID}/2025/3`)).status).toBe(403)
    expect(await giveRights(portal.url, 'analyst', [ROOT, REPORTS, PERMISSION])).toContain('Roaming Balance')
    expect((await analyst.get(`/v1/${ID}/2025/3`)).status).toBe(200)
  })

  await test.step('menu, route and table', async () => {
    await signIn(page, 'analyst')
    await page.getByRole('navigation').first().getByText('Reports', { exact: true }).first().hover()
    await page.getByRole('link', { name: 'Roaming Balance', exact: true }).click()
    await expect(page).toHaveURL(`${portal.url}/report/${ID}`)
    await page.getByLabel('Choose Year').selectOption('2025')
    await page.getByLabel('Choose Month').selectOption({ label: 'March' })
    await button(page, 'Submit').click()
    await expect(table(page)).toBeVisible()
    const rows = await cells(table(page))
    expect(rows[0]).toEqual(['Country', ...PARTNERS])
    expect(rows.slice(1, -1)).toEqual(
      COUNTRIES.map((country, row) => [
        country,
        ...PARTNERS.map((_, column) => shown(figure(row, column) ?? 0)),
      ]),
    )
    expect(rows.at(-1)?.[0]).toBe('Total')
  })

  await test.step('every chart, and its image', async () => {
    await button(page, 'View Chart').click()
    await expect(series(page)).toHaveText([...PARTNERS])
    for (const type of ['Pie', 'Bar', 'Line']) {
      await button(page, type).click()
      await expect(button(page, type)).toHaveAttribute('aria-pressed', 'true')
      await expect(chart(page).locator('svg:visible, canvas:visible')).toHaveCount(1)
    }
    await expect(page.locator('main')).not.toContainText(/NaN|undefined|\[object/)
    const image = await fileOf(page, () => button(page, 'Download Chart').click())
    expect(image.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  await test.step('a deep link', async () => {
    await page.goto(`/report/${ID}?year=2025&month=3&view=table`)
    await expect(page.getByRole('table', { name: /Roaming Balance.*2025/ })).toBeVisible()
  })

  await test.step('its workbook comes back as what is stored', async () => {
    const book = await fileOf(page, () => button(page, 'Download').click())
    expect(book.name).toBe('roaming_balance_2025_03.xlsx')
    const file = join(folder, book.name)
    await writeFile(file, book.bytes)
    expect(await run('data', 'import', ID, file)).toContain('6 unchanged')
    expect(await run('data', 'export', ID, join(folder, 'back.csv'))).toContain('6')
  })
})
