import { AxeBuilder } from '@axe-core/playwright'
import { expect, listCovered, type Page, test } from '../portal.ts'
import { choose, openAll, right, RIGHTS } from './permission-actions.ts'
import { alert, button, findRow, makeRole, makeUser, open, unique } from './admin-actions.ts'

const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`administration has no accessibility violation in the ${colorScheme} theme`, async ({ page }) => {
    test.setTimeout(60_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, '/roles')
    const row = await findRow(page, 'analyst')
    await button(page, 'Save').click()
    await expect(alert(page)).toBeVisible()
    expect(await faults(page)).toEqual([])
    await button(row, 'Delete Role').click()
    expect(await faults(page)).toEqual([])
    await page.goto('/roles/system-user')
    const user = await findRow(page, 'analyst')
    await button(page, 'Save').click()
    await expect(alert(page)).toBeVisible()
    expect(await faults(page)).toEqual([])
    await button(user, 'Reset Password').click()
    expect(await faults(page)).toEqual([])
    await page.goto(RIGHTS)
    await choose(page, 'System Users', 'analyst')
    await openAll(page)
    await right(page, 'Roles').click()
    await expect(page.getByText('Differs from role')).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
}

for (const width of [1440, 390]) {
  test(`a banner covers nothing, and the tabs are one line, at ${width} px (spec 2.8)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/roles/history')
    const tabs = page.getByRole('navigation', { name: 'Administration' })
    expect((await tabs.boundingBox())?.height).toBeLessThan(40)
    await expect(tabs.getByRole('link', { name: 'History' })).toBeInViewport()
    await page.goto('/roles')
    const top = (await tabs.boundingBox())?.y
    await button(page, 'Save').click()
    await expect(alert(page)).toHaveText('[Role Name, Description] is required')
    expect(await listCovered(page)).toEqual([])
    expect((await tabs.boundingBox())?.y).toBe(top)
  })
}

test('administration does not scroll sideways at 390 px, whatever the names', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/roles')
  const name = unique('W'.repeat(60)).replaceAll(' ', '')
  const roleId = await makeRole(page, name, 'D'.repeat(400))
  await makeUser(page, name, roleId)
  await page.reload()
  await findRow(page, name)
  expect(await scrollsSideways(page)).toBe(false)
  await page.goto('/roles/system-user')
  await findRow(page, name)
  expect(await scrollsSideways(page)).toBe(false)
  await page.goto(RIGHTS)
  await choose(page, 'System Users', name)
  await openAll(page)
  expect(await scrollsSideways(page)).toBe(false)
})
