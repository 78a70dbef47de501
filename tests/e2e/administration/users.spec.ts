import { expect, type Page, test, trySignIn } from '../portal.ts'
import {
  alert,
  button,
  call,
  failCall,
  findRow,
  GOOD_PASSWORD,
  makeRole,
  makeUser,
  open,
  status,
  unique,
  uniqueUser,
} from './admin-actions.ts'

const SCREEN = '/roles/system-user'

type Form = Partial<Record<'User ID' | 'Password' | 'Owner' | 'Login IP' | 'Email Id', string>>

const fill = async (page: Page, form: Form, role?: string): Promise<void> => {
  for (const [label, value] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(value)
  if (role !== undefined) await page.getByLabel('Role', { exact: true }).selectOption({ label: role })
}

test.describe('System Users (spec 2.11, 4.9, 8.4)', () => {
  test('shows the form, the columns and the defaults of a new user', async ({ page }) => {
    await open(page, SCREEN)
    await expect(page).toHaveTitle('System Users')
    await expect(page.getByText('Portal Location | Roles > System Users')).toBeVisible()
    await expect(page.getByLabel('Owner')).toHaveValue('admin')
    await expect(page.getByLabel('Role', { exact: true }).locator('option').first()).toHaveText('Select Role')
    await expect(page.getByRole('columnheader')).toHaveText([
      'User ID',
      'Owner',
      'Role',
      'Login IP',
      'Email Id',
      'Status',
      'Actions',
    ])
  })

  test('hides role 1 and its users everywhere (spec 6.8)', async ({ page }) => {
    await open(page, SCREEN)
    await expect(page.getByRole('rowheader', { name: 'administrator', exact: true })).toBeVisible()
    await expect(page.getByText('superadmin')).toHaveCount(0)
  })

  const matrix: readonly (readonly [string, Form, boolean])[] = [
    ['[User ID, Password, Role, Email Id] is required', {}, false],
    ['[User ID, Password, Owner, Role, Email Id] is required', { Owner: ' ' }, false],
    ['[User ID, Role] is required', { Password: 'x', 'Email Id': 'a@b.example' }, false],
    ['[User ID] is required', { Password: 'x', 'Email Id': 'a@b.example' }, true],
    [
      'Login IP is invalid value or format',
      { 'User ID': 'u', Password: 'x', 'Email Id': 'a@b.example', 'Login IP': '300.1.1.1' },
      true,
    ],
    ['Email Id is invalid value or format', { 'User ID': 'u', Password: 'x', 'Email Id': 'a@b' }, true],
    [
      '[Login IP, Email Id] is invalid value or format',
      { 'User ID': 'u', Password: 'x', 'Email Id': 'nobody', 'Login IP': 'no ip' },
      true,
    ],
    [
      '[User ID, Role] is required , [Login IP, Email Id] is invalid value or format',
      { Password: 'x', 'Email Id': 'nobody', 'Login IP': 'no ip' },
      false,
    ],
    [
      '[Password] is required , Email Id is invalid value or format',
      { 'User ID': 'u', 'Email Id': '@' },
      true,
    ],
  ]

  test('shows the validation messages word for word (spec 5.3)', async ({ page }) => {
    await open(page, SCREEN)
    for (const [message, form, hasRole] of matrix) {
      await button(page, 'Reset').click()
      await fill(page, form, hasRole ? 'analyst' : undefined)
      await button(page, 'Save').click()
      await expect(alert(page)).toHaveText(message)
    }
  })

  test('focuses the first invalid field and removes the errors after 5 s', async ({ page }) => {
    await page.clock.install()
    await open(page, SCREEN)
    await fill(page, { 'User ID': 'u', Password: 'x', 'Login IP': 'no ip' }, 'analyst')
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('[Email Id] is required , Login IP is invalid value or format')
    await expect(page.getByLabel('Login IP')).toBeFocused()
    await expect(page.getByLabel('Login IP')).toHaveAccessibleDescription(
      'Enter an IPv4 or IPv6 address or a domain name.',
    )
    await page.clock.fastForward(5_100)
    await expect(alert(page)).toHaveCount(0)
  })

  test('creates, edits, deactivates and deletes a user, and resets the password', async ({
    page,
    browser,
    baseURL,
  }) => {
    const userId = uniqueUser()
    await open(page, SCREEN)
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

  test('prevents users from deactivating or deleting themselves (spec 4.10)', async ({ page, problems }) => {
    problems.expect('Failed to load resource')
    await open(page, SCREEN)
    const row = await findRow(page, 'administrator')
    await page.getByRole('switch', { name: 'Status of administrator' }).click()
    await expect(alert(page)).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Status of administrator' })).toBeChecked()
    await button(page, 'Close message').click()
    await button(row, 'Delete').click()
    await button(page.getByRole('alertdialog'), 'Delete').click()
    await expect(alert(page)).toBeVisible()
    await expect(row).toBeVisible()
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

  test('enables Next and Last only if there is more than one page', async ({ page }) => {
    const term = unique('paged').replaceAll(' ', '.')
    await open(page, SCREEN)
    const roleId = await makeRole(page, unique('Paged'))
    for (let index = 1; index <= 11; index += 1) await makeUser(page, `${term}.${index}`, roleId)
    const search = async (text: string) => {
      await page.getByLabel('Search:').fill(text)
      await page.getByLabel('Search:').press('Enter')
    }
    await search(`${term}.11`)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    await expect(button(page, 'First')).toBeDisabled()
    await expect(button(page, 'Previous')).toBeDisabled()
    await expect(button(page, 'Next')).toHaveCount(0)
    await expect(button(page, 'Last')).toHaveCount(0)
    await search(term)
    await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
    await button(page, 'Last').click()
    await expect(page.getByText('Showing 11 to 11 of 11 entries')).toBeVisible()
    await expect(button(page, 'Next')).toBeDisabled()
    await expect(page.locator('[aria-current="page"]').last()).toHaveText('2')
    await search(`${term}.1`)
    await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
    await search(term)
    await button(page, 'Next').click()
    await page.getByLabel('Show entries').selectOption('50')
    await expect(page.getByText('Showing 1 to 11 of 11 entries')).toBeVisible()
    await search('nobody is called so')
    await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
  })

  test('hides role 1 and its users even if the server lists them, and subtracts them from the total (spec 4.8)', async ({
    page,
  }) => {
    const user = (id: number, roleId: number) => ({
      id,
      userId: `from elsewhere ${id}`,
      owner: 'admin',
      role: 'some',
      roleId,
      loginIP: null,
      emailId: 'a@b.example',
      status: 'Inactive',
    })
    await page.route(
      (url) => url.pathname === '/v1/system-users',
      (route) =>
        route.fulfill({
          json: { success: true, message: '', records: [user(1, 1), user(2, 5)], totalCount: 42 },
        }),
    )
    await page.route(
      (url) => url.pathname === '/v1/role-master',
      (route) =>
        route.fulfill({
          json: {
            success: true,
            message: '',
            records: [
              { id: 1, roleId: 1, name: 'the highest', description: '' },
              { id: 5, roleId: 5, name: 'some', description: null },
            ],
            totalCount: 2,
          },
        }),
    )
    await open(page, SCREEN)
    await expect(page.getByRole('rowheader')).toHaveText(['from elsewhere 2'])
    await expect(page.getByText('Showing 1 to 1 of 41 entries')).toBeVisible()
    await expect(page.getByLabel('Role', { exact: true }).locator('option')).toHaveText([
      'Select Role',
      'some',
    ])
  })

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

  test('edits a user returned as a list of exactly one (spec 3.5)', async ({ page }) => {
    const userId = uniqueUser()
    await open(page, SCREEN)
    await makeUser(page, userId, await makeRole(page, unique('List')))
    const row = await findRow(page, userId)
    await page.route(/system-users\/\d+$/, async (route) => {
      const answer = await route.fetch()
      const body: { readonly records: unknown } = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, records: [body.records] } })
    })
    await button(row, 'Edit').click()
    await expect(page.getByLabel('User ID')).toHaveValue(userId)
    await expect(button(page, 'Update')).toBeVisible()
  })

  test('shows a conflict to the second of two administrators (spec 4.11)', async ({ page, problems }) => {
    problems.expect('412')
    const userId = uniqueUser()
    await open(page, SCREEN)
    const roleId = await makeRole(page, unique('Shared'))
    const id = await makeUser(page, userId, roleId)
    const row = await findRow(page, userId)
    await button(row, 'Edit').click()
    await expect(button(page, 'Update')).toBeVisible()
    await call(page, 'PUT', `/v1/system-users/${id}`, {
      roleId,
      loginIP: '10.9.9.9',
      emailId: `${userId}@portal.example`,
    })
    await page.getByLabel('Login IP').fill('10.1.1.1')
    await button(page, 'Update').click()
    await expect(alert(page)).toHaveText(
      'This record was changed by someone else. The list has been reloaded.',
    )
    await expect(row.getByRole('cell', { name: '10.9.9.9' })).toBeVisible()
    await expect(page.getByLabel('Login IP')).toHaveValue('10.1.1.1')
    const conflict = page.getByRole('region', { name: 'Your changes and the stored values differ' })
    await expect(conflict.getByRole('heading')).toBeFocused()
    await expect(conflict.getByRole('row')).toHaveCount(2)
    await expect(conflict.getByRole('row').nth(1)).toHaveText(/Login IP\s*10\.1\.1\.1\s*10\.9\.9\.9/)
    await button(conflict, 'Keep mine').click()
    await expect(status(page)).toHaveText('User updated successfully!')
    await expect(row.getByRole('cell', { name: '10.1.1.1' })).toBeVisible()
  })

  test('reports no conflict for a status changed while the user is edited (spec 4.11)', async ({
    page,
    problems,
  }) => {
    problems.expect('412')
    const userId = uniqueUser()
    await open(page, SCREEN)
    const roleId = await makeRole(page, unique('Switched'))
    const id = await makeUser(page, userId, roleId)
    const row = await findRow(page, userId)
    const toggle = page.getByRole('switch', { name: `Status of ${userId}` })
    await button(row, 'Edit').click()
    await expect(button(page, 'Update')).toBeVisible()
    await page.getByLabel('Login IP').fill('10.1.1.1')
    await toggle.click()
    await expect(status(page)).toHaveText('User status updated to Inactive successfully!')
    await expect(toggle).toBeFocused()
    await button(page, 'Update').click()
    await expect(status(page)).toHaveText('User updated successfully!')
    await expect(row.getByRole('cell', { name: '10.1.1.1' })).toBeVisible()
    await expect(row.getByText('Inactive')).toBeVisible()

    await button(row, 'Edit').click()
    await expect(page.getByLabel('Login IP')).toHaveValue('10.1.1.1')
    await call(page, 'PUT', `/v1/system-users/${id}`, {
      roleId,
      loginIP: '10.9.9.9',
      emailId: `${userId}@portal.example`,
    })
    await page.getByLabel('Login IP').fill('10.2.2.2')
    await toggle.click()
    await expect(status(page)).toHaveText('User status updated to Active successfully!')
    await button(page, 'Update').click()
    await expect(alert(page)).toHaveText(
      'This record was changed by someone else. The list has been reloaded.',
    )
    await expect(row.getByRole('cell', { name: '10.9.9.9' })).toBeVisible()
  })

  test('reports a user that somebody else deleted (spec 4.11)', async ({ page, problems }) => {
    problems.expect('404')
    await open(page, SCREEN)
    const roleId = await makeRole(page, unique('Gone'))
    for (const act of ['Edit', 'Delete', 'Reset Password', 'Status'] as const) {
      const userId = uniqueUser()
      const id = await makeUser(page, userId, roleId)
      const row = await findRow(page, userId)
      await call(page, 'DELETE', `/v1/system-users/${id}`)
      if (act === 'Status') await row.getByRole('switch').click()
      else await button(row, act).click()
      if (act === 'Delete') await button(page.getByRole('alertdialog'), 'Delete').click()
      if (act === 'Reset Password') {
        await page.getByLabel('New Password').fill(GOOD_PASSWORD)
        await page.getByLabel('New Password').press('Enter')
      }
      await expect(alert(page)).toHaveText(/The list has been reloaded\.$/)
      await expect(row).toHaveCount(0)
      await button(page, 'Close message').click()
    }
  })

  test('can be operated by the keyboard alone', async ({ page }) => {
    const userId = uniqueUser()
    await open(page, SCREEN)
    await expect(page.getByLabel('Role', { exact: true }).locator('option')).not.toHaveCount(1)
    await page.getByLabel('User ID').focus()
    await page.keyboard.type(userId)
    await page.keyboard.press('Tab')
    await page.keyboard.type(GOOD_PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
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
