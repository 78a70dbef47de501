import { expect, signIn, test, trySignIn } from '../portal.ts'

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

  for (const [name, answer, message, error] of [
    [
      "the server's message",
      { status: 429, json: { message: 'Too many attempts.' } },
      'Too many attempts.',
      '429',
    ],
    ['the status without a message', { status: 500, json: {} }, 'Login failed. Status: 500', '500'],
    ['the status of a page', { status: 502, body: '<h1>Bad</h1>' }, 'Login failed. Status: 502', '502'],
    ['no token', { status: 200, json: { role: 'x' } }, 'Login successful, but no token received.', null],
    [
      'a token that can be none',
      { status: 200, json: { accessToken: 'a\nb' } },
      'Login successful, but no token received.',
      null,
    ],
    ['a page in place of an answer', { status: 200, body: '<html>' }, 'HTTP 200: OK', null],
  ] as const) {
    test(`shows ${name}`, async ({ page, problems }) => {
      if (error !== null) problems.expect(`status of ${error}`)
      await page.route(login, (route) => route.fulfill(answer))
      await trySignIn(page, 'analyst', 'x')
      await expect(page.getByRole('alert')).toHaveText(message)
    })
  }

  test('shows An unexpected error occurred. Please try again. without a response', async ({
    page,
    problems,
  }) => {
    problems.expect('ERR_FAILED')
    await page.route(login, (route) => route.abort())
    await trySignIn(page, 'analyst', 'x')
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.')
  })

  test('shows Logging in... while busy and sends one request for many clicks (S62)', async ({ page }) => {
    let calls = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(login, async (route) => {
      calls += 1
      await held
      await route.continue()
    })
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    const busy = page.getByRole('button', { name: 'Logging in...' })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    await page.getByLabel('Password').press('Enter')
    release()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(calls).toBe(1)
  })

  test('stores token, session id, username and role, and replaces history (spec 3.1, 4.2)', async ({
    page,
  }) => {
    await page.goto('/login?before')
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/dashboard$/)
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    expect(Object.keys(stored).toSorted()).toEqual(['authToken', 'sessionId', 'userRole', 'username'])
    expect(stored['username']).toBe('analyst')
    expect(stored['userRole']).toBe('analyst')
    await page.goBack()
    await expect(page).not.toHaveURL(/before/)
  })

  test('uses ROLE_USER if the response has no role (spec 3.2)', async ({ page }) => {
    await page.route(login, async (route) => {
      const answer = await route.fetch()
      const { accessToken, sessionId } = await answer.json()
      await route.fulfill({ json: { accessToken, sessionId } })
    })
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(await page.evaluate(() => localStorage.getItem('userRole'))).toBe('ROLE_USER')
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

test('a signed-in user does not see the sign-in screen again', async ({ page }) => {
  await signIn(page, 'analyst')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})
