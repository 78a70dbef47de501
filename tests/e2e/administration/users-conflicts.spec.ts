import { expect, test } from '../portal.ts'
import {
  alert,
  button,
  call,
  findRow,
  makeRole,
  makeUser,
  open,
  status,
  unique,
  uniqueUser,
} from './admin-actions.ts'

const SCREEN = '/roles/system-user'

test.describe('an edited system user (spec 4.9, 8.4)', () => {
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
})
