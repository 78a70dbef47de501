import { call } from '../administration/admin-actions.ts'
import { expect, type Page, signIn, test, trySignIn } from '../portal.ts'

const stay = (page: Page) => page.getByRole('button', { name: 'Stay signed in' })
const reason = (page: Page, text: string) => page.getByRole('main').getByText(text)

/** Signs in with a clock that the test advances, and waits for the limit of the server. */
const signInWithClock = async (page: Page) => {
  await page.clock.install()
  // A page that loads nothing more, which would be a use.
  await signIn(page, 'analyst', '/test/sub1')
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return page.evaluate(() => localStorage.getItem('idleMinutes'))
    })
    .toBe('60')
}

/** Ends the session of a page as an administrator or another program would. */
const endSession = (page: Page) => call(page, 'POST', '/auth/logout', {})

test('a notice before the end of an unused session keeps it by one click (spec 4.25)', async ({ page }) => {
  await signInWithClock(page)
  await page.clock.fastForward(57 * 60_000)
  await expect(stay(page)).toHaveCount(0)
  await page.clock.fastForward(2 * 60_000)
  await expect(page.getByText('You will be signed out soon, because the portal is not used.')).toBeVisible()
  const validated = page.waitForResponse('**/auth/validate-token')
  await stay(page).focus()
  await page.keyboard.press('Enter')
  expect((await validated).status()).toBe(200)
  await expect(stay(page)).toHaveCount(0)
  await page.clock.fastForward(50 * 60_000)
  await expect(stay(page)).toHaveCount(0)
})

test('an unused session leads to the sign-in, which says why (spec 4.25)', async ({ page, problems }) => {
  problems.expect('status of 401')
  await signInWithClock(page)
  await endSession(page)
  await page.clock.fastForward(61 * 60_000)
  await expect(page).toHaveURL(/\/login$/)
  const text = 'Your session has ended, because the portal was not used for 60 minutes.'
  await expect(reason(page, text)).toBeVisible()
  await expect(reason(page, 'Enter your username below to login to your account.')).toBeVisible()
  await trySignIn(page, 'analyst', 'wrong-password')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
  await expect(reason(page, text)).toBeVisible()
  await trySignIn(page, 'analyst', 'demo-Portal-2025')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

test('a logout in another tab says so (spec 4.25)', async ({ page, context, problems }) => {
  problems.expect('status of 401', 'Authentication required')
  await signIn(page, 'analyst', '/test/sub1')
  await expect(page.getByText('This is a test page.')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/test/sub1')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(reason(page, 'You signed out in another tab.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(other.getByText('You signed out')).toHaveCount(0)
})
