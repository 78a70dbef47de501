import { button, chart, choose, expect, type Page, table, test } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'
const MARCH = `${LOCAL}?year=2025&month=3&view=table`
const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true })
const query = (page: Page) => new URL(page.url()).searchParams

const hide = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name, exact: true }).uncheck()
  await page.keyboard.press('Escape')
}

test.describe('sort order and hidden columns (spec 2.20, 4.17)', () => {
  test('are in the address and come back with the chart, a page reload and another month', async ({
    page,
  }) => {
    await page.goto(MARCH)
    await header(page, 'Grand Total').getByRole('button').click()
    await header(page, 'Grand Total').getByRole('button').click()
    await hide(page, 'Airtel → GLO')
    await expect(page).toHaveURL(/sort=desc/)
    expect([query(page).get('sort'), query(page).getAll('column')]).toEqual([
      'desc:Grand Total',
      ['Airtel → GLO'],
    ])
    const check = async () => {
      await expect(header(page, 'Grand Total')).toHaveAttribute('aria-sort', 'descending')
      await expect(header(page, 'Airtel → GLO')).toHaveCount(0)
      await expect(header(page, 'Airtel → MTN')).toHaveCount(1)
    }
    await button(page, 'View Chart').click()
    await expect(chart(page)).toBeVisible()
    await button(page, 'Hide Chart').click()
    await check()
    await page.reload()
    await check()
    await choose(page, { month: 'April' })
    await expect(table(page)).toHaveAccessibleName(/2025 April$/)
    await check()
    await page.goBack()
    await expect(table(page)).toHaveAccessibleName(/2025 March$/)
    await check()
  })
})

test.describe('Copy link (spec 4.17)', () => {
  test('copies the address of exactly this view', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(MARCH)
    await header(page, 'Grand Total').getByRole('button').click()
    await button(page, 'Copy link').click()
    await expect(page.getByRole('status').getByText('Link copied. It opens exactly this view.')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(page.url())
    const other = await context.newPage()
    await other.goto(link)
    await expect(header(other, 'Grand Total')).toHaveAttribute('aria-sort', 'ascending')
  })
})

test.describe('a failed load (spec 4.13, 4.17)', () => {
  const refuse = (page: Page) =>
    page.route('**/local-exchange-traffic/2025/5', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, message: 'The server is busy.', records: [], requestId: 'r-42' },
      }),
    )

  test('shows the id of the request, which can be copied (spec 7.3)', async ({ page, context, problems }) => {
    problems.expect('status of 503', 'local-exchange-traffic')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await refuse(page)
    await page.goto(`${LOCAL}?year=2025&month=5&view=table`)
    await expect(page.getByText('Request id r-42')).toBeVisible()
    await button(page, 'Copy the request id').click()
    await expect(button(page, 'Copy the request id')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('r-42')
  })
})
