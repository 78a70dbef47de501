import { expect, type Page, signIn, test } from '../portal.ts'
import {
  button,
  findRow,
  GOOD_PASSWORD,
  makeRole,
  makeUser,
  open,
  status,
  unique,
  uniqueUser,
} from './admin-actions.ts'

const SESSIONS = '/roles/sessions'

/** A page of a user who is signed in elsewhere. */
const signInOn = async (page: Page, userId: string) => {
  await signIn(page, userId, '/test', GOOD_PASSWORD)
  return page
}

test('Sessions lists and ends sessions after a question (spec 2.23)', async ({
  page,
  openElsewhere,
  problems,
}) => {
  problems.expect('status of 401')
  await open(page, '/roles')
  const userId = uniqueUser()
  await makeUser(page, userId, await makeRole(page, unique('Signed in')))
  const other = await signInOn(await openElsewhere(), userId)

  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page).toHaveURL(SESSIONS)
  await expect(page).toHaveTitle('Sessions')
  await expect(page.getByText('Portal Location | Roles > Sessions')).toBeVisible()
  const row = await findRow(page, userId)
  await expect(row).toContainText('Chrome')
  await expect(row.locator('time')).toHaveText([/^\d\d \w{3} \d{4}, \d\d:\d\d$/, /^\d\d \w{3} \d{4}/])
  await button(row, 'End session').click()
  const question = page.getByRole('alertdialog', { name: 'End this session?' })
  await expect(question).toContainText(userId)
  await expect(button(question, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(button(row, 'End session')).toBeFocused()
  await button(row, 'End session').click()
  await button(question, 'End session').click()
  await expect(status(page)).toHaveText('Session ended successfully!')
  await expect(page.getByText(`Nothing matches “${userId}”.`)).toBeVisible()
  await other.reload()
  await expect(other.getByLabel('Username')).toBeVisible()

  await page.reload()
  const own = page.getByRole('row').filter({ hasText: 'This session' })
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('rowheader')).toHaveText(/^administrator/)
  await button(own, 'End session').click()
  const last = page.getByRole('alertdialog', { name: 'End your own session?' })
  await expect(last).toContainText('You will be signed out here.')
  await button(last, 'End session').click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('Your sessions are listed; one is ended, then all others (spec 2.23)', async ({
  page,
  openElsewhere,
}) => {
  await open(page, '/roles')
  const userId = uniqueUser()
  await makeUser(page, userId, await makeRole(page, unique('Own')))
  const [mine, one, two] = [
    await signInOn(await openElsewhere(), userId),
    await signInOn(await openElsewhere(), userId),
    await signInOn(await openElsewhere(), userId),
  ]
  await mine.getByRole('button', { name: userId, exact: true }).press('Enter')
  await mine.getByRole('link', { name: 'Your sessions' }).press('Enter')
  await expect(mine).toHaveURL('/account/sessions')
  await expect(mine).toHaveTitle('Your sessions')
  await expect(mine.getByRole('rowheader')).toHaveCount(3)
  const others = mine.getByRole('row').filter({ hasNotText: 'This session' })
  await button(others.nth(1), 'End session').click()
  await button(mine.getByRole('alertdialog', { name: 'End this session?' }), 'End session').click()
  await expect(mine.getByRole('rowheader')).toHaveCount(2)

  await button(mine, 'End all others').click()
  const question = mine.getByRole('alertdialog', { name: 'End all your other sessions?' })
  const box = question.getByLabel('Keep my tokens for machines')
  await expect(box).not.toBeChecked()
  await box.check()
  const ending = mine.waitForRequest('**/sessions/others?keepTokens=true')
  await button(question, 'End all others').click()
  await ending
  await expect(mine.getByRole('rowheader')).toHaveText([/This session/])
  await expect(button(mine, 'End all others')).toHaveCount(0)
  for (const other of [one, two]) {
    await other.reload()
    await expect(other.getByLabel('Username')).toBeVisible()
  }
  await mine.setViewportSize({ width: 390, height: 844 })
  await button(mine, 'Menu').click()
  await mine.getByRole('link', { name: 'Your sessions' }).click()
  await expect(mine.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
})
