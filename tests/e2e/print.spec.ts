import { choose, openAll, RIGHTS } from './administration/permission-actions.ts'
import { button, open } from './administration/admin-actions.ts'
import { expect, type Page, test } from './portal.ts'

/** The controls that paper would show; headers that sort and the names of groups are text there. */
const controlsOnPaper = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ media: 'print' })
  const controls = await page
    .locator('button, select, input, nav, summary, label, [role="switch"], [role="status"]')
    .evaluateAll((all) =>
      all
        .filter((control) => control.getClientRects().length > 0)
        .filter((control) => control.closest('thead') === null && !control.matches('[data-group]'))
        .map((control) => control.outerHTML.slice(0, 120)),
    )
  await page.emulateMedia({ media: null })
  return controls
}

test('a page prints its title and its data, and no controls', async ({ page }) => {
  await open(page, '/roles')
  await expect(page.getByRole('rowheader', { name: 'analyst', exact: true })).toBeVisible()
  expect(await controlsOnPaper(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'New role' })).toHaveCount(0)
  await expect(page.getByRole('columnheader')).toHaveText(['Role Name', 'Description'])

  await page.goto('/roles/system-user')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await controlsOnPaper(page)).toEqual([])

  await page.goto(RIGHTS)
  await choose(page, 'Roles', 'analyst')
  await openAll(page)
  expect(await controlsOnPaper(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Menu hierarchy: analyst' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Reports', { exact: true })).toBeVisible()
  const printed = page
    .getByRole('listitem')
    .filter({ hasText: 'Daily Local Exchange Traffic' })
    .last()
    .locator('[data-printed]')
  await expect(printed).toBeVisible()
  expect(await printed.evaluate((mark) => getComputedStyle(mark, '::before').content)).toBe('"On"')
  await page.emulateMedia({ media: null })

  await page.goto('/report/daily-local-exchange-traffic?year=2025&month=3&view=table')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await controlsOnPaper(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  const getPadding = (cell: Element) => getComputedStyle(cell).paddingRight
  const heading = page.getByRole('columnheader').last()
  await expect
    .poll(() => heading.evaluate(getPadding))
    .toBe(await page.getByRole('cell').last().evaluate(getPadding))
  await page.emulateMedia({ media: null })
  await button(page, 'View Chart').click()
  await expect(page.getByRole('img')).toBeVisible()
  expect(await controlsOnPaper(page)).toEqual([])

  await page.goto('/dashboard/operations?period=2025-03')
  await expect(page.getByRole('img')).toHaveCount(2)
  await expect(page.getByRole('table')).toBeVisible()
  expect(await controlsOnPaper(page)).toEqual([])
})
