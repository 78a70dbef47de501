import type { Browser } from '@playwright/test'
import { expect, type Page, signIn, test, trySignIn } from '../portal.ts'
import { call, GOOD_PASSWORD, makeUser, open, uniqueUser } from './admin-actions.ts'

// Spec 7.23: the own password, also after one that an administrator has set.

const NEW = 'other-Harbour-9923'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { name: 'Choose a new password' })

/** Makes a user with a password of the administrator, and a page of its own. */
const prepare = async (page: Page, browser: Browser, baseURL: string | undefined) => {
  await open(page, '/roles/system-user')
  const userId = uniqueUser()
  await makeUser(page, userId, 3, { isNew: true })
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  return { userId, context, theirs: await context.newPage() }
}

const choose = async (page: Page, password: string, repeated = password) => {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat New Password').fill(repeated)
  await button(page, 'Save password').click()
}

test('a password that an administrator has set is changed before anything else, also after a reload and with several tabs', async ({
  page,
  browser,
  baseURL,
}) => {
  const { userId, context, theirs } = await prepare(page, browser, baseURL)
  await theirs.goto('/report/daily-report-minutes')
  await trySignIn(theirs, userId, GOOD_PASSWORD)
  await expect(heading(theirs)).toBeVisible()
  await expect(theirs.getByRole('navigation')).toHaveCount(0)
  await expect(theirs.getByLabel('New Password', { exact: true })).toBeFocused()
  await theirs.reload()
  await expect(heading(theirs)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(heading(other)).toBeVisible()

  await choose(theirs, NEW, 'something else')
  await expect(theirs.getByText('The two new passwords differ.')).toBeVisible()
  await choose(theirs, 'short')
  await expect(theirs.getByRole('alert')).toHaveText('The password must have 8 to 128 characters.')
  await choose(theirs, GOOD_PASSWORD)
  await expect(theirs.getByRole('alert')).toHaveText('The new password must differ from the current one.')
  await choose(theirs, NEW)
  await expect(button(theirs, 'Logout')).toBeVisible()
  await expect(theirs).toHaveURL(/daily-report-minutes/)
  await expect(heading(theirs)).toHaveCount(0)
  await other.bringToFront()
  await expect(heading(other)).toHaveCount(0)
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await context.close()
})

test('the own password is changed from the menu of the user by keyboard alone, and ends other sessions', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, '/roles/system-user')
  const userId = uniqueUser()
  await makeUser(page, userId, 3)
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const theirs = await context.newPage()
  await signIn(theirs, userId, '/test', GOOD_PASSWORD)
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const second = await elsewhere.newPage()
  await signIn(second, userId, '/test', GOOD_PASSWORD)

  const menu = theirs.getByRole('button', { name: userId })
  await menu.focus()
  await theirs.keyboard.press('ArrowDown')
  await expect(theirs.getByRole('menuitem', { name: 'Change password' })).toBeFocused()
  await theirs.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(theirs.getByRole('menu')).toHaveCount(0)
  await theirs.keyboard.press('Enter')
  await theirs.keyboard.press('Enter')
  const dialog = theirs.getByRole('dialog', { name: 'Change password' })
  await expect(dialog.getByLabel('Current Password')).toBeFocused()

  const type = async (label: string, text: string) => {
    await dialog.getByLabel(label, { exact: true }).focus()
    await theirs.keyboard.type(text)
  }
  await type('Current Password', 'not this one')
  await type('New Password', NEW)
  await type('Repeat New Password', NEW)
  await theirs.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The current password is not correct.')
  await expect(dialog.getByLabel('Current Password')).toBeFocused()
  await theirs.keyboard.type(GOOD_PASSWORD)
  await theirs.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('Password changed successfully!')
  await theirs.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()

  expect((await call(theirs, 'GET', '/auth/permissions')).status).toBe(200)
  expect((await call(second, 'GET', '/auth/permissions')).status).toBe(401)
  await elsewhere.close()
  await context.close()
})
