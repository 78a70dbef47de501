import { expect, holdRequests, test } from '../portal.ts'
import {
  alert,
  button,
  call,
  failCall,
  findRow,
  makeRole,
  open,
  search,
  status,
  unique,
} from './admin-actions.ts'

test('roles are created, edited, and deleted after confirmation (spec 2.9, 4.9, 6.8, 8.4)', async ({
  page,
}) => {
  const name = `<img src=x onerror="document.title='x'"> ${unique('Desk')}`
  await open(page, '/roles')
  await expect(page).toHaveTitle('Roles')
  await expect(page.getByRole('heading', { name: 'Roles', exact: true })).toBeVisible()
  await expect(page.getByText('Portal Location | Roles > Roles')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Role Name', 'Description', 'Actions'])
  await expect(page.getByRole('rowheader', { name: 'administrator', exact: true })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'superadmin' })).toHaveCount(0)

  const release = await holdRequests(page, /role-master$/)
  await page.getByLabel('Role Name').fill(name)
  await page.getByLabel('Description').fill('</script><b>bold</b>')
  await button(page, 'Save').click()
  await expect(button(page, 'Saving...')).toBeDisabled()
  release()
  await expect(status(page)).toHaveText('Role saved successfully!')
  await expect(page.getByLabel('Role Name')).toHaveValue('')

  const row = await findRow(page, name)
  await expect(row.getByRole('cell', { name: '</script><b>bold</b>' })).toBeVisible()
  await button(row, 'Edit Role').click()
  await expect(page.getByLabel('Role Name')).toHaveValue(name)
  await expect(page.getByLabel('Role Name')).not.toBeEditable()
  await page.getByLabel('Description').fill('Second text')
  await button(page, 'Update').click()
  await expect(status(page)).toHaveText('Role saved successfully!')
  await expect(button(page, 'Save')).toBeVisible()
  await expect(row.getByRole('cell', { name: 'Second text' })).toBeVisible()

  await button(row, 'Delete Role').click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this role?' })
  await expect(dialog.getByText(name)).toBeVisible()
  await button(dialog, 'Cancel').click()
  await expect(dialog).toHaveCount(0)
  await button(row, 'Delete Role').click()
  await button(dialog, 'Delete').click()
  await expect(status(page)).toHaveText('Role deleted successfully!')
  await expect(row).toHaveCount(0)
  await expect(page).toHaveTitle('Roles')
})

test('names missing fields, focuses the first, and is silent after 5 s (spec 5.6)', async ({ page }) => {
  await page.clock.install()
  await open(page, '/roles')
  await button(page, 'Save').click()
  await expect(alert(page)).toHaveText('[Role Name, Description] is required')
  await expect(page.getByLabel('Role Name')).toBeFocused()
  await page.clock.fastForward(4_000)
  await expect(alert(page)).toBeVisible()
  await page.clock.fastForward(1_100)
  await expect(alert(page)).toHaveCount(0)
})

test('has pages, sizes and search, and leaves an empty page (spec 2.12, 4.8)', async ({ page }) => {
  const term = unique('Pages')
  await open(page, '/roles')
  for (let index = 1; index <= 11; index += 1) await makeRole(page, `${term} ${index + 10}`)
  await search(page, term)
  for (const [step, current, rows] of [
    ['Last', 'Page 2 of 2, 11 roles in total, 10 per page', 1],
    ['First', 'Page 1 of 2, 11 roles in total, 10 per page', 10],
    ['Next', 'Page 2 of 2, 11 roles in total, 10 per page', 1],
  ] as const) {
    await button(page, step).press('Enter')
    await expect(page.getByText(current)).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(rows)
    await expect(button(page, step)).toBeFocused()
  }
  await button(page, 'Delete Role').click()
  await button(page.getByRole('alertdialog'), 'Delete').click()
  await expect(page.getByText('Page 1 of 1, 10 roles in total, 10 per page')).toBeVisible()
  await expect(page.getByLabel('Show entries').getByRole('option')).toHaveText(['10', '25', '50', '100'])
  await page.getByLabel('Show entries').selectOption('25')
  await expect(page.getByText('Page 1 of 1, 10 roles in total, 25 per page')).toBeVisible()
  await search(page, 'nothing is called so')
  await expect(page.getByText('Nothing matches “nothing is called so”.')).toBeVisible()
})

test('a refused change keeps the form, a failed list has Retry (spec 2.12, 4.10, 8.4)', async ({
  page,
  problems,
}) => {
  problems.expect('409', 'Failed to load resource')
  await open(page, '/roles')
  const row = await findRow(page, 'analyst')
  await button(row, 'Delete Role').click()
  await button(page.getByRole('alertdialog'), 'Delete').click()
  await expect(alert(page)).toHaveText(/^This role cannot be deleted because \d+ users? (?:has|have) it\.$/)
  await failCall(page, '/v1/role-master', 'lost')
  await button(row, 'Delete Role').click()
  await button(page.getByRole('alertdialog'), 'Delete').click()
  await expect(alert(page)).toHaveText('An unexpected error occurred while deleting the role.')
  await page.getByLabel('Role Name').fill('Desk')
  await page.getByLabel('Description').fill('Not saved')
  await button(page, 'Save').click()
  await expect(alert(page)).toHaveText('An error occurred while saving the role.')
  await expect(page.getByLabel('Role Name')).toHaveValue('Desk')
  await expect(row).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing could be loaded.')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  await page.unrouteAll()
  await button(page, 'Retry').press('Enter')
  await expect(page.getByRole('rowheader', { name: 'analyst' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Edit Role').first()).toBeFocused()
})

test('keeps what the second of two administrators typed (spec 4.11)', async ({ page, problems }) => {
  problems.expect('412', '404')
  const name = unique('Shared')
  await open(page, '/roles')
  const id = await makeRole(page, name, 'As it was')
  const row = await findRow(page, name)
  const description = page.getByLabel('Description')
  const change = (text: string) => call(page, 'PUT', `/v1/role-master/${id}`, { description: text })
  await button(row, 'Edit Role').click()
  await expect(description).toHaveValue('As it was')
  await change('By somebody else')
  await description.fill('By me')
  await button(page, 'Update').click()
  await expect(alert(page)).toHaveText(
    'This record was changed by someone else. The list has been reloaded. Your changes are kept: save again to apply them to what is stored now.',
  )
  await expect(row.getByRole('cell', { name: 'By somebody else' })).toBeVisible()
  await expect(description).toHaveValue('By me')
  await button(page, 'Update').click()
  await expect(row.getByRole('cell', { name: 'By me', exact: true })).toBeVisible()

  await button(row, 'Edit Role').click()
  await expect(description).toHaveValue('By me')
  await call(page, 'DELETE', `/v1/role-master/${id}`)
  await description.fill('Too late')
  await button(page, 'Update').click()
  await expect(alert(page)).toHaveText(/The list has been reloaded\.$/)
  await expect(row).toHaveCount(0)
  await expect(page.getByLabel('Role Name')).toHaveValue(name)
  await button(page, 'Save').click()
  await expect(row.getByRole('cell', { name: 'Too late' })).toBeVisible()
})
