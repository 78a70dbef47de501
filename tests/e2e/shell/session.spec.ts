import { expect, holdRequests, type Page, signIn, test, trySignIn } from '../portal.ts'

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
    await signIn(page, 'analyst', '/test')
    const release = await holdRequests(page, validation)
    await page.goto('/test')
    await expect(page.getByText('Loading authentication...')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.goto('/login')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    release()
    await expect(logout(page)).toBeVisible()
  })

  test('clears the stored session on a 401, and remembers the page', async ({ page, problems }) => {
    problems.expect('status of 401')
    await signIn(page, 'analyst', '/test')
    await page.route(validation, (route) => route.fulfill({ status: 401, json: { message: 'no' } }))
    await page.goto('/test/sub1?kept=1')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    expect(await storedKeys(page)).toEqual([])
    await page.unroute(validation)
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/test\/sub1\?kept=1$/)
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

  test('leads from an unknown page to /dashboard after sign-in', async ({ page }) => {
    await page.goto('/no/such/page')
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('a missing token ends the session before anything is sent (spec 4.4)', async ({ page }) => {
  await signIn(page, 'analyst', '/test')
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

test('logout calls the server with the session id, clears the storage, and leaves no protected page on Back (spec 4.5, S66)', async ({
  page,
}) => {
  await signIn(page, 'analyst', '/test')
  await page.goto('/test/sub1')
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'))
  await page.waitForLoadState('networkidle')
  const call = page.waitForRequest('**/auth/logout')
  await logout(page).click()
  expect((await call).postDataJSON()).toEqual({ sessionId })
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedKeys(page)).toEqual([])
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(page.getByText('This is a test page.')).toHaveCount(0)
})

test('one tab reloads when another user signs in in the other (spec 4.6, S67)', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, 'analyst', '/test')
  const other = await context.newPage()
  await other.goto('/test')
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
  await expect(other.getByRole('button', { name: 'administrator' })).toBeVisible()
  await expect(other.getByText('analyst')).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Roles' })).toBeVisible()
})
