import { AxeBuilder } from '@axe-core/playwright'
import { PASSWORD } from '../../support/user-body.ts'
import { expect, signIn, testOn, trySignIn } from '../portal.ts'
import { startServerWithMail } from '../server.ts'

const test = testOn(() => startServerWithMail())

test('an invited user sets the first password by a link, once', async ({
  page,
  problems,
  other: { received },
}) => {
  problems.expect('status of 400', 'status of 404')
  await page.setViewportSize({ width: 390, height: 844 })
  const user = 'mia'
  const first = received.length
  const getPath = (index: number) =>
    /portal\.example(\/invitation#[\w-]{43})/.exec(received[index]?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ??
    ''
  const isSent = (count: number) =>
    expect.poll(() => received.length, { timeout: 20_000 }).toBe(first + count)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('an administrator invites instead of inventing a password', async () => {
    await signIn(page, 'administrator', '/roles/system-user')
    await page.getByLabel('User ID', { exact: true }).fill(user)
    await page.getByLabel('Invite by mail, with a link that sets the password').check()
    await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
    await page.getByLabel('Role', { exact: true }).selectOption('analyst')
    await page.getByLabel('Email Id', { exact: true }).fill(`${user}@partner.example`)
    await button('Save').click()
    await expect(page.getByText('User created and invited successfully!')).toBeVisible()
    await isSent(1)
  })

  await test.step('a second mail ends the link of the first', async () => {
    await button('Reset Password').last().click()
    await page.getByLabel(`Mail a link that sets the password to ${user}@partner.example`).check()
    await button('Send Invitation').click()
    await expect(page.getByText('Invitation sent successfully!')).toBeVisible()
    await isSent(2)
    await button('Logout').click()
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.goto(getPath(first))
    await expect(page.getByRole('alert')).toContainText('This link has ended. It works once and for 72 hours')
  })

  await test.step('the link asks for a password that keeps the rules', async () => {
    await page.goto('/login')
    await page.goto(getPath(first + 1))
    await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
    await expect(page.getByText(`For your user ID ${user}.`)).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByLabel('New Password', { exact: true }).fill('password')
    await page.getByLabel('Repeat New Password').fill('password')
    await button('Save password').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat New Password').fill(PASSWORD)
    await button('Save password').click()
    await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible()
  })

  await test.step('the user signs in with it', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await trySignIn(page, user, PASSWORD)
    await expect(button('Logout')).toBeVisible()
  })
})
