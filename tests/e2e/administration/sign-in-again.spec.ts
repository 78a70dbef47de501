import { DEMO_PASSWORD, expect, test } from '../portal.ts'
import { alert, button, call, findRow, open, unique } from './admin-actions.ts'

test('a change that needs a recent sign-in asks for the password (spec 11.1)', async ({ page, problems }) => {
  problems.expect('status of 403', 'status of 401')
  await open(page, '/roles')
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.route('**/v1/role-master', async (route) => {
    const isOld = route.request().headers()['authorization'] === `Bearer ${token}`
    if (!isOld || route.request().method() === 'GET') return route.continue()
    const message = 'You signed in more than 15 minutes ago. For this change, log out and sign in again.'
    return route.fulfill({ status: 403, json: { success: false, message, code: 'sign-in-again' } })
  })
  const name = unique('Late')
  await page.getByLabel('Role Name').fill(name)
  await page.getByLabel('Description').fill('Typed before the question')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again for this change' })
  await button(dialog, 'Cancel').click()
  await expect(alert(page)).toContainText('You signed in more than 15 minutes ago.')
  await expect(page.getByLabel('Role Name')).toHaveValue(name)

  await button(page, 'Save').click()
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Invalid username or password.')
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await findRow(page, name)
  expect((await call(page, 'GET', '/v1/account')).status).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(async () => (await page.request.get('/v1/account', { headers })).status()).toBe(401)
})
