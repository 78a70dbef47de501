import { expect, test } from '../portal.ts'
import { alert, button, call, failCall, findRow, makeRole, open, status, unique } from './admin-actions.ts'

test.describe('Roles (spec 2.9, 4.9, 8.4)', () => {
  test('shows menu, sub-menu, the tabs and every role but that of the super administrator (spec 6.8)', async ({
    page,
  }) => {
    await open(page, '/roles')
    await expect(page).toHaveTitle('Roles')
    await expect(page.getByRole('heading', { name: 'Roles', exact: true })).toBeVisible()
    await expect(page.getByText('Portal Location | Roles > Roles')).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
    await expect(tabs).toHaveText(['Roles', 'Rights Administration', 'System Users', 'Sessions', 'History'])
    await expect(page.getByRole('table').getByRole('columnheader')).toHaveText([
      'Role Name',
      'Description',
      'Actions',
    ])
    await expect(page.getByRole('rowheader', { name: 'administrator', exact: true })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'superadmin' })).toHaveCount(0)
  })

  test('names missing fields, focuses the first, and removes the message after 5 s (spec 5.6)', async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, '/roles')
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('[Role Name, Description] is required')
    await expect(page.getByLabel('Role Name')).toBeFocused()
    await page.clock.fastForward(4_000)
    await expect(alert(page)).toBeVisible()
    await page.clock.fastForward(1_100)
    await expect(alert(page)).toHaveCount(0)

    await page.getByLabel('Role Name').fill('Desk')
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('[Description] is required')
    await expect(page.getByLabel('Description')).toBeFocused()
    await page.getByLabel('Role Name').fill('  ')
    await page.getByLabel('Description').fill('Something')
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('[Role Name] is required')
  })

  test('creates a role, edits it with the name locked, and deletes it after confirmation', async ({
    page,
  }) => {
    const name = unique('Desk')
    await open(page, '/roles')
    await page.getByLabel('Role Name').fill(name)
    await page.getByLabel('Description').fill('First text')
    await button(page, 'Save').click()
    await expect(status(page)).toHaveText('Role saved successfully!')
    await expect(page.getByLabel('Role Name')).toHaveValue('')

    const row = await findRow(page, name)
    await button(row, 'Edit Role').click()
    await expect(page.getByLabel('Role Name')).toHaveValue(name)
    await expect(page.getByLabel('Role Name')).not.toBeEditable()
    await expect(page.getByLabel('Description')).toHaveValue('First text')
    await page.getByLabel('Description').fill('Second text')
    await button(page, 'Update').click()
    await expect(status(page)).toHaveText('Role saved successfully!')
    await expect(button(page, 'Save')).toBeVisible()
    await expect(row.getByRole('cell', { name: 'Second text' })).toBeVisible()

    await button(row, 'Delete Role').click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this role?' })
    await button(dialog, 'Cancel').click()
    await expect(dialog).toHaveCount(0)
    await button(row, 'Delete Role').click()
    await button(dialog, 'Delete').click()
    await expect(status(page)).toHaveText('Role deleted successfully!')
    await expect(row).toHaveCount(0)
  })

  test('edits a role returned as a list of exactly one, and rejects a list of two (spec 3.5, B5)', async ({
    page,
    problems,
  }) => {
    problems.expect('/v1/role-master/')
    await open(page, '/roles')
    const row = await findRow(page, 'analyst')
    let copies = 1
    await page.route(/role-master\/\d+$/, async (route) => {
      const answer = await route.fetch()
      const body: { readonly records: unknown } = await answer.json()
      const records = Array.from({ length: copies }, () => body.records)
      await route.fulfill({ response: answer, json: { ...body, records } })
    })
    await button(row, 'Edit Role').click()
    await expect(page.getByLabel('Role Name')).toHaveValue('analyst')
    await button(page, 'Reset').click()
    copies = 2
    await button(row, 'Edit Role').click()
    await expect(alert(page)).toHaveText('The record could not be loaded.')
    await expect(page.getByLabel('Role Name')).toHaveValue('')
  })

  test('does not edit a record other than the requested one (C6)', async ({ page, problems }) => {
    problems.expect('/v1/role-master/')
    await open(page, '/roles')
    const row = await findRow(page, 'analyst')
    await page.route(/role-master\/\d+$/, async (route) => {
      const answer = await route.fetch()
      const body: { readonly records: object } = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, records: { ...body.records, id: 99 } } })
    })
    await button(row, 'Edit Role').click()
    await expect(alert(page)).toHaveText('The record could not be loaded.')
    await expect(page.getByLabel('Role Name')).toHaveValue('')
  })

  test('shows Saving... during a save, and a second click saves nothing more', async ({ page }) => {
    const name = unique('Desk')
    await open(page, '/roles')
    let saves = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/role-master', async (route) => {
      if (route.request().method() === 'POST') {
        saves += 1
        await held
      }
      await route.continue()
    })
    await page.getByLabel('Role Name').fill(name)
    await page.getByLabel('Description').fill('Held back')
    await button(page, 'Save').click()
    await expect(button(page, 'Saving...')).toBeDisabled()
    await page.getByLabel('Description').press('Enter')
    release()
    await expect(status(page)).toHaveText('Role saved successfully!')
    expect(saves).toBe(1)
  })

  test('has pages, page sizes and search (spec 2.12, 4.8)', async ({ page }) => {
    const term = unique('Pages')
    await open(page, '/roles')
    for (let index = 1; index <= 12; index += 1) await makeRole(page, `${term} no ${index}`)
    await page.reload()
    await page.getByLabel('Search:').fill(term)
    await page.getByLabel('Search:').press('Enter')
    await expect(page.getByText('Page 1 of 2, 12 roles in total, 10 per page')).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(10)
    await button(page, 'Next').click()
    await expect(page.getByText('Page 2 of 2, 12 roles in total, 10 per page')).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.getByLabel('Show entries').selectOption('25')
    await expect(page.getByText('Page 1 of 1, 12 roles in total, 25 per page')).toBeVisible()
    await expect(page.getByLabel('Show entries').getByRole('option')).toHaveText(['10', '25', '50', '100'])
    await page.getByLabel('Search:').fill(`${term} no 12`)
    await page.getByLabel('Search:').press('Enter')
    await expect(page.getByText('Page 1 of 1, 1 role in total, 25 per page')).toBeVisible()
    await page.getByLabel('Search:').fill('nothing is called so')
    await page.getByLabel('Search:').press('Enter')
    await expect(page.getByText('Nothing matches “nothing is called so”.')).toBeVisible()
  })

  test('shows the previous page when the last record of a page is deleted', async ({ page }) => {
    const term = unique('Last')
    await open(page, '/roles')
    for (let index = 1; index <= 11; index += 1) await makeRole(page, `${term} ${index + 10}`)
    await page.reload()
    await page.getByLabel('Search:').fill(term)
    await page.getByLabel('Search:').press('Enter')
    await button(page, 'Last').click()
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await button(page, 'Delete Role').click()
    await button(page.getByRole('alertdialog'), 'Delete').click()
    await expect(page.getByText('Page 1 of 1, 10 roles in total, 10 per page')).toBeVisible()
  })

  test('does not delete a role that users have, and shows the message of the server (spec 4.10)', async ({
    page,
    problems,
  }) => {
    problems.expect('409')
    await open(page, '/roles')
    const row = await findRow(page, 'analyst')
    await button(row, 'Delete Role').click()
    await button(page.getByRole('alertdialog'), 'Delete').click()
    await expect(alert(page)).toHaveText(/^This role cannot be deleted because \d+ users? (?:has|have) it\.$/)
    await expect(row).toBeVisible()
  })

  for (const [how, deleting, saving] of [
    ['refused', 'An error occurred while deleting the role.', 'An error occurred while saving the role.'],
    [
      'lost',
      'An unexpected error occurred while deleting the role.',
      'An error occurred while saving the role.',
    ],
  ] as const) {
    test(`shows the message of a call that is ${how} (spec 8.4)`, async ({ page, problems }) => {
      problems.expect('Failed to load resource')
      await open(page, '/roles')
      const row = await findRow(page, 'analyst')
      await failCall(page, '/v1/role-master', how)
      await button(row, 'Delete Role').click()
      await button(page.getByRole('alertdialog'), 'Delete').click()
      await expect(alert(page)).toHaveText(deleting)
      await page.getByLabel('Role Name').fill('Desk')
      await page.getByLabel('Description').fill('Not saved')
      await button(page, 'Save').click()
      await expect(alert(page)).toHaveText(saving)
      await expect(page.getByLabel('Role Name')).toHaveValue('Desk')
    })
  }

  test('shows a list that cannot be loaded in its place, with Retry (spec 2.12)', async ({
    page,
    problems,
  }) => {
    problems.expect('Failed to load resource')
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    await open(page, '/roles/rights-administration')
    await failCall(page, '/v1/role-master', 'refused')
    await page.getByRole('link', { name: 'Roles', exact: true }).click()
    await expect(page.getByText('Nothing could be loaded.')).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    expect(warnings.some((text) => text.includes('/v1/role-master'))).toBe(true)
    await page.unrouteAll()
    await button(page, 'Retry').click()
    await expect(page.getByRole('rowheader', { name: 'analyst' })).toBeVisible()
  })

  test('shows a conflict to the second of two administrators, with the change of the first (spec 4.11, B6)', async ({
    page,
    problems,
  }) => {
    problems.expect('412')
    const name = unique('Shared')
    await open(page, '/roles')
    const id = await makeRole(page, name, 'As it was')
    const row = await findRow(page, name)
    await button(row, 'Edit Role').click()
    await expect(page.getByLabel('Description')).toHaveValue('As it was')
    await call(page, 'PUT', `/v1/role-master/${id}`, { description: 'By somebody else' })
    await page.getByLabel('Description').fill('By me')
    await button(page, 'Update').click()
    await expect(alert(page)).toHaveText(
      'This record was changed by someone else. The list has been reloaded.',
    )
    await expect(row.getByRole('cell', { name: 'By somebody else' })).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue('By me')
    const conflict = page.getByRole('region', { name: 'Your changes and the stored values differ' })
    await expect(conflict.getByRole('heading')).toBeFocused()
    await expect(conflict.getByRole('row').nth(1)).toHaveText(/Description\s*By me\s*By somebody else/)

    await call(page, 'PUT', `/v1/role-master/${id}`, { description: 'By somebody else again' })
    await page.keyboard.press('Tab')
    await expect(button(conflict, 'Keep mine')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(conflict.getByRole('cell', { name: 'By somebody else again' })).toBeVisible()
    await button(conflict, 'Keep mine').press('Enter')
    await expect(status(page)).toHaveText('Role saved successfully!')
    await expect(row.getByRole('cell', { name: 'By me', exact: true })).toBeVisible()
    await expect(conflict).toHaveCount(0)
  })

  test('loads the stored version on request (spec 4.11)', async ({ page, problems }) => {
    problems.expect('412')
    const name = unique('Taken')
    await open(page, '/roles')
    const id = await makeRole(page, name, 'As it was')
    await button(await findRow(page, name), 'Edit Role').click()
    await expect(page.getByLabel('Description')).toHaveValue('As it was')
    await call(page, 'PUT', `/v1/role-master/${id}`, { description: 'By somebody else' })
    await page.getByLabel('Description').fill('By me')
    await button(page, 'Update').click()
    await button(page, 'Take theirs').click()
    await expect(page.getByLabel('Description')).toHaveValue('By somebody else')
    await expect(page.getByLabel('Description')).toBeFocused()
    await expect(alert(page)).toHaveCount(0)
    await page.getByLabel('Description').fill('By both')
    await button(page, 'Update').click()
    await expect(status(page)).toHaveText('Role saved successfully!')
  })

  test('reports a role that somebody else deleted (spec 4.11)', async ({ page, problems }) => {
    problems.expect('404')
    const [edited, deleted] = [unique('Gone'), unique('Gone')]
    await open(page, '/roles')
    const ids = [await makeRole(page, edited), await makeRole(page, deleted)]
    const row = await findRow(page, edited)
    await button(row, 'Edit Role').click()
    await expect(button(page, 'Update')).toBeVisible()
    for (const id of ids) await call(page, 'DELETE', `/v1/role-master/${id}`)
    await page.getByLabel('Description').fill('Too late')
    await button(page, 'Update').click()
    await expect(alert(page)).toHaveText(/The list has been reloaded\.$/)
    await expect(row).toHaveCount(0)
    await expect(page.getByText('What you typed is kept: Save creates a new one from it.')).toBeVisible()
    await expect(page.getByLabel('Role Name')).toHaveValue(edited)
    await expect(page.getByLabel('Description')).toHaveValue('Too late')
    await button(page, 'Save').click()
    await expect(status(page)).toHaveText('Role saved successfully!')
    await expect(row.getByRole('cell', { name: 'Too late' })).toBeVisible()
  })

  test('shows names as text, never as markup (spec 1.5)', async ({ page }) => {
    const name = `<img src=x onerror="document.title='x'"> ${unique('Markup')}`
    await open(page, '/roles')
    await makeRole(page, name, '</script><b>bold</b>')
    const row = await findRow(page, name)
    await expect(row.getByRole('cell', { name: '</script><b>bold</b>' })).toBeVisible()
    await button(row, 'Delete Role').click()
    await expect(page.getByRole('alertdialog').getByText(name)).toBeVisible()
    await expect(page).toHaveTitle('Roles')
  })
})
