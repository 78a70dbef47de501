import type { Locator } from '@playwright/test'
import { button, findRow, open, unique } from './administration/admin-actions.ts'
import { expect, type Page, signIn, test } from './portal.ts'

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

test.describe('two submits in one task send one request (S62, B1)', { tag: '@rest' }, () => {
  test('for a role that is created, changed and deleted', async ({ page }) => {
    const name = unique('Twice')
    await open(page, '/roles')
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
