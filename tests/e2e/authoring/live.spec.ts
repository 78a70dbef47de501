import { expect, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../portal.ts'
import { type DevServer, startDevServer } from './dev-server.ts'

let server: DevServer
test.beforeAll(async () => {
  server = await startDevServer()
})
test.afterAll(() => server.stop())

test(
  'the development server shows changes of definitions at once, reports errors, and keeps the last valid version',
  { tag: '@rest' },
  async ({ page }) => {
    test.setTimeout(120_000)
    // Only the development build of React reports misuse of its hooks.
    const misuse: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('react.dev')) misuse.push(message.text())
    })
    const overlay = page.locator('vite-error-overlay')
    const table = page.getByRole('table')
    const header = (name: string) => table.getByRole('columnheader', { name })

    await page.goto(`${server.url}/login`)
    await page.getByLabel('Username').fill('analyst', { timeout: 60_000 })
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible({ timeout: 30_000 })
    await page.goto(`${server.url}/report/monthly-reports/mno-to-routelink?year=2025&view=table`)
    await expect(header('GLO')).toBeVisible({ timeout: 60_000 })

    await test.step('shows a valid change without a reload', async () => {
      await server.save('monthly-report', (text) => text.replace('"label": "GLO"', '"label": "Glo World"'))
      await expect(header('Glo World')).toBeVisible({ timeout: 30_000 })
    })

    await test.step('shows an error with its location on the screen and in the terminal', async () => {
      await server.save('monthly-report', (text) => text.replace('"columns"', '"colums"'))
      const diagnostic = "colums: unknown key 'colums'; known are"
      await expect(overlay).toContainText(diagnostic, { timeout: 30_000 })
      await expect(overlay).toContainText(/monthly-report\.json:\d+:3/)
      await expect(overlay).toContainText('The last good version stays in use.')
      expect(server.output()).toContain(diagnostic)
    })

    await test.step('keeps the last valid version usable, API included', async () => {
      await page.keyboard.press('Escape')
      await expect(overlay).toHaveCount(0)
      await page.getByLabel('Choose Year').selectOption('2024')
      await expect(page.getByRole('heading', { name: /Monthly Report Data - 2024/ })).toBeVisible()
      await expect(header('Glo World')).toBeVisible()
    })

    await test.step('shows the error after a reload as well', async () => {
      await page.reload()
      await expect(overlay).toContainText("unknown key 'colums'", { timeout: 30_000 })
    })

    await test.step('shows a corrected definition at once', async () => {
      await server.save('monthly-report', (text) =>
        text.replace('"colums"', '"columns"').replace('"label": "Glo World"', '"label": "GLO"'),
      )
      await expect(overlay).toHaveCount(0, { timeout: 30_000 })
      await expect(header('GLO')).toBeVisible({ timeout: 30_000 })
    })

    await test.step('reports a dataset that no longer fits the report in the same way', async () => {
      await server.saveDataset('monthly-reports', (text) => text.replaceAll('gloDailyAvg', 'gloAverage'))
      await expect(overlay).toContainText("'gloDailyAvg' is not a measure of 'monthly-reports'", {
        timeout: 30_000,
      })
      await expect(overlay).toContainText(/monthly-report\.json:\d+:\d+/)
      await server.saveDataset('monthly-reports', (text) => text.replace('"noun"', '"nuon"'))
      await expect(overlay).toContainText(/monthly-reports\.json:5:3 nuon: unknown key/, { timeout: 30_000 })
      await server.saveDataset('monthly-reports', (text) =>
        text.replace('"nuon"', '"noun"').replaceAll('gloAverage', 'gloDailyAvg'),
      )
      await expect(overlay).toHaveCount(0, { timeout: 30_000 })
      await expect(header('GLO')).toBeVisible({ timeout: 30_000 })
    })

    expect(misuse).toEqual([])
  },
)
