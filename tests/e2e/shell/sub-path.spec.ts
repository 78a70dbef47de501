import { expect, test as base } from '@playwright/test'
import { type OtherPortal, startOtherPortal } from '../authoring/other-portal.ts'
import { DEMO_PASSWORD } from '../portal.ts'
import { type StrippingProxy, startStrippingProxy } from './prefix-proxy.ts'

const test = base.extend<object, { portal: OtherPortal; front: StrippingProxy }>({
  portal: [
    async ({ browserName: _browser }, use) => {
      const portal = await startOtherPortal(['reports'], '/portal/', '/portal/')
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  front: [
    async ({ portal }, use) => {
      const front = await startStrippingProxy(portal.url, '/portal/')
      await use(front)
      await front.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ front }, use) => use(front.url),
})

test(
  'a portal built for a sub-path keeps routes, calls, files, deep links and Back below it (spec 7.1)',
  { tag: '@rest' },
  async ({ page, front }) => {
    const failed: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
    })
    const path = () => new URL(page.url()).pathname + new URL(page.url()).search

    await page.goto('/portal/report/monthly-reports/mno-to-routelink?year=2025')
    await expect(page).toHaveURL(/\/portal\/login$/)
    await page.getByLabel('Username').fill('superadmin')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(path()).toBe('/portal/report/monthly-reports/mno-to-routelink?year=2025')

    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('monthly_report_mno_to_routelink_2025.xlsx')

    const shown = path()
    await page.reload()
    await expect(page.getByRole('table')).toBeVisible()
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('table')).toBeVisible()
    expect(path()).toBe(shown)
    await page.waitForLoadState('networkidle')

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/portal\/login$/)
    expect({ failed, strays: front.strays() }).toEqual({ failed: [], strays: [] })
  },
)
