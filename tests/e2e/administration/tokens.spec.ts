import { DEMO_PASSWORD, expect, holdRequests, signIn, test } from '../portal.ts'
import { button, open, status, unique } from './admin-actions.ts'

const READ = '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'

test('a token is made by keyboard, shown once, used and ended (spec 2.23, 7.28)', async ({
  page,
  problems,
}) => {
  problems.expect('status of 400', 'status of 403')
  await open(page, '/roles')
  await page.goto('/account/sessions')
  await page.getByRole('link', { name: 'Tokens' }).click()
  await expect(page).toHaveURL('/account/tokens')
  await expect(page).toHaveTitle('Your tokens')
  const current = page.getByRole('banner').locator('[data-current]')
  await expect(current).toHaveText('administrator')

  const label = unique('nightly')
  await button(page, 'New token').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await expect(dialog.getByLabel('Label')).toBeFocused()
  await expect(button(dialog, 'Make token')).toBeDisabled()
  await page.keyboard.type(label)
  await expect(button(dialog, 'Make token')).toBeDisabled()
  await dialog.getByLabel('Your password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The password is not correct.')
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
  await dialog.getByLabel(/Last day/).fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('The end date must be from')
  await dialog.getByLabel(/Last day/).fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
  await button(dialog, 'Reports: All that you may open').click()
  await dialog.getByLabel('Daily Report - Minutes').check()
  await page.keyboard.press('Escape')
  await button(dialog, 'Make token').click()

  const shown = page.getByRole('dialog', { name: 'Copy your token now' })
  await expect(button(shown, 'Copy token')).toBeFocused()
  const token = await shown.locator('code').innerText()
  expect(token).toMatch(/^tportal_[\w-]{43}$/)
  await button(shown, 'Close').click()
  await expect(button(page, 'New token')).toBeFocused()
  const row = page.getByRole('row').filter({ hasText: label })
  await expect(row).toContainText('Daily Report - Minutes')
  await expect(row).toContainText('Never')

  const read = () => page.request.get(READ, { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status()).toBe(200)
  await page.reload()
  await expect(row).not.toContainText('Never')
  await expect(page.getByText(token)).toHaveCount(0)

  await page.goto('/roles/tokens')
  await expect(row.getByText('administrator', { exact: true })).toBeVisible()
  await button(row, 'End token').click()
  const question = page.getByRole('alertdialog', { name: 'End this token?' })
  await expect(question).toContainText(label)
  await button(question, 'End token').click()
  await expect(status(page)).toHaveText('Token ended successfully!')
  expect((await read()).status()).toBe(401)
})

test('a dialog sends once, stays open while it saves, however often Escape is pressed, and says each failure', async ({
  page,
  problems,
}) => {
  problems.expect('status of 500')
  await signIn(page, 'administrator', '/account/tokens')
  let posted = 0
  const release = await holdRequests(page, '**/v1/tokens', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posted += 1
    return route.fulfill({ status: 500, json: { message: 'The portal is locked.' } })
  })
  await button(page, 'New token').click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByLabel('Label').fill(unique('nightly'))
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
  await dialog.getByLabel('Label').press('Enter')
  await dialog.getByLabel('Label').press('Enter')
  // Chromium closes a dialog at a repeated Escape without asking.
  for (let count = 0; count < 4; count++) await page.keyboard.press('Escape')
  await expect(button(dialog, 'Make token')).toHaveAttribute('aria-busy', 'true')
  await expect(button(dialog, 'Cancel')).toBeDisabled()
  release()
  await expect(dialog.getByRole('alert')).toHaveText('The portal is locked.')
  expect(posted).toBe(1)
  const first = await dialog.getByRole('alert').elementHandle()
  await button(dialog, 'Make token').click()
  await expect.poll(() => posted).toBe(2)
  await expect(dialog.getByRole('alert')).toHaveText('The portal is locked.')
  // It is another element, so that it is read again.
  expect(await first?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
