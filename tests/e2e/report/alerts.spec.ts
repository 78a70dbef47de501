import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, signIn, testOn } from '../portal.ts'
import { startOtherPortal } from '../authoring/other-portal.ts'

const DATASETS = 'examples/datasets'
const MISSING = "Yesterday's figures of number porting are missing"

const test = testOn(() =>
  startOtherPortal(['examples/reports'], '/', '/', DATASETS, {
    // An address that is refused at once.
    ALERT_WEBHOOK_URL: 'https://127.0.0.1/hook',
    ALERT_WEBHOOK_SECRET: 'a-secret-of-24-characters',
  }),
)

test.describe('alerts', { tag: '@rest' }, () => {
  test('an alert fires, is listed with its rows, and ends after an import', async ({ page, other }) => {
    await signIn(page, 'superadmin')
    const bell = page.getByRole('button', { name: /^Alerts: \d+ firing$/ })
    await expect(bell).toBeVisible({ timeout: 15_000 })
    const before = Number(await bell.textContent())
    // By the keyboard, as everything in the header.
    await bell.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Alerts' })
    const entry = dialog
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: MISSING, exact: true }) })
    await expect(entry).toContainText('Service Levels. Since ')
    await expect(entry).toContainText('no records')
    await entry.getByRole('link', { name: `Open the report: ${MISSING}` }).click()
    await expect(page).toHaveURL(/\/report\/service-levels\?.*service=PORTING/)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table')).toBeVisible()

    // With the records of yesterday it ends.
    const day = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
    const file = join(other.dataDir, 'porting.csv')
    await writeFile(file, `day,service,minutesUp,minutesPlanned,tickets\n${day},PORTING,1440,1440,0\n`)
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'src/cli/data.ts', 'import', 'service-levels', file],
      {
        env: { ...process.env, DATA_DIR: other.dataDir, DATASETS_DIR: DATASETS, REPORTS_DIR: other.reports },
      },
    )
    await expect(async () => {
      await page.reload()
      const name = before === 1 ? 'Alerts: none firing' : `Alerts: ${before - 1} firing`
      await expect(page.getByRole('button', { name })).toBeVisible()
    }).toPass({ timeout: 20_000 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: /^Alerts: / }).click()
    await expect(dialog.getByRole('heading', { name: `Ended: ${MISSING}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Alerts: / })).toBeFocused()
  })

  test('a report says how often its alerts would have fired, also at 390 px', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await signIn(page, 'superadmin', '/report/service-levels')
    await page.getByRole('button', { name: 'Try alerts' }).click()
    const dialog = page.getByRole('dialog', { name: 'How often would alerts have fired?' })
    await expect(dialog.getByText(/ in \d+ evaluations, /).first()).toBeVisible()
    await dialog.getByRole('button', { name: '4', exact: true }).click()
    await expect(dialog.getByText(/ in 2\d evaluations, /).first()).toBeVisible()
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Try alerts' })).toBeFocused()
  })

  test('all alerts, also quiet ones, are listed for administrators with their values', async ({ page }) => {
    await signIn(page, 'superadmin', '/roles')
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Alerts' })
      .click()
    const list = page.getByRole('table', { name: 'What alerts watch' })
    const quiet = list.getByRole('row').filter({ hasText: 'Voice was below 99.5%' })
    await expect(quiet).toContainText('Quiet')
    await expect(quiet).toContainText(/\d+\/\d+\/\d{4} \w{3}, Availability, \d+\.\d\d%/)
    await page.getByLabel('Search:').fill('porting')
    await page.getByLabel('Search:').press('Enter')
    await expect(list.getByRole('rowheader')).toHaveText([/number porting/])
    await list.getByRole('link', { name: 'Service Levels' }).click()
    await expect(page).toHaveURL(/\/report\/service-levels\?.*service=PORTING/)
  })

  test('a webhook that could not be sent is listed where no mail is configured', async ({ page }) => {
    await signIn(page, 'superadmin', '/roles')
    await page.getByRole('link', { name: 'Deliveries' }).click()
    const failed = page.getByRole('table', { name: 'What could not be sent' })
    const row = failed.getByRole('row').filter({ hasText: 'service-levels/' }).first()
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText('127.0.0.1 is an address of a private network')
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText('What is sent regularly')).toBeHidden()
  })
})
