import { expect, test } from '../portal.ts'
import { button, makeRole, makeUser, open, unique } from './admin-actions.ts'

const SCREEN = '/roles/system-user'

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
      'Last sign-in (UTC)',
      'Status',
      'Actions',
    ])
  })

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
})
