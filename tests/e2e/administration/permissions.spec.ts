import { expect, holdRequests, type Page, test } from '../portal.ts'
import { choose, group, openAll, question, right, RIGHTS } from './permission-actions.ts'
import { alert, button, makeRole, makeUser, open, status, unique, uniqueUser } from './admin-actions.ts'

/** A role and a user with it, both without a right, and the screen open on a fresh list. */
const prepare = async (page: Page) => {
  const names = { role: unique('Rights'), user: uniqueUser() }
  await open(page, RIGHTS)
  const roleId = await makeRole(page, names.role)
  const userId = await makeUser(page, names.user, roleId)
  await page.reload()
  return { ...names, roleId, userId }
}

test.describe('Rights Administration (spec 2.10, 4.12, 8.4)', () => {
  test('starts with nothing selected, and shows Saving... and its banner for 3 s', async ({ page }) => {
    await page.clock.install()
    const { role } = await prepare(page)
    await expect(page).toHaveTitle('Rights Administration')
    await expect(page.getByText('Portal Location | Roles > Rights Administration')).toBeVisible()
    await expect(page.getByText('Please select a role or user to view and manage permissions')).toBeVisible()
    await expect(page.getByLabel('Select type').locator('option')).toHaveText(['Roles', 'System Users'])
    await expect(page.getByLabel('Select role').locator('option').first()).toHaveText('--select--')
    await expect(page.getByLabel('Select role').locator('option', { hasText: 'superadmin' })).toHaveCount(0)
    await expect(button(page, 'Open All')).toHaveCount(0)
    await button(page, 'Save Changes').click()
    await expect(alert(page)).toHaveText('Please select a role or user to save rights')
    await button(page, 'Close message').click()

    await choose(page, 'Roles', role)
    const release = await holdRequests(page, '**/v1/rights-management/**')
    await button(page, 'Save Changes').click()
    await expect(button(page, 'Saving...')).toBeDisabled()
    await expect(page.getByLabel('Select type')).toBeDisabled()
    release()
    await expect(status(page)).toHaveText('Right saved successfully!')
    await page.clock.fastForward(2_000)
    await expect(status(page)).toBeVisible()
    await page.clock.fastForward(1_100)
    await expect(status(page)).toHaveCount(0)
  })

  test('enables the ancestors of a leaf, saves, and marks what differs from the role', async ({ page }) => {
    const { role, user, roleId } = await prepare(page)
    await choose(page, 'Roles', role)
    await openAll(page)
    await expect(group(page, 'Reports').getByText('Off', { exact: true })).toBeVisible()
    await right(page, 'Monthly Report - Daily Average').click()
    await expect(group(page, 'Reports').getByText('Partly', { exact: true })).toBeVisible()
    await expect(page.getByText('1 unsaved change, with 2 groups above')).toBeVisible()
    await right(page, 'Monthly Report - Daily Average').click()
    await expect(group(page, 'Reports').getByText('On', { exact: true })).toBeVisible()
    await expect(page.getByText('2 unsaved changes')).toBeVisible()
    await button(group(page, 'Reports'), 'Enable All').press('Enter')
    await expect(page.getByText('5 unsaved changes, with 2 groups above')).toBeVisible()
    await button(group(page, 'Reports'), 'Disable All').press('Enter')
    await right(page, 'Roles').click()
    const saving = page.waitForRequest('**/v1/rights-management/**')
    await button(page, 'Save Changes').click()
    const saved = await saving
    expect(new URL(saved.url()).search).toBe(`?roleId=${roleId}&service=bidashboard`)
    expect(saved.postData()).toMatch(/^\{"records":\[/)
    expect(saved.postData()).not.toContain('isOpen')
    await expect(page.getByText('unsaved change')).toHaveCount(0)

    await choose(page, 'System Users', user)
    await openAll(page)
    await expect(right(page, 'Roles')).toBeChecked()
    await expect(page.getByText('As the role')).toBeVisible()
    await right(page, 'Dashboard').click()
    await expect(page.getByText('1 right differs from the role')).toBeVisible()
    await expect(page.getByText('Differs from role')).toHaveCount(1)
    await button(page, 'Save Changes').click()
    await expect(page.getByText('unsaved change')).toHaveCount(0)
    await page.reload()
    await choose(page, 'System Users', user)
    await expect(page.getByText('1 right differs from the role')).toBeVisible()
  })

  test('names administrators who lack a right that was given, after its save (spec 6.7)', async ({
    page,
  }) => {
    const { role, user } = await prepare(page)
    const readers = unique('Readers')
    await makeRole(page, readers)
    await page.reload()
    const give = async (name: string, item: string) => {
      await choose(page, 'Roles', name)
      await openAll(page)
      await right(page, item).click()
      await button(page, 'Save Changes').click()
      await expect(page.getByText('unsaved change')).toHaveCount(0)
    }
    await give(role, 'Roles')
    await give(readers, 'Monthly Report - Daily Average')
    const note = page.getByRole('note')
    await expect(note).toContainText('Administrators without the right')
    await expect(note).toContainText(user)
    await choose(page, 'Roles', role)
    await expect(note).toHaveCount(0)
  })

  test('marks a permission below a disabled parent as without effect (spec 2.10)', async ({ page }) => {
    const { role, roleId } = await prepare(page)
    const path = `/v1/menu-hierarchy/role/${roleId}`
    await page.route(`**${path}?**`, async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const leaf = /("id":16,(?:(?!"id":).)*?"enabled":)false/
      await route.fulfill({ response: answer, body: text.replace(leaf, '$1true') })
    })
    await choose(page, 'Roles', role)
    await openAll(page)
    await expect(right(page, 'Monthly Report - Daily Average')).toBeChecked()
    await expect(page.getByText('No effect: Reports is off')).toHaveCount(1)
    await right(page, 'Daily Report - Minutes').click()
    await expect(page.getByText('No effect: Reports is off')).toHaveCount(0)
  })
})

test.describe('unsaved changes', () => {
  test('are confirmed before another role is chosen, and before Logout', async ({ page }) => {
    await open(page, RIGHTS)
    await choose(page, 'Roles', 'analyst')
    await right(page, 'Roles').click()
    await page.getByLabel('Select role').selectOption({ label: 'administrator' })
    await expect(question(page)).toHaveAccessibleName('You have 1 unsaved change. Discard?')
    await button(question(page), 'Cancel').click()
    await expect(right(page, 'Roles')).toBeChecked()
    await expect(page.getByLabel('Select role').locator('option:checked')).toHaveText('analyst')
    await page.getByLabel('Select type').selectOption({ label: 'System Users' })
    await button(question(page), 'Discard').click()
    await expect(page.getByLabel('Select user')).toHaveValue('0')

    await choose(page, 'Roles', 'analyst')
    await right(page, 'Roles').click()
    await button(page, 'Logout').click()
    await button(question(page), 'Cancel').click()
    await expect(right(page, 'Roles')).toBeChecked()
    await button(page, 'Logout').click()
    await button(question(page), 'Discard').click()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('are confirmed before Back, which goes back, and before a reload', async ({ page }) => {
    await open(page, '/roles/system-user')
    const tabs = page.getByRole('navigation', { name: 'Administration' })
    await tabs.getByRole('link', { name: 'Rights Administration' }).click()
    await choose(page, 'Roles', 'analyst')
    await right(page, 'Roles').click()
    const asked = page.waitForEvent('dialog')
    const reload = page.reload().catch(() => null)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reload
    await expect(page.getByLabel('Select role')).toHaveValue('0')

    await choose(page, 'Roles', 'analyst')
    await right(page, 'Roles').click()
    await page.goBack()
    await button(question(page), 'Cancel').click()
    await expect(page).toHaveURL(/rights-administration$/)
    await expect(page).toHaveTitle('Rights Administration')
    await expect(right(page, 'Roles')).toBeChecked()
    await page.goBack()
    await button(question(page), 'Discard').click()
    await expect(page).toHaveURL(/system-user$/)
    await expect(page).toHaveTitle('System Users')
  })
})
