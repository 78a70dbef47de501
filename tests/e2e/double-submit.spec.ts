import type { Locator } from '@playwright/test'
import {
  button,
  findRow,
  GOOD_PASSWORD,
  makeRole,
  makeUser,
  open,
  unique,
  uniqueUser,
} from './administration/admin-actions.ts'
import { DEMO_PASSWORD, expect, type Page, signIn, test } from './portal.ts'

const ROLES = '/roles'

/** Clicks an element twice within one task, before the page can render anything between. */
const clickTwice = (target: Locator): Promise<void> =>
  target.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** Submits a form as Enter does, and once more by its button (again by Enter without one), within one task. */
const submitTwice = (field: Locator): Promise<void> =>
  field.evaluate((element: HTMLInputElement) => {
    const { form } = element
    const submit = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
    form?.requestSubmit()
    if (submit instanceof HTMLButtonElement) submit.click()
    else form?.requestSubmit()
  })

/** Counts the calls that leave the page and that change something or bring a file. */
const countCalls = (page: Page, method: string, path: RegExp): (() => number) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) calls += 1
  })
  return () => calls
}

test.describe('two submits in one task send one request (S62, B1)', { tag: '@rest' }, () => {
  test('for a role that is created, changed and deleted', async ({ page }) => {
    const name = unique('Twice')
    await open(page, ROLES)
    const created = countCalls(page, 'POST', /role-master$/)
    const changed = countCalls(page, 'PUT', /role-master/)
    const deleted = countCalls(page, 'DELETE', /role-master/)
    await page.getByLabel('Role Name').fill(name)
    await page.getByLabel('Description').fill('First text')
    await submitTwice(page.getByLabel('Description'))
    await expect(page.getByRole('status')).toHaveText('Role saved successfully!')
    expect(created()).toBe(1)

    const row = await findRow(page, name)
    await button(row, 'Edit Role').click()
    await expect(page.getByLabel('Description')).toHaveValue('First text')
    await page.getByLabel('Description').fill('Second text')
    await submitTwice(page.getByLabel('Description'))
    await expect(row.getByRole('cell', { name: 'Second text' })).toBeVisible()
    expect(changed()).toBe(1)

    await button(row, 'Delete Role').click()
    await clickTwice(button(page.getByRole('alertdialog'), 'Delete'))
    await expect(page.getByRole('status')).toHaveText('Role deleted successfully!')
    await expect(row).toHaveCount(0)
    expect(deleted()).toBe(1)
  })

  test('for the status and the password of a user', async ({ page }) => {
    const userId = uniqueUser()
    await open(page, '/roles/system-user')
    await makeUser(page, userId, await makeRole(page, unique('Twice')), { isNew: true })
    const status = countCalls(page, 'PUT', /\/status$/)
    const reset = countCalls(page, 'POST', /reset-password$/)
    const row = await findRow(page, userId)
    await clickTwice(row.getByRole('switch'))
    await expect(page.getByRole('status')).toHaveText('User status updated to Inactive successfully!')
    await expect(row.getByText('Inactive')).toBeVisible()
    expect(status()).toBe(1)
    await button(row, 'Reset Password').click()
    await page.getByLabel('New Password').fill(`${GOOD_PASSWORD}-2`)
    await submitTwice(page.getByLabel('New Password'))
    await expect(page.getByRole('status')).toHaveText('Password reset successfully!')
    expect(reset()).toBe(1)
  })

  test('for permissions', async ({ page }) => {
    const name = unique('Twice')
    await open(page, '/roles/rights-administration')
    await makeRole(page, name)
    await page.reload()
    await page.getByLabel('Select role').selectOption({ label: name })
    await page.getByRole('switch', { name: 'Dashboard' }).click()
    const saved = countCalls(page, 'POST', /save-role-rights$/)
    await clickTwice(button(page, 'Save Changes'))
    await expect(page.getByRole('status')).toHaveText('Right saved successfully!')
    expect(saved()).toBe(1)
  })

  test('for sign-in and sign-out', async ({ page, problems }) => {
    // What loads after sign-in can be refused after sign-out.
    problems.expect('401')
    await page.goto('/login')
    const signedIn = countCalls(page, 'POST', /auth\/login$/)
    const signedOut = countCalls(page, 'POST', /auth\/logout$/)
    await page.getByLabel('Username').fill('analyst')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await submitTwice(page.getByLabel('Password'))
    await expect(button(page, 'Logout')).toBeVisible()
    expect(signedIn()).toBe(1)
    await clickTwice(button(page, 'Logout'))
    await expect(page).toHaveURL(/\/login$/)
    expect(signedOut()).toBe(1)
  })

  test('for Submit, Download and Download Chart of a report', async ({ page }) => {
    await signIn(page, 'analyst', '/report/daily-local-exchange-traffic')
    const loaded = countCalls(page, 'GET', /local-exchange-traffic\/2025\/3$/)
    const files = countCalls(page, 'GET', /local-exchange-traffic\/download\/2025\/3$/)
    await page.getByLabel('Choose Year').selectOption('2025')
    await page.getByLabel('Choose Month').selectOption({ label: 'March' })
    await submitTwice(page.getByLabel('Choose Year'))
    await expect(page.getByRole('table')).toBeVisible()
    expect(loaded()).toBe(1)
    await clickTwice(button(page, 'Download'))
    await expect(page.getByRole('status')).toHaveText('Download started successfully!')
    expect(files()).toBe(1)
    await button(page, 'View Chart').click()
    const images: string[] = []
    page.on('download', (download) => images.push(download.suggestedFilename()))
    await clickTwice(button(page, 'Download Chart'))
    await expect(page.getByRole('status')).toHaveText('Chart downloaded successfully!')
    await expect.poll(() => images).toEqual(['daily-line-chart-2025-March.jpg'])
  })
})
