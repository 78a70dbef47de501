import { readFileSync } from 'node:fs'
import { expect, type Page, signIn, test } from '../portal.ts'

const cards = (page: Page) => page.getByRole('region', { name: 'Your reports' }).getByRole('listitem')
const titles = (page: Page) => cards(page).getByRole('heading', { level: 3 })

/** The labels of the shipped reports in the order of the menu. */
const labels = [
  'monthly-report',
  'daily-report-minutes',
  'daily-international-minutes',
  'daily-local-exchange-traffic',
  'daily-international-exchange-traffic',
].map((id) => {
  const { menu } = JSON.parse(readFileSync(`reports/${id}.json`, 'utf8')) as { menu: { label: string } }
  return menu.label
})

const waitForAll = async (page: Page) => {
  await expect(titles(page).first()).toBeVisible()
  await expect(page.locator('li[aria-busy]')).toHaveCount(0)
}

test('the dashboard page shows each report with its latest period, and opens it (spec 2.7)', async ({
  page,
}) => {
  await signIn(page, 'analyst')
  await waitForAll(page)
  await expect(titles(page)).toHaveText(labels)
  const card = cards(page).filter({ hasText: 'Daily Local Exchange Traffic' })
  const period = (await card.getByText(/^\d{4} [A-Z][a-z]+$/).innerText()).trim()
  // The number is compact; the exact one is the tooltip, and what screen readers read.
  const total = (await card.getByText(/^[\d,]+\.\d\d$/).textContent()) ?? ''
  await expect(card.getByTitle(total)).toHaveText(/^\d+\.\d\d\s[KM]$/)
  await expect(card.getByText(/^[+-]?[\d,.]+% on /)).toBeVisible()
  await card.getByRole('link').click()
  await expect(page).toHaveURL(/\/report\/daily-local-exchange-traffic\?year=\d+&month=\d+&view=table$/)
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(period) })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText(total)
})

test('a report that was opened comes first, for its user only (spec 2.7)', async ({ page }) => {
  await signIn(page, 'analyst')
  await waitForAll(page)
  await cards(page).nth(3).getByRole('link').click()
  await expect(page.getByRole('table')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('recentReports')))
    .toContain('daily-local-exchange-traffic')
  await page.getByRole('link', { name: 'BI Dashboard' }).click()
  await waitForAll(page)
  await expect(titles(page)).toHaveText([labels[3], labels[0], labels[1], labels[2], labels[4]].map(String))
  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, 'superadmin')
  await waitForAll(page)
  await expect(titles(page)).toHaveText(labels)
})

test('a report whose records cannot be loaded says so, the others are shown (spec 2.7)', async ({
  page,
  problems,
}) => {
  problems.expect(/503/)
  await page.route('**/v1/local-exchange-traffic/**', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Try again later.' } }),
  )
  await signIn(page, 'analyst')
  await waitForAll(page)
  await expect(page.getByText('Its figures could not be loaded.')).toHaveCount(1)
  await expect(cards(page).getByText(/^[\d,]+\.\d\d$/)).toHaveCount(4)
})
