import { expect, holdRequests, signIn, test } from '../portal.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'analyst', '/test')
})

test('/ and /dashboard show the default dashboard and the time of UTC (spec 2.7)', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-12-31T23:59:30Z') })
  await page.goto('/dashboard')
  await expect(page.getByText('31 Dec 2026, 23:59 UTC')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Dashboards' })).toBeVisible()
  await expect(page.getByText('Portal Location | Dashboard')).toBeVisible()
  await expect(page.locator('strong', { hasText: 'Dashboard' })).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByText('01 Jan 2027, 00:00 UTC')).toBeVisible()
})

test('the header has the product, the user and Logout, and is skipped by a link', async ({ page }) => {
  await expect(page.getByText('This is a test page.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Your account has no menu rights')
  await expect(page.getByRole('main')).toContainText('Accounts without menu rights see this menu.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const header = page.getByRole('banner')
  await expect(header.getByText('analyst')).toBeVisible()
  await expect(header.getByText('1.0.0')).toBeVisible()
  await header.getByRole('link', { name: 'BI Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('/dashboard/:dashboardId shows its title as text (spec 2.7, 3.5, 1.5)', async ({ page, problems }) => {
  problems.expect('status of 404')
  const title = '<img src=x onerror=alert(1)>'
  const release = await holdRequests(page, '**/dashboards/1', (route) =>
    route.fulfill({ json: [{ title, description: '</p><script>1</script>' }] }),
  )
  await page.goto('/dashboard/1')
  await expect(page.getByText('Loading dashboard...')).toBeVisible()
  release()
  await expect(page.getByText('Loading dashboard...')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('</p><script>1</script>')).toBeVisible()
  await expect(page).toHaveTitle(title)
  await page.getByRole('link', { name: 'BI Dashboard' }).click()
  await expect(page).toHaveTitle('Dashboard')

  await page.unrouteAll()
  await page.goto('/dashboard/999999')
  await expect(page.getByText('Dashboard not found.')).toBeVisible()
  await expect(page.getByText('Error fetching dashboard')).toHaveCount(0)
})

test('toasts are at the top right, 356 px wide, three at once, 4 s (spec 9.9)', async ({
  page,
  problems,
}) => {
  problems.expect('status of 500')
  await page.clock.install()
  await page.route('**/dashboards/*', (route) =>
    route.fulfill({ status: 500, json: { message: `of ${new URL(route.request().url()).pathname}` } }),
  )
  for (const id of [1, 2, 3, 4]) {
    await page.evaluate((number) => {
      history.pushState(null, '', `/dashboard/${number}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, id)
    await expect(page.getByText(`Error: of /dashboards/${id}`)).toBeVisible()
  }
  const toasts = page.getByText(/^Error fetching dashboard: /)
  await expect(toasts).toHaveText([4, 3, 2].map((id) => `Error fetching dashboard: of /dashboards/${id}`))
  const box = await page
    .getByRole('alert')
    .filter({ hasText: 'fetching dashboard: of /dashboards/4' })
    .boundingBox()
  expect(box?.width).toBe(356)
  expect((box?.x ?? 0) + 356).toBeGreaterThan(1400)
  expect(box?.y).toBeLessThan(100)
  await page.clock.runFor(5_000)
  await expect(toasts).toHaveCount(0)
})

test('a page that fails keeps header and menu, and others or Reload work', async ({ page, problems }) => {
  problems.expect('A page failed.', 'ERR_FAILED', 'Failed to fetch dynamically imported module')
  const code = /assets\/sessions-screen-.*\.js/
  await page.route(code, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const OwnSessions = () => { throw new Error("broken") }',
    }),
  )
  await page.goto('/account/sessions')
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('region', { name: 'Dashboards' })).toBeVisible()

  await page.unroute(code)
  await page.route(code, (route) => route.abort())
  await page.goto('/account/sessions')
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
})

test('a lost connection shows a toast (spec 4.22)', async ({ page, context, problems }) => {
  // The start page may still be loading its reports.
  problems.expect('ERR_INTERNET_DISCONNECTED', 'Unable to preload CSS')
  await context.setOffline(true)
  await expect(page.getByRole('alert')).toHaveText('The connection is lost. What you see may be out of date.')
  await context.setOffline(false)
})

test('a page says that the browser is offline, and opens once it is connected', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(
    'A page failed.',
    'ERR_INTERNET_DISCONNECTED',
    'Failed to fetch dynamically imported module',
    'Unable to preload CSS',
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Dashboards' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^analyst/ }).click()
  await page.getByRole('link', { name: 'Your sessions' }).click()
  await expect(page.getByText('You are offline, and this page is not loaded yet.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
})
