import { expect, signIn, test } from '../portal.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'analyst')
})

for (const path of ['/', '/dashboard']) {
  test(`${path} shows the default dashboard with date and time in UTC (spec 2.7)`, async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-03-07T23:59:30Z'))
    await page.goto(path)
    await expect(page.getByText('No Dashboards Found')).toBeVisible()
    await expect(page.getByText('Portal Location | Dashboard')).toBeVisible()
    await expect(page.locator('strong', { hasText: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('07 Mar 2026, 23:59 UTC')).toBeVisible()
  })
}

test('the clock advances', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-12-31T23:59:30Z') })
  await page.goto('/dashboard')
  await expect(page.getByText('31 Dec 2026, 23:59 UTC')).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByText('01 Jan 2027, 00:00 UTC')).toBeVisible()
})

test('the header has the product, the user and Logout; the product links to /dashboard', async ({ page }) => {
  await page.goto('/test')
  const header = page.getByRole('banner')
  await expect(header.getByText('analyst')).toBeVisible()
  await expect(header.getByText('1.0.0')).toBeVisible()
  await header.getByRole('link', { name: 'BI Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a test page opens for an account with permissions as well', async ({ page }) => {
  await page.goto('/test')
  await expect(page.getByText('This is a test page.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Your account has no menu rights')
  await expect(page.getByRole('main')).toContainText('Accounts without menu rights see this menu.')
})

test.describe('/dashboard/:dashboardId (spec 2.7)', () => {
  const call = '**/dashboards/1'

  test('shows title and description, sets the document title and restores it', async ({ page, request }) => {
    const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
    const answer = await request.get('/dashboards/1', { headers: { authorization: `Bearer ${token}` } })
    const { title, description } = await answer.json()
    await page.goto('/dashboard/1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(description)).toBeVisible()
    await expect(page).toHaveTitle(title)
    await page.getByRole('link', { name: 'BI Dashboard' }).click()
    await expect(page).toHaveTitle('Dashboard')
  })

  test('shows Loading dashboard...', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard/1')
    await expect(page.getByText('Loading dashboard...')).toBeVisible()
    release()
    await expect(page.getByText('Loading dashboard...')).toHaveCount(0)
  })

  test('accepts a list of exactly one dashboard (spec 3.5, B5)', async ({ page }) => {
    await page.route(call, (route) => route.fulfill({ json: [{ title: 'Traffic', description: 'By day' }] }))
    await page.goto('/dashboard/1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic')
    await expect(page.getByText('By day')).toBeVisible()
  })

  test('shows Dashboard not found. for a 404, without a toast', async ({ page, problems }) => {
    problems.expect('status of 404')
    await page.goto('/dashboard/999999')
    await expect(page.getByText('Dashboard not found.')).toBeVisible()
    await expect(page.getByText('Error fetching dashboard')).toHaveCount(0)
  })

  test('shows markup as text (spec 1.5, S44)', async ({ page }) => {
    const title = '<img src=x onerror=alert(1)>'
    await page.route(call, (route) =>
      route.fulfill({ json: { title, description: '</p><script>1</script>' } }),
    )
    await page.goto('/dashboard/1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(title)
    await expect(page.getByText('</p><script>1</script>')).toBeVisible()
  })
})

test('toasts appear at the top right, 356 px wide, three at once, for 4 s (spec 9.9)', async ({
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

test('a page that throws keeps header and menu, and another page works (S56)', async ({ page, problems }) => {
  problems.expect('A page failed.')
  await page.route(/assets\/test-page-.*\.js/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const TestPage = () => { throw new Error("broken") }; export default TestPage',
    }),
  )
  await page.goto('/test')
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('No Dashboards Found')).toBeVisible()
})

test('a page whose code cannot be loaded says so, and Reload loads it (S57)', async ({ page, problems }) => {
  problems.expect('A page failed.', 'ERR_FAILED', 'Failed to fetch dynamically imported module')
  await page.route(/assets\/test-page-.*\.js/, (route) => route.abort())
  await page.goto('/test')
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible()
  await page.unroute(/assets\/test-page-.*\.js/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('This is a test page.')).toBeVisible()
})

test('a lost connection shows a toast (spec 4.22)', async ({ page, context, problems }) => {
  // The start page may still be loading its reports.
  problems.expect('ERR_INTERNET_DISCONNECTED', 'Unable to preload CSS')
  await context.setOffline(true)
  await expect(page.getByRole('alert')).toHaveText('The connection is lost. What you see may be out of date.')
  await context.setOffline(false)
})

test('a skip link leads keyboard users past the header', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
