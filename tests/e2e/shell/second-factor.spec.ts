import { AxeBuilder } from '@axe-core/playwright'
import { Secret, TOTP } from 'otpauth'
import { DEMO_PASSWORD, expect, signIn, test as base, trySignIn } from '../portal.ts'
import { status } from '../administration/admin-actions.ts'
import { startServer } from '../server.ts'

const test = base.extend({
  baseURL: [
    async ({ browserName: _browser }, use) => {
      const server = await startServer({ SECOND_FACTOR: 'optional' })
      await use(server.url)
      await server.stop()
    },
    { scope: 'test', timeout: 90_000 },
  ],
})

for (const { width, height, username } of [
  { width: 1440, height: 900, username: 'administrator' },
  { width: 390, height: 844, username: 'analyst' },
]) {
  test(
    `a required second factor is set up, then asked for, at ${width} px (spec 7.29)`,
    { tag: '@rest' },
    async ({ page, problems }) => {
      problems.expect('status of 401', 'status of 403')
      await page.setViewportSize({ width, height })
      await test.step('a switch of the role requires it', async () => {
        await signIn(page, 'superadmin', '/roles')
        const row = page.getByRole('row', { name: new RegExp(`^${username}`) })
        await row.getByRole('button', { name: 'Edit Role' }).click()
        const factor = page.getByRole('switch', { name: 'Users must set up a second factor' })
        await page.getByText('Users must set up a second factor').click()
        await expect(factor).toBeChecked()
        await page.getByRole('button', { name: 'Update' }).click()
        await expect(row).toContainText('required')
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
        await page.getByRole('button', { name: 'Logout' }).click()
        await expect(page.getByLabel('Username')).toBeVisible()
      })
      const wanted = '/report/daily-report-minutes/mno-to-routelink'
      await page.goto(wanted)
      await trySignIn(page, username, DEMO_PASSWORD)
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
      await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      const text = await page.locator('code').innerText()
      const secret = Secret.fromBase32(text.replaceAll(' ', ''))
      const code = page.getByRole('textbox', { name: 'Code' })
      await page.getByLabel('Your password').fill(DEMO_PASSWORD)
      await code.fill('000000')
      await page.keyboard.press('Enter')
      await expect(page.getByText('The code is not correct.')).toBeVisible()
      await code.fill(TOTP.generate({ secret }))
      await page.keyboard.press('Enter')
      await expect(page.getByText('Second factor turned on successfully!')).toBeVisible()
      const codes = (await page.locator('pre').innerText()).split('\n')
      expect(codes).toHaveLength(10)
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await expect(page).toHaveURL((url) => url.pathname === wanted)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Daily Report - Minutes')

      const signOut = async () => {
        await page.getByRole('button', { name: 'Logout' }).click()
        await expect(page.getByLabel('Username')).toBeVisible()
        await expect(code).toBeHidden()
        await trySignIn(page, username, DEMO_PASSWORD)
        await expect(page.getByRole('alert')).toContainText(
          'Enter a code of your authenticator app, or a recovery code.',
        )
        await expect(code).toBeFocused()
      }
      await signOut()
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('The code is not correct.')
      // The code of the enrolment is used up; the next one is good already.
      await code.fill(TOTP.generate({ secret, timestamp: Date.now() + 30_000 }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await signOut()
      await page.keyboard.type(codes[0] ?? '')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

      await page.goto('/account/sessions')
      await page.getByRole('link', { name: 'Second factor' }).click()
      await expect(page.getByText('It is on. 9 recovery codes are left.')).toBeVisible()
      await expect(page).toHaveTitle('Your second factor')
    },
  )
}

test('a user turns the second factor on and off by the keyboard alone (spec 7.29)', async ({ page }) => {
  await signIn(page, 'analyst', '/account/second-factor')
  const secret = Secret.fromBase32((await page.locator('code').innerText()).replaceAll(' ', ''))
  const password = page.getByLabel('Your password')
  const code = page.getByRole('textbox', { name: 'Code' })
  await password.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(page.getByText('Enter a code.')).toBeVisible()
  await password.fill(DEMO_PASSWORD)
  await code.fill(TOTP.generate({ secret }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  const codes = (await page.locator('pre').innerText()).split('\n')
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('It is on. 10 recovery codes are left. For new ones, turn it off and on again.'),
  ).toBeVisible()

  await password.fill(DEMO_PASSWORD)
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('Second factor turned off successfully!')
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
})

test('an administrator resets the second factor of a user (spec 7.29)', async ({ page }) => {
  const post = async (url: string, data: object, token = '') =>
    (await page.request.post(url, { data, headers: { authorization: `Bearer ${token}` } })).json()
  const credentials = { username: 'analyst', password: DEMO_PASSWORD }
  const { accessToken } = await post('/auth/login', credentials)
  const { records } = await post('/v1/account/second-factor', {}, accessToken)
  const code = TOTP.generate({ secret: Secret.fromBase32(records.secret) })
  const data = { isOn: true, password: DEMO_PASSWORD, code }
  await page.request.put('/v1/account/second-factor', {
    data,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect((await post('/auth/login', credentials)).code).toBe('second-factor')

  await page.goto('/roles/system-user')
  await trySignIn(page, 'superadmin', DEMO_PASSWORD)
  const row = page.getByRole('row').filter({ hasText: 'analyst' }).first()
  await row.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByRole('button', { name: 'Reset the second factor instead' }).click()
  const question = page.getByRole('alertdialog', { name: 'Reset the second factor?' })
  await expect(question).toContainText('analyst')
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect(status(page)).toHaveText('Second factor reset successfully!')
  expect((await post('/auth/login', credentials)).role).toBe('analyst')
})
