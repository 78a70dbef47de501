import { expect, test, trySignIn } from '../portal.ts'

const login = '**/auth/login'

test.describe('the sign-in screen (spec 2.6, 5.1, 8.2)', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login')
  })

  test('has its title as document title and heading, its subtitle and its fields (spec 2.3)', async ({
    page,
  }) => {
    await expect(page).toHaveTitle('Home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
    await expect(page.getByText('Enter your username below to login to your account.')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByText('BI Dashboard')).toBeVisible()
    await expect(page.getByText('Version 1.0.0')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  })

  test('names a missing field, focuses it and sends nothing', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await trySignIn(page, 'x', '  ')
    await expect(page.getByRole('alert')).toHaveText('[Password] is required')
    await expect(page.getByLabel('Password')).toBeFocused()
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
    expect(sent.filter((url) => url.includes('/auth/'))).toEqual([])
  })

  test('shows why a sign-in failed', async ({ page, problems }) => {
    problems.expect('status of', 'ERR_FAILED')
    for (const [answer, message] of [
      [{ status: 429, json: { message: 'Too many attempts.' } }, 'Too many attempts.'],
      [{ status: 500, json: {} }, 'Login failed. Status: 500'],
      [{ status: 502, body: '<h1>Bad</h1>' }, 'Login failed. Status: 502'],
      [{ status: 200, json: { role: 'x' } }, 'Login successful, but no token received.'],
      [{ status: 200, body: '<html>' }, 'HTTP 200: OK'],
      [null, 'An unexpected error occurred. Please try again.'],
      [{ status: 200, json: { accessToken: 'a\nb' } }, 'Login successful, but no token received.'],
    ] as const) {
      await page.unrouteAll()
      await page.route(login, (route) => (answer === null ? route.abort() : route.fulfill(answer)))
      await trySignIn(page, 'analyst', 'x')
      await expect(page.getByRole('alert')).toHaveText(message)
    }
  })

  test('shows Logging in... while busy and sends one request for many clicks; the default role is ROLE_USER (spec 3.2, S62)', async ({
    page,
  }) => {
    let calls = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(login, async (route) => {
      calls += 1
      await held
      const answer = await route.fetch()
      const { accessToken, sessionId } = await answer.json()
      await route.fulfill({ json: { accessToken, sessionId } })
    })
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    const busy = page.getByRole('button', { name: 'Logging in...' })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    await page.getByLabel('Password').press('Enter')
    release()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(calls).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('userRole'))).toBe('ROLE_USER')
  })

  test('stores token, session id, username and role, and replaces history (spec 3.1, 4.2)', async ({
    page,
  }) => {
    await page.goto('/login?before')
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/dashboard$/)
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    expect(stored).toMatchObject({ authToken: expect.any(String), sessionId: expect.any(String) })
    expect(stored['username']).toBe('analyst')
    expect(stored['userRole']).toBe('analyst')
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('lists the demo accounts; a click fills one in (spec 2.6)', async ({ page }) => {
    await page.getByRole('button', { name: 'administrator' }).click()
    await expect(page.getByLabel('Username')).toHaveValue('administrator')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByText('administrator')).toBeVisible()
  })

  test('lists no accounts in a portal without demo data', async ({ page }) => {
    await page.route('**/settings.properties', (route) => route.fulfill({ body: 'api.base.url=/\n' }))
    await page.reload()
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect(page.getByText('Demo accounts')).toHaveCount(0)
  })
})
