import { button, makeRole, open, search, unique } from './administration/admin-actions.ts'
import { expect, holdRequests, type Page, signIn, test } from './portal.ts'

const ROLES = '/roles'

/** Opens a page and waits until nothing is loading: what loads would move the focus. */
const ready = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

test.describe('the keyboard goes on where a focused control disappears', () => {
  test('after a deletion at the next row, after the last one below the list', async ({ page }) => {
    const term = unique('Focus')
    await open(page, ROLES)
    for (const name of ['a', 'b', 'c']) await makeRole(page, `${term} ${name}`)
    await ready(page, ROLES)
    await search(page, term)
    const remove = async (name: string) => {
      const row = page.getByRole('row', { name: `${term} ${name}` })
      await button(row, 'Delete Role').press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(row).toHaveCount(0)
      await page.keyboard.press('Tab')
    }
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    await remove('b')
    await expect(button(page.getByRole('row', { name: `${term} c` }), 'Edit Role')).toBeFocused()
    await remove('c')
    await expect(button(page, 'First')).toBeFocused()
  })

  test('after a link is followed on the new page', async ({ page }) => {
    await signIn(page, 'administrator', '/dashboard')
    await page.getByRole('main').getByRole('link', { name: 'Daily Local Exchange Traffic' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Daily Local Exchange Traffic' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Choose Year')).toBeFocused()
  })

  test('at a list whose options still load, before and after they are there', async ({ page }) => {
    const release = await holdRequests(page, /\/v1\/coverage\?/)
    await signIn(page, 'administrator', '/report/daily-local-exchange-traffic')
    const year = page.getByLabel('Choose Year')
    await expect(year).toHaveText('Loading...')
    await page.getByRole('main').focus()
    await page.keyboard.press('Tab')
    await expect(year).toBeFocused()
    release()
    await expect(year).toContainText('2025')
    await expect(year).toBeFocused()
  })
})
