import { button, expect, type Page, table, test } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'
const MARCH = `${LOCAL}?year=2025&month=3&view=table`
const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true })

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
