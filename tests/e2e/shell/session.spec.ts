import { expect, type Page, signIn, test, trySignIn } from '../portal.ts'

const validation = '**/auth/validate-token'
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' })
const storedKeys = (page: Page) =>
  page.evaluate(() =>
    ['authToken', 'sessionId', 'username', 'userRole'].filter((key) => localStorage.getItem(key) !== null),
  )

test.describe('validation at start (spec 4.1)', () => {
  test('shows Loading authentication... on a guarded route and Loading... on /login (spec 4.3)', async ({
    page,
  }) => {
    await signIn(page, 'analyst')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(validation, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByText('Loading authentication...')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.goto('/login')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    release()
    await expect(logout(page)).toBeVisible()
  })

  for (const [what, answer, status] of [
    ['a 401', { status: 401, json: { message: 'no' } }, 401],
    [
      'valid: false (spec 4.1)',
      { status: 200, json: { valid: false, username: 'analyst', role: 'x' } },
      null,
    ],
  ] as const) {
    test(`clears the stored session on ${what}, and remembers the page`, async ({ page, problems }) => {
      if (status !== null) problems.expect(`status of ${status}`)
      await signIn(page, 'analyst')
      await page.route(validation, (route) => route.fulfill(answer))
      await page.goto('/test/sub1?kept=1')
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
      expect(await storedKeys(page)).toEqual([])
      await page.unroute(validation)
      await trySignIn(page, 'analyst', 'demo-Portal-2025')
      await expect(page).toHaveURL(/\/test\/sub1\?kept=1$/)
    })
  }

  for (const [what, answer] of [
    ['a 500', { status: 500, json: { message: 'down' } }],
    ['a page', { status: 200, body: '<html></html>' }],
    ['no answer', null],
  ] as const) {
    test(`treats ${what} as valid (S58)`, async ({ page, problems }) => {
      problems.expect('status of 500', 'ERR_FAILED')
      await signIn(page, 'analyst')
      await page.route(validation, (route) => (answer === null ? route.abort() : route.fulfill(answer)))
      await page.reload()
      await expect(logout(page)).toBeVisible()
    })
  }

  test('clears a valid token without a user', async ({ page }) => {
    await signIn(page, 'analyst')
    await page.route(validation, (route) => route.fulfill({ json: { valid: true } }))
    await page.evaluate(() => localStorage.removeItem('username'))
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    expect(await storedKeys(page)).toEqual([])
  })

  test('uses the name and role of the response if none is stored', async ({ page }) => {
    await signIn(page, 'analyst')
    await page.evaluate(() => {
      localStorage.removeItem('username')
      localStorage.removeItem('userRole')
    })
    await page.reload()
    await expect(page.getByText('analyst')).toBeVisible()
    expect(await storedKeys(page)).toEqual(['authToken', 'sessionId', 'username', 'userRole'])
  })

  test('sends no malformed token, and sign-in works after it (S68)', async ({ page }) => {
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('authToken', 'line\nbreak ü'))
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login$/)
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(logout(page)).toBeVisible()
  })
})

test('the portal works without browser storage until the page is closed (S68)', async ({
  page,
  problems,
}) => {
  // What the start page loads can be on its way when the session ends.
  problems.expect('status of 401')
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await page.goto('/login')
  await trySignIn(page, 'analyst', 'demo-Portal-2025')
  await expect(logout(page)).toBeVisible()
  await logout(page).click()
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('the guard (spec 4.3)', () => {
  test('remembers the page with its query, and replaces history', async ({ page }) => {
    await page.goto('/test/sub2?year=2025#end')
    await expect(page).toHaveURL(/\/login$/)
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/test\/sub2\?year=2025#end$/)
    await page.goBack()
    await expect(page).not.toHaveURL(/login/)
  })

  test('leads from an unknown page to /dashboard after sign-in (S60)', async ({ page }) => {
    await page.goto('/no/such/page')
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  for (const origin of ['//evil.example/x', '/\\evil.example', 'https:evil.example', '/login?again']) {
    test(`does not lead to ${origin} (S60)`, async ({ page }) => {
      await page.goto('/login')
      await page.evaluate((state) => history.replaceState({ usr: { origin: state }, key: 'k' }, ''), origin)
      await page.reload()
      await trySignIn(page, 'analyst', 'demo-Portal-2025')
      await expect(page).toHaveURL(/\/dashboard$/)
    })
  }
})

test('a missing token ends the session before anything is sent (spec 4.4)', async ({ page }) => {
  await signIn(page, 'analyst')
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.evaluate(() => {
    localStorage.removeItem('authToken')
    history.pushState(null, '', '/dashboard/1')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(/\/login$/)
  await expect(
    page.getByText('Error fetching dashboard: Authentication token not found. Please log in.'),
  ).toBeVisible()
  expect(sent).not.toContain('/dashboards/1')
})

test.describe('logout (spec 4.5)', () => {
  test('calls the server with the session id, clears the storage, goes to /login and then to /dashboard', async ({
    page,
  }) => {
    await signIn(page, 'analyst')
    await page.goto('/test/sub1')
    const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'))
    const call = page.waitForRequest('**/auth/logout')
    await logout(page).click()
    expect((await call).postDataJSON()).toEqual({ sessionId })
    await expect(page).toHaveURL(/\/login$/)
    expect(await storedKeys(page)).toEqual([])
    await trySignIn(page, 'administrator', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('shows no protected page on Back (S66)', async ({ page }) => {
    await signIn(page, 'analyst')
    await page.goto('/test/sub1')
    await logout(page).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText('This is a test page.')).toHaveCount(0)
  })
})

test.describe('two tabs (spec 4.6, S67)', () => {
  test('reload one tab when another user signs in in the other', async ({ page, context, request }) => {
    await signIn(page, 'analyst')
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other.getByText('analyst')).toBeVisible()
    const answer = await request.post('/auth/login', {
      data: { username: 'administrator', password: 'demo-Portal-2025' },
    })
    const { accessToken, sessionId } = await answer.json()
    await page.evaluate(
      ([token, session]) => {
        localStorage.setItem('username', 'administrator')
        localStorage.setItem('sessionId', session)
        localStorage.setItem('authToken', token)
      },
      [accessToken, sessionId],
    )
    await expect(other.getByText('administrator')).toBeVisible()
    await expect(other.getByText('analyst')).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Roles' })).toBeVisible()
  })
})
