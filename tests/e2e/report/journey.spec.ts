import {
  button,
  cells,
  chart,
  choose,
  expect,
  fileOf,
  pressed,
  series,
  submit,
  table,
  test,
} from './report.ts'
import { localExchange as screen } from './screens.ts'

test('a report has known rows in table, chart and file (spec 2.20, 4.19, 7.15)', async ({ page }) => {
  await page.goto(screen.path)
  await test.step('starts with titles and no data', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.title)
    await expect(page).toHaveTitle(screen.title)
    await expect(page.locator('[data-breadcrumb]')).toHaveText(screen.breadcrumb)
    await expect(page.locator('[data-breadcrumb] strong')).toHaveText('Reports')
    await expect(table(page)).toHaveCount(0)
    await expect(page.getByText('Choose year and month, then Submit.')).toBeVisible()
    await expect(button(page, 'View Chart')).toBeVisible()
  })

  await test.step('loads the table on Submit', async () => {
    await choose(page, screen)
    const answer = page.waitForResponse((response) => response.url().endsWith(screen.call))
    await submit(page)
    expect((await answer).status()).toBe(200)
    await expect(page.getByRole('table', { name: screen.tableTitle, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: screen.tableTitle, exact: true })).toBeVisible()
    const lines = [screen.header, ...screen.rows, screen.total]
    expect(await cells(table(page))).toEqual(lines)
    await expect(page.locator('tfoot td').last()).toHaveCSS('font-weight', '700')
  })

  await test.step('saves the workbook', async () => {
    const { name, bytes } = await fileOf(page, () => button(page, 'Download').click())
    expect(name).toBe(screen.workbook.replace('{today}', new Date().toISOString().slice(0, 10)))
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  const on = screen.series.slice(0, screen.shown)
  await test.step('shows title, buttons, default series and hint of the chart', async () => {
    await button(page, 'View Chart').click()
    await expect(chart(page)).toHaveAccessibleName(screen.chartTitles[0])
    await expect(table(page)).toHaveCount(0)
    await expect(button(page, 'Hide Chart')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Chart type' }).getByRole('button')).toHaveText([
      ...screen.labels,
    ])
    await expect(button(page, screen.labels[0])).toHaveAttribute('aria-pressed', 'true')
    await expect(series(page)).toHaveText([...screen.series])
    await expect(pressed(page)).toHaveText(on)
    await expect(page.getByText(/^\(Showing .* by default\)$/)).toHaveText(screen.hint)
  })

  await test.step('draws the data of line and bar', async () => {
    const places = on.map((name) => screen.header.indexOf(name))
    const drawn = [screen.header, ...screen.rows, screen.total].map((line) =>
      [0, ...places].map((place) => line[place] ?? ''),
    )
    await page.getByText('Show data').click()
    await expect(page.getByRole('table', { name: screen.chartTitles[0] })).toBeVisible()
    expect(await cells(table(page))).toEqual(drawn)
    await button(page, screen.labels[2]).click()
    await expect(chart(page)).toHaveAccessibleName(screen.chartTitles[2])
    await expect(page.getByRole('table', { name: screen.chartTitles[2] })).toBeVisible()
    expect(await cells(table(page))).toEqual(drawn)
  })

  await test.step('draws the pie with one slice per visible series, sums and shares', async () => {
    await button(page, screen.labels[1]).click()
    await expect(chart(page)).toHaveAccessibleName(screen.chartTitles[1])
    await expect(page.getByRole('table', { name: screen.chartTitles[1] })).toBeVisible()
    expect(await cells(table(page))).toEqual([
      ['Series', 'Total', 'Share %'],
      ...screen.slices.map(([name, sum]) => [name, sum, expect.stringMatching(/^\d+\.\d\d$/)]),
    ])
    for (const [name, , percent] of screen.slices) {
      await expect(chart(page).getByText(`${name} ${percent}%`, { exact: true })).toHaveCount(1)
    }
  })

  await test.step('changes the series by toggles, Hide All, Show All and Default', async () => {
    await series(page).first().click()
    await expect(pressed(page)).toHaveText(on.slice(1))
    await expect(chart(page).getByText(new RegExp(`^${on[0]} \\d+%$`))).toHaveCount(0)
    await button(page, 'Hide All').click()
    await expect(pressed(page)).toHaveCount(0)
    await expect(page.getByText('No data available for the selected series.')).toBeVisible()
    await button(page, 'Show All').click()
    await expect(pressed(page)).toHaveText([...screen.series])
    await button(page, 'Default').click()
    await expect(pressed(page)).toHaveText(on)
  })

  await test.step('returns to the table on Hide Chart', async () => {
    await button(page, 'Hide Chart').click()
    await expect(page.getByRole('table', { name: screen.tableTitle, exact: true })).toBeVisible()
    await expect(chart(page)).toHaveCount(0)
  })

  await test.step('shows a message for a period without records (spec 8.5)', async () => {
    await choose(page, { year: screen.emptyYear, month: screen.emptyMonth })
    await expect(page.getByText(screen.emptyText, { exact: true }).filter({ visible: true })).toHaveCount(1)
    await expect(table(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText(screen.emptyBanner)
  })
})
