import { expect, signIn, test } from '../portal.ts'
import { beginWith, SLOW } from './studio.ts'

test.setTimeout(120_000)

test('a report is shown as tiles and as its mail, without a breach of the policy', async ({ page }) => {
  await beginWith(page, 'minutes-trend')
  const show = page.getByLabel('Show', { exact: true })
  await show.selectOption('Tiles')
  const tiles = page.getByRole('main').locator('.dashboard-grid > li')
  await expect(tiles).toHaveCount(3, SLOW)
  await expect(tiles.nth(0)).toContainText('Minutes Trend', SLOW)
  await expect(tiles.nth(1).locator('.vega-embed svg')).toBeVisible(SLOW)
  await expect(tiles.nth(2).getByRole('table')).toBeVisible()
  await page.getByLabel('State', { exact: true }).selectOption('Error')
  await expect(page.getByText('Its figures could not be loaded').first()).toBeVisible(SLOW)
  await show.selectOption('Mail')
  const mail = page.getByRole('region', { name: /^Subject: Minutes Trend/ })
  await expect(mail.getByRole('heading', { level: 1, name: /Minutes Trend/ })).toHaveCSS(
    'font-size',
    '20px',
    SLOW,
  )
  await expect(mail.getByRole('img', { name: /^Chart: Minutes Trend/ })).toHaveJSProperty(
    'naturalWidth',
    1280,
  )
  await expect(mail).toContainText('superadmin has this mail sent to you')
  await expect(mail).toContainText('Attached:')
})

test('a dashboard is shown as its tiles and as its mail', async ({ page }) => {
  await signIn(page, 'superadmin', '/studio/dashboards/operations')
  await expect(page.getByRole('main').locator('.dashboard-grid > li').first()).toContainText('M', SLOW)
  await page.getByLabel('Show', { exact: true }).selectOption('Mail')
  await expect(page.getByRole('region', { name: 'Subject: Operations' })).toContainText('Grand Total', SLOW)
})

test('a report whose records decide its series is shown with many', async ({ page }) => {
  await beginWith(page, 'number-portability')
  const headers = page.getByRole('main').getByRole('columnheader')
  await expect(headers.first()).toBeVisible(SLOW)
  const count = await headers.count()
  await page.getByLabel('State', { exact: true }).selectOption('Many series')
  await expect.poll(() => headers.count(), SLOW).toBeGreaterThan(count * 4)
})
