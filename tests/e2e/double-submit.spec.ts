import type { Locator } from '@playwright/test'
import { button, findRow, open, unique } from './administration/admin-actions.ts'
import { expect, type Page, test } from './portal.ts'

/** Clicks an element twice within one task, before the page can render anything between. */
const clickTwice = (target: Locator): Promise<void> =>
  target.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** Submits a form as Enter does, and once more by its button, within one task. */
const submitTwice = (field: Locator): Promise<void> =>
  field.evaluate(({ form }: HTMLInputElement) => {
    form?.requestSubmit()
    form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  })

/** Counts the calls that leave the page and that change something or bring a file. */
const countCalls = (page: Page, method: string, path: RegExp): (() => number) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) calls += 1
  })
  return () => calls
}

test.describe('two submits in one task send one request', { tag: '@rest' }, () => {
  test('for a role that is created, changed and deleted', async ({ page }) => {
    const name = unique('Twice')
    await open(page, '/roles')
    const created = countCalls(page, 'POST', /role-master$/)
    const changed = countCalls(page, 'PUT', /role-master/)
    const deleted = countCalls(page, 'DELETE', /role-master/)
    await page.getByLabel('Role Name').fill(name)
    await page.getByLabel('Description').fill('First text')
    await submitTwice(page.getByLabel('Description'))
    const row = await findRow(page, name)
    expect(created()).toBe(1)
    await button(row, 'Edit Role').click()
    await expect(page.getByLabel('Description')).toHaveValue('First text')
    await page.getByLabel('Description').fill('Second text')
    await submitTwice(page.getByLabel('Description'))
    await expect(row.getByRole('cell', { name: 'Second text' })).toBeVisible()
    expect(changed()).toBe(1)

    await button(row, 'Delete Role').click()
    await clickTwice(button(page.getByRole('alertdialog'), 'Delete'))
    await expect(row).toHaveCount(0)
    expect(deleted()).toBe(1)
  })
})
