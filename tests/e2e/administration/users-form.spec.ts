import { expect, type Page, test, trySignIn } from '../portal.ts'
import { alert, button, failCall, findRow, GOOD_PASSWORD, open, status, uniqueUser } from './admin-actions.ts'

const SCREEN = '/roles/system-user'

type Form = Partial<Record<'User ID' | 'Password' | 'Owner' | 'Login IP' | 'Email Id', string>>

const fill = async (page: Page, form: Form, role?: string): Promise<void> => {
  for (const [label, value] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(value)
  if (role !== undefined) await page.getByLabel('Role', { exact: true }).selectOption({ label: role })
}

test.describe('the form of System Users (spec 2.11, 4.9, 8.4)', () => {
  test('creates, edits, deactivates and deletes a user, and resets the password', async ({
    page,
    browser,
    baseURL,
  }) => {
    const userId = uniqueUser()
    await open(page, SCREEN)
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('[User ID, Password, Role, Email Id] is required')
    await fill(
      page,
      {
        'User ID': userId,
        Password: GOOD_PASSWORD,
        'Login IP': '2001:db8::1',
        'Email Id': `${userId}@portal.example`,
      },
      'analyst',
    )
    await button(page, 'Save').click()
    await expect(status(page)).toHaveText('User created successfully!')
    await expect(page.getByLabel('User ID')).toHaveValue('')
    await expect(page.getByLabel('Owner')).toHaveValue('admin')

    const row = await findRow(page, userId)
    await expect(row.getByRole('cell')).toContainText([
      'admin',
      'analyst',
      '2001:db8::1',
      userId,
      'Active',
      'Edit',
    ])

    await button(row, 'Edit').click()
    await expect(page.getByLabel('User ID')).toHaveValue(userId)
    await expect(page.getByLabel('User ID')).not.toBeEditable()
    await expect(page.getByLabel('Owner')).not.toBeEditable()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await page.getByLabel('Login IP').fill('desk.portal.example')
    await button(page, 'Update').click()
    await expect(status(page)).toHaveText('User updated successfully!')
    await expect(row.getByRole('cell', { name: 'desk.portal.example' })).toBeVisible()
    await expect(button(page, 'Save')).toBeVisible()

    const toggle = page.getByRole('switch', { name: `Status of ${userId}` })
    await expect(toggle).toBeChecked()
    await toggle.click()
    await expect(status(page)).toHaveText('User status updated to Inactive successfully!')
    await expect(row.getByText('Inactive')).toBeVisible()
    await toggle.click()
    await expect(status(page)).toHaveText('User status updated to Active successfully!')
    await expect(toggle).toBeChecked()

    await button(row, 'Reset Password').click()
    const dialog = page.getByRole('dialog', { name: 'Reset Password' })
    await expect(dialog.getByText(userId)).toBeVisible()
    await expect(button(dialog, 'Reset Password')).toBeDisabled()
    await dialog.getByLabel('New Password').fill('   ')
    await expect(button(dialog, 'Reset Password')).toBeDisabled()
    await dialog.getByLabel('New Password').fill('other-Harbour-9923')
    await button(dialog, 'Reset Password').click()
    await expect(status(page)).toHaveText('Password reset successfully!')
    await expect(dialog).toHaveCount(0)

    const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const theirs = await other.newPage()
    await theirs.goto('/login')
    await trySignIn(theirs, userId, 'other-Harbour-9923')
    await expect(button(theirs, 'Logout')).toBeVisible()
    await other.close()

    await button(row, 'Delete').click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
    await button(question, 'Delete').click()
    await expect(status(page)).toHaveText('User deleted successfully!')
    await expect(row).toHaveCount(0)
  })

  test('shows the reason of the server for a rejected password (spec 5.5)', async ({ page, problems }) => {
    problems.expect('400')
    const userId = uniqueUser()
    await open(page, SCREEN)
    await fill(page, { 'User ID': userId, Password: 'short', 'Email Id': 'a@b.example' }, 'analyst')
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('The password must have 8 to 128 characters.')
    await expect(page.getByLabel('User ID')).toHaveValue(userId)
    const row = await findRow(page, 'analyst')
    await button(row, 'Reset Password').click()
    const dialog = page.getByRole('dialog', { name: 'Reset Password' })
    await dialog.getByLabel('New Password').fill('short')
    await dialog.getByLabel('New Password').press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('The password must have 8 to 128 characters.')
    await button(dialog, 'Cancel').click()
    await expect(dialog).toHaveCount(0)
    await expect(button(row, 'Reset Password')).toBeFocused()
  })

  test('does not reset the own password, and says where it is changed (N4)', async ({ page }) => {
    await open(page, SCREEN)
    const row = await findRow(page, 'administrator')
    await expect(page.getByRole('button', { name: 'administrator', exact: true })).toBeVisible()
    await button(row, 'Reset Password').click()
    await expect(alert(page)).toHaveText(
      'You cannot reset your own password. Change it under your name in the header.',
    )
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const [how, adverb] of [
    ['refused', 'An error'],
    ['lost', 'An unexpected error'],
  ] as const) {
    test(`shows the message of calls that are ${how} (spec 8.4)`, async ({ page, problems }) => {
      problems.expect('Failed to load resource')
      await open(page, SCREEN)
      const row = await findRow(page, 'analyst')
      await failCall(page, '/v1/system-users', how)

      await fill(page, { 'User ID': 'u', Password: GOOD_PASSWORD, 'Email Id': 'a@b.example' }, 'analyst')
      await button(page, 'Save').click()
      await expect(alert(page)).toHaveText(`${adverb} occurred while saving the user.`)

      await page.getByRole('switch', { name: 'Status of analyst' }).click()
      await expect(alert(page)).toHaveText(`${adverb} occurred while updating user status.`)
      await expect(page.getByRole('switch', { name: 'Status of analyst' })).toBeChecked()

      await button(row, 'Reset Password').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New Password').fill(GOOD_PASSWORD)
      await button(dialog, 'Reset Password').click()
      await expect(alert(page)).toHaveText(`${adverb} occurred while resetting the password.`)
      await button(dialog, 'Cancel').click()

      await button(row, 'Delete').click()
      await button(page.getByRole('alertdialog'), 'Delete').click()
      await expect(alert(page)).toHaveText(`${adverb} occurred while deleting the user.`)
    })
  }

  test('loads 100 roles per page for the role dropdown, and further pages (spec 4.8)', async ({ page }) => {
    const asked: string[] = []
    await page.route(
      (url) => url.pathname === '/v1/role-master',
      (route) => {
        const { searchParams } = new URL(route.request().url())
        asked.push(searchParams.toString())
        const first = Number(searchParams.get('page')) * 100
        const records = Array.from({ length: Math.min(100, 201 - first) }, (_, index) => ({
          id: first + index + 2,
          name: `Role ${first + index + 2}`,
          description: 'One of many',
        }))
        return route.fulfill({ json: { success: true, message: '', records, totalCount: 201 } })
      },
    )
    await open(page, SCREEN)
    await expect(page.getByLabel('Role', { exact: true }).locator('option')).toHaveCount(202)
    expect(asked).toEqual(['page=0&size=100&search=', 'page=1&size=100&search=', 'page=2&size=100&search='])
  })

  test('can be operated by the keyboard alone', async ({ page }) => {
    const userId = uniqueUser()
    await open(page, SCREEN)
    await expect(page.getByLabel('Role', { exact: true }).locator('option')).not.toHaveCount(1)
    await page.getByLabel('User ID').focus()
    await page.keyboard.type(userId)
    await page.keyboard.press('Tab')
    await page.keyboard.type(GOOD_PASSWORD)
    // Show characters, Generate, Owner, Role.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
    await page.keyboard.type('analyst')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${userId}@portal.example`)
    await page.keyboard.press('Enter')
    await expect(status(page)).toHaveText('User created successfully!')
    const row = await findRow(page, userId)
    await page.getByLabel('Search:').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('switch', { name: `Status of ${userId}` })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(status(page)).toHaveText('User status updated to Inactive successfully!')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('New Password')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button(row, 'Reset Password')).toBeFocused()
  })
})
