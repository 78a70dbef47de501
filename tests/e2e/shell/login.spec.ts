import { expect, holdRequests, test, trySignIn } from '../portal.ts'

test.describe('the sign-in screen (spec 2.6, 5.1, 8.2)', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login')
  })

  test('has its title as document title and heading, and its fields (spec 2.3)', async ({ page }) => {
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

  test('shows Logging in... while busy, and why the sign-in failed', async ({ page, problems }) => {
    problems.expect('status of')
    const release = await holdRequests(page, '**/auth/login', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many attempts.' } }),
    )
    await trySignIn(page, 'analyst', 'demo-Portal-2025')
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    release()
    await expect(page.getByRole('alert')).toHaveText('Too many attempts.')
    await expect(page.getByLabel('Password')).toBeFocused()
  })

  test('stores token, session id, name and role, and replaces history (spec 3.1, 4.2)', async ({ page }) => {
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
})
