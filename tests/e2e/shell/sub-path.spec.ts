import { startOtherPortal } from '../authoring/other-portal.ts'
import { DEMO_PASSWORD, expect, testOn, trySignIn } from '../portal.ts'

const test = testOn(() => startOtherPortal(['reports'], '/portal/', '/portal/'))

test(
  'a portal built for a sub-path keeps routes, calls, files, deep links and Back below it (spec 7.1)',
  { tag: '@rest' },
  async ({ page }) => {
    // As a proxy that shows the portal below a path and other things beside it.
    const strays: string[] = []
    await page.route('**', async (route) => {
      const url = new URL(route.request().url())
      if (!url.pathname.startsWith('/portal/')) {
        strays.push(url.pathname)
        return route.fulfill({ status: 404 })
      }
      url.pathname = url.pathname.slice('/portal'.length)
      return route.fulfill({ response: await route.fetch({ url: url.href }) })
    })
    const failed: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
    })
    const path = () => new URL(page.url()).pathname + new URL(page.url()).search

    await page.goto('/portal/report/monthly-reports/mno-to-routelink?year=2025')
    await expect(page).toHaveURL(/\/portal\/login$/)
    await trySignIn(page, 'superadmin', DEMO_PASSWORD)
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
    expect({ failed, strays }).toEqual({ failed: [], strays: [] })
  },
)
