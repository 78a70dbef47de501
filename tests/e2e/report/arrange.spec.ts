import { readFile } from 'node:fs/promises'
import readXlsxFile from 'read-excel-file/node'
import { button, expect, load, table, test } from './report.ts'

const MINUTES = '/report/daily-report-minutes/mno-to-routelink'

test('a table is limited to its largest columns, in its address and its workbook', async ({ page }) => {
  await page.goto(MINUTES)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'Limit').click()
  await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: 'The 3 largest, and others' })
  await button(page, 'Show').click()
  const header = (name: string | RegExp) => table(page).getByRole('columnheader', { name })
  await expect(header(/^Others \(\d\)/)).toBeVisible()
  await expect(page).toHaveURL(/add=largest%3A3/)
  const grand = await table(page)
    .getByRole('row', { name: /^Total/ })
    .last()
    .innerText()
  await page.reload()
  await expect(header(/^Others \(\d\)/)).toBeVisible()
  expect(
    await table(page)
      .getByRole('row', { name: /^Total/ })
      .last()
      .innerText(),
  ).toBe(grand)

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  const [sheet] = await readXlsxFile(await readFile(await download.path()))
  const heading = sheet?.data.find(([first]) => first === 'Month / MNO') ?? []
  expect(heading.filter((cell) => String(cell).startsWith('Others'))).toHaveLength(1)
  await button(page, 'Limit').click()
  await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: 'All' })
  await button(page, 'Show').click()
  await expect(header(/^Others/)).toHaveCount(0)
})

test('a reader orders columns and drags their widths, and the address keeps both', async ({ page }) => {
  await page.goto(MINUTES)
  await load(page, { year: '2025', month: 'March' })
  const headings = table(page).getByRole('columnheader')
  const mtn = table(page).getByRole('columnheader', { name: 'MTN', exact: true })
  await button(page, 'Columns').click()
  await button(page, 'Move MTN to the left').click()
  await page.keyboard.press('Escape')
  await expect(headings.nth(1)).toHaveText('MTN')
  const before = await mtn.boundingBox()
  await mtn.locator('[data-edge]').hover()
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) + (before?.width ?? 0) + 80, (before?.y ?? 0) + 5, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/order=MTN&width=\d+%3AMTN/)
  expect(page.url()).not.toContain('sort=')
  await page.reload()
  await expect(headings.nth(1)).toHaveText('MTN')
  const after = await mtn.boundingBox()
  expect((after?.width ?? 0) - (before?.width ?? 0)).toBeGreaterThan(60)
})

test('the columns that a reader chose are there the next time, until they are reset', async ({ page }) => {
  const address = `${MINUTES}?year=2025&month=3&view=table`
  const headings = table(page).getByRole('columnheader')
  const mtn = table(page).getByRole('columnheader', { name: 'MTN', exact: true })
  const isFirst = (name: string) => expect(headings.nth(1)).toHaveText(name)
  await page.goto(address)
  await expect(mtn).toBeVisible()
  const first = await headings.nth(1).innerText()
  await button(page, 'Columns').click()
  await button(page, 'Move MTN to the left').click()
  await page.getByRole('checkbox', { name: first }).uncheck()
  await expect(page).toHaveURL(/column=.*order=MTN/)
  await page.goto(address)
  await isFirst('MTN')
  await expect(page).toHaveURL(/column=.*order=MTN/)

  await test.step('an address that names columns shows those, and what was chosen stays', async () => {
    await page.goto(`${address}&column=MTN`)
    await isFirst(first)
    await expect(mtn).toHaveCount(0)
    await table(page).getByRole('button', { name: 'Grand Total' }).click()
    await page.goto(address)
    await isFirst('MTN')
  })
  await test.step('they are those of this user and screen', async () => {
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.filter((key) => key.startsWith('columns:'))).toEqual([
      expect.stringMatching(/^columns:analyst:daily-report-minutes\/mno-to-routelink\//),
    ])
  })
  await test.step('a reset forgets them', async () => {
    await page.goto(address)
    await isFirst('MTN')
    await page.getByRole('button', { name: /^Columns/ }).click()
    await button(page, 'Columns of the report').click()
    await isFirst(first)
    await page.goto(address)
    await isFirst(first)
  })
})

test('both directions stand side by side with their net', async ({ page }) => {
  await page.goto(MINUTES)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'Add column').click()
  await page.getByLabel('Of', { exact: true }).selectOption('MTN')
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Routelink to MNO, and net' })
  await button(page, 'Add').click()
  const header = (name: string) => table(page).getByRole('columnheader', { name })
  await expect(header('MTN, Routelink to MNO')).toBeVisible()
  await expect(header('MTN, net')).toBeVisible()
  await button(page, 'Add column').click()
  await button(page, 'Remove MTN, Routelink to MNO, and net').click()
  await button(page, 'Cancel').click()
  await expect(header('MTN, net')).toHaveCount(0)
  await button(page, 'Add column').click()
  await page.getByLabel('Of', { exact: true }).selectOption('All columns')
  await button(page, 'Add').click()
  await expect(header('Grand Total, net')).toBeVisible()
  await expect(page).toHaveURL(/add=beside%3Aroutelink-to-mno$/)
})
