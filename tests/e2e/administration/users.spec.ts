import { expect, type Page, signIn, test } from '../portal.ts'
import { choose, openAll, right, RIGHTS } from './permission-actions.ts'
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

test('users are created, edited, deactivated, reset and deleted (spec 2.11, 4.9, 8.4)', async ({ page }) => {
  const userId = uniqueUser()
  await open(page, SCREEN)
  await expect(page).toHaveTitle('System Users')
  await expect(page.getByText('Portal Location | Roles > System Users')).toBeVisible()
  await expect(page.getByLabel('Role', { exact: true }).locator('option').first()).toHaveText('Select Role')
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
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(button(page, 'Next')).toHaveCount(0)
  await expect(row.getByRole('cell')).toContainText(['admin', 'analyst', '2001:db8::1', userId, 'Active'])

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
  await dialog.getByLabel('New Password').fill('   ')
  await expect(button(dialog, 'Reset Password')).toBeDisabled()
  await dialog.getByLabel('New Password').fill('other-Harbour-9923')
  await button(dialog, 'Reset Password').click()
  await expect(status(page)).toHaveText('Password reset successfully!')
  await expect(dialog).toHaveCount(0)

  const data = { username: userId, password: 'other-Harbour-9923' }
  expect((await page.request.post('/auth/login', { data })).status()).toBe(200)

  await button(row, 'Delete').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
  await button(question, 'Delete').click()
  await expect(status(page)).toHaveText('User deleted successfully!')
  await expect(row).toHaveCount(0)
})

test('a refused change says why and changes nothing (spec 4.10, 5.5, 8.4)', async ({ page, problems }) => {
  problems.expect('Failed to load resource', '400')
  await open(page, SCREEN)
  const own = await findRow(page, 'administrator')
  const toggle = page.getByRole('switch', { name: 'Status of administrator' })
  await toggle.click()
  await expect(alert(page)).toHaveText('You cannot deactivate your own user.')
  await expect(toggle).toBeChecked()
  await button(own, 'Reset Password').click()
  await expect(alert(page)).toHaveText(
    'You cannot reset your own password. Change it under your name in the header.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const row = await findRow(page, 'analyst')
  await fill(page, { 'User ID': uniqueUser(), Password: 'short', 'Email Id': 'a@b.example' }, 'analyst')
  await button(page, 'Save').click()
  await expect(alert(page)).toHaveText('The password must have 8 to 128 characters.')
  await button(row, 'Reset Password').click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByLabel('New Password').fill('short')
  await dialog.getByLabel('New Password').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The password must have 8 to 128 characters.')
  await button(dialog, 'Cancel').click()
  await expect(dialog).toHaveCount(0)
  await expect(button(row, 'Reset Password')).toBeFocused()

  await failCall(page, '/v1/system-users', 'refused')
  await fill(page, { 'User ID': 'u', Password: GOOD_PASSWORD })
  await button(page, 'Save').click()
  await expect(alert(page)).toHaveText('An error occurred while saving the user.')
  await expect(page.getByLabel('User ID')).toHaveValue('u')
  await page.getByRole('switch', { name: 'Status of analyst' }).click()
  await expect(alert(page)).toHaveText('An error occurred while updating user status.')
  await button(row, 'Reset Password').click()
  await dialog.getByLabel('New Password').fill(GOOD_PASSWORD)
  await button(dialog, 'Reset Password').click()
  await expect(dialog.getByRole('alert')).toHaveText('An error occurred while resetting the password.')
  await button(dialog, 'Cancel').click()
  await button(row, 'Delete').click()
  await button(page.getByRole('alertdialog'), 'Delete').click()
  await expect(alert(page)).toHaveText('An error occurred while deleting the user.')
})

test('reports no conflict for a status changed while the user is edited (spec 4.11)', async ({ page }) => {
  const userId = uniqueUser()
  await open(page, SCREEN)
  const roleId = await makeRole(page, unique('Switched'))
  await makeUser(page, userId, roleId)
  const row = await findRow(page, userId)
  const toggle = page.getByRole('switch', { name: `Status of ${userId}` })
  await button(row, 'Edit').click()
  await expect(button(page, 'Update')).toBeVisible()
  await page.getByLabel('Login IP').fill('10.1.1.1')
  await toggle.click()
  await expect(status(page)).toHaveText('User status updated to Inactive successfully!')
  await expect(toggle).toBeFocused()
  await button(page, 'Update').click()
  await expect(row.getByRole('cell', { name: '10.1.1.1' })).toBeVisible()
  await expect(row.getByText('Inactive')).toBeVisible()
})

test('unsaved changes are asked about; row actions are in sight and hide nothing (spec 2.12, 4.9)', async ({
  page,
}) => {
  await open(page, SCREEN)
  const userId = uniqueUser()
  const emailId = `${'long.'.repeat(12)}name@portal.example`
  const id = await makeUser(page, userId, 3)
  const loginIP = '2001:0db8:85a3:0000:0000:8a2e:0370:7334'
  await call(page, 'PUT', `/v1/system-users/${id}`, { roleId: 3, loginIP, emailId })
  const row = await findRow(page, userId)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await row.getByRole('rowheader').scrollIntoViewIfNeeded()
    for (const name of ['Edit', 'Reset Password', 'Delete']) {
      await expect(button(row, name)).toBeInViewport({ ratio: 1 })
    }
  }
  await page.setViewportSize({ width: 1024, height: 900 })
  const list = page.getByRole('table', { name: 'User list' })
  const head = await list.getByRole('columnheader', { name: 'Status' }).boundingBox()
  const actions = await list.getByRole('columnheader', { name: 'Actions' }).boundingBox()
  expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await button(row, 'Edit').click()
  await expect(page.getByLabel('User ID')).toHaveValue(userId)
  await page.getByLabel('Email Id').fill('changed@example.com')
  const question = page.getByRole('alertdialog', { name: 'You have 1 unsaved change. Discard?' })
  await button(row, 'Edit').click()
  await button(question, 'Discard').click()
  await expect(page.getByLabel('Email Id')).toHaveValue(emailId)
  await page.getByLabel('Email Id').fill('changed@example.com')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await button(question, 'Discard').click()
  await expect(page).toHaveURL(/dashboard/)
})

test('the own right is given up after a question; the menu follows (spec 4.12)', async ({
  page,
  openElsewhere,
}) => {
  await open(page, RIGHTS)
  const name = unique('Chiefs')
  const roleId = await makeRole(page, name)
  const tree = await call(page, 'GET', `/v1/menu-hierarchy/role/${roleId}?service=bidashboard`)
  // The administrator of the demo does not have the rights Data and Studio and cannot give them.
  const enable = (nodes: readonly { child: [] | null; name: string }[]): object[] =>
    nodes.map((node) => ({
      ...node,
      enabled: !['Data', 'Studio'].includes(node.name),
      child: node.child && enable(node.child),
    }))
  await call(page, 'POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&service=bidashboard`, {
    records: enable(tree.records as { child: [] | null; name: string }[]),
  })
  const userId = uniqueUser()
  await makeUser(page, userId, roleId)
  const theirs = await openElsewhere()
  await signIn(theirs, userId, RIGHTS, GOOD_PASSWORD)
  await choose(theirs, 'Roles', name)
  await openAll(theirs)
  await right(theirs, 'Roles').click()
  await button(theirs, 'Save Changes').click()
  const question = theirs.getByRole('alertdialog', { name: 'Take the right Roles from yourself?' })
  await button(question, 'Cancel').click()
  expect((await call(theirs, 'GET', '/v1/role-master')).status).toBe(200)
  await button(theirs, 'Save Changes').click()
  await button(question, 'Save').click()
  await expect(theirs.getByText('You do not have access to this page.')).toBeVisible()
  await expect(theirs.getByRole('navigation', { name: 'Main' }).getByRole('button')).toHaveText(['Reports'])
})
