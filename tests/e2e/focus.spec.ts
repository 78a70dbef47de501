import { button, findRow, makeRole, open, search, unique } from './administration/admin-actions.ts'
import { expect, type Page, signIn, test } from './portal.ts'

const ROLES = '/roles'

/** What has the focus, by role and name; `body` where nothing has. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'body'
    return `${activeElement.tagName.toLowerCase()} ${activeElement.textContent ?? ''}`.trim()
  })

const ready = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

test.describe('the focus stays on the page, by keyboard alone (B8)', () => {
  test('after a deletion moves to the next row, the last row, or the heading of the empty list', async ({
    page,
  }) => {
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
    }
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    await remove('b')
    await expect(button(page.getByRole('row', { name: `${term} c` }), 'Delete Role')).toBeFocused()
    await remove('c')
    await expect(button(page.getByRole('row', { name: `${term} a` }), 'Delete Role')).toBeFocused()
    await remove('a')
    await expect(page.getByRole('heading', { name: 'Role list' })).toBeFocused()
  })

  test('returns from a banner that disappears to its former position', async ({ page }) => {
    await signIn(page, 'administrator', '/test')
    await page.clock.install()
    await ready(page, ROLES)
    const close = button(page, 'Close message')
    const raise = async () => {
      await button(page, 'Save').press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
      await page.getByLabel('Description').focus()
      await close.focus()
    }
    await raise()
    await page.keyboard.press('Enter')
    await expect(close).toHaveCount(0)
    await expect(page.getByLabel('Description')).toBeFocused()
    await raise()
    await page.clock.fastForward(5_100)
    await expect(close).toHaveCount(0)
    await expect(page.getByLabel('Description')).toBeFocused()

    await ready(page, '/report/daily-local-exchange-traffic')
    await button(page, 'Submit').press('Enter')
    await close.focus()
    await page.keyboard.press('Enter')
    await expect(close).toHaveCount(0)
    expect(await focused(page)).not.toBe('body')
  })

  test('after a click beside all controls stays where the user put it', async ({ page }) => {
    await open(page, ROLES)
    await ready(page, ROLES)
    await findRow(page, 'analyst')
    await page.getByLabel('Description').focus()
    await page.mouse.click(700, 20)
    expect(await focused(page)).toBe('body')
    await search(page, 'nothing is called so')
    await expect(page.getByLabel('Search:')).toBeFocused()
  })
})
