import { expect, holdRequests, type Page, signIn, test, trySignIn } from '../portal.ts'

const validation = '**/auth/validate-token'
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' })
const storedKeys = (page: Page) =>
  page.evaluate(() =>
    ['authToken', 'sessionId', 'username', 'userRole'].filter((key) => localStorage.getItem(key) !== null),
  )

test.describe('validation at start (spec 4.1)', () => {
  test('shows Loading authentication... when guarded, Loading... on /login (spec 4.3)', async ({ page }) => {
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
})

test('the portal works without browser storage until the page is closed', async ({ page, problems }) => {
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

  test('leads from a report or tab that is not there to /dashboard, with a message', async ({ page }) => {
    await signIn(page, 'analyst', '/dashboard')
    for (const path of ['/report/none', '/report/daily-report-minutes/none']) {
      await page.goto(path)
      await expect(
        page.getByText('There is no such report, or you do not have the right to open it.'),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard$/)
    }
  })
})

test('logout calls the server, clears the storage, and bars the way Back (spec 4.5)', async ({ page }) => {
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
