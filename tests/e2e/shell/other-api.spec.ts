import { expect, type Page, signIn, test } from '../portal.ts'

/** The calls of the specification (spec 7), as they are written there: `{…}` is one part of a path. */
const SPECIFIED = [
  'POST /auth/login',
  'POST /auth/validate-token',
  'POST /auth/logout',
  'GET /auth/permissions',
  'GET /dashboards/{id}',
  'GET /v1/system-users',
  'GET /v1/system-users/{id}',
  'GET /v1/role-master',
  'GET /v1/role-master/{id}',
  'GET /v1/menu-hierarchy/role/{id}',
  'GET /v1/menu-hierarchy/user/{id}',
  'GET /v1/rights-management/role/{id}/rights',
  'GET /v1/rights-management/system-user/{id}/rights',
  'GET /v1/monthly-reports/{year}/{type}',
  'GET /v1/monthly-reports/{year}/{month}/{type}',
  'GET /v1/monthly-reports/years',
  'GET /v1/monthly-reports/download/{year}/{type}',
  'GET /v1/monthly-reports/download/{year}/{month}/{type}',
  'GET /v1/international-minutes/ida-to-routelink/{month}',
  'GET /v1/international-minutes/routelink-to-mno/{month}',
  'GET /v1/international-minutes/download/ida-to-routelink/{month}',
  'GET /v1/international-minutes/download/routelink-to-mno/{month}',
  'GET /v1/local-exchange-traffic/{year}/{month}',
  'GET /v1/local-exchange-traffic/download/{year}/{month}',
  'GET /api/international-exchange/years',
  'GET /api/international-exchange/data',
  'GET /api/international-exchange/download',
].map((call) => new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`))

const PARAMETERS = new Set(['page', 'size', 'search', 'service', 'year', 'month'])

/** Lets only the calls of the specification through to the API, and returns the others. */
const serveSpecifiedCalls = async (page: Page): Promise<readonly string[]> => {
  const others: string[] = []
  await page.route('**/settings.properties', (route) =>
    route.fulfill({ body: 'api.base.url=/\nfeature.reports.enabled=true\n' }),
  )
  await page.route(
    ({ pathname }) => /^\/(?:auth|v1|api|dashboards)\//.test(pathname),
    (route) => {
      const url = new URL(route.request().url())
      const call = `${route.request().method()} ${url.pathname}`
      const isKnown = SPECIFIED.some((known) => known.test(call))
      if (isKnown && [...url.searchParams.keys()].every((name) => PARAMETERS.has(name)))
        return route.continue()
      others.push(call + url.search)
      return route.fulfill({ status: 404, json: { success: false, message: 'not here' } })
    },
  )
  return others
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'with an API that announces nothing, every screen sends only the calls of the specification (spec 1.3)',
  { tag: '@rest' },
  async ({ page }) => {
    test.setTimeout(120_000)
    const others = await serveSpecifiedCalls(page)
    await signIn(page, 'superadmin')

    await test.step('dashboard', async () => {
      await expect(page.getByText('No Dashboards Found')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Reports' }).getByRole('link')).toHaveCount(5)
      await expect(page.getByRole('button', { name: 'superadmin' })).toHaveCount(0)
    })

    await test.step('roles', async () => {
      await page.goto('/roles')
      await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('link')).toHaveText([
        'Roles',
        'Rights Administration',
        'System Users',
      ])
      await button(page, 'Edit Role').first().click()
      await expect(button(page, 'Update')).toBeVisible()
    })

    await test.step('rights', async () => {
      await page.goto('/roles/rights-administration')
      await page.getByLabel('Select type').selectOption({ label: 'System Users' })
      await page.getByLabel('Select user').selectOption({ label: 'analyst' })
      await button(page, 'Open All').click()
      await expect(page.getByRole('switch').first()).toBeVisible()
    })

    await test.step('users', async () => {
      await page.goto('/roles/system-user')
      await expect(page.getByRole('rowheader', { name: 'analyst', exact: true })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: /Last sign-in/ })).toHaveCount(0)
      await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
      await button(page, 'Edit').first().click()
      await expect(button(page, 'Update')).toBeVisible()
    })

    await test.step('sessions and history do not exist', async () => {
      for (const path of ['/roles/sessions', '/roles/history']) {
        await page.goto(path)
        await expect(page).toHaveURL(/\/dashboard$/)
      }
    })

    for (const path of [
      '/report/monthly-reports/mno-to-routelink?year=2025',
      '/report/monthly-reports/routelink-to-mno?year=2025',
      '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3',
      '/report/daily-report-minutes/routelink-to-mno?year=2025&variant=monthly-average',
      '/report/daily-report-international-minutes?year=2025&month=3',
      '/report/daily-report-international-minutes?tab=routelink-to-mno&year=2025&month=3',
      '/report/daily-local-exchange-traffic?year=2025&month=3',
      '/report/daily-international-exchange-traffic?year=2025&month=3',
    ]) {
      await test.step(path, async () => {
        await page.goto(`${path}&view=table&compare=previous`)
        await expect(page.getByRole('table')).toBeVisible()
        await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
        await button(page, 'View Chart').click()
        await expect(page.getByRole('img')).toBeVisible()
      })
    }

    await button(page, 'Logout').click()
    await expect(button(page, 'Login')).toBeVisible()
    expect(others).toEqual([])
  },
)
