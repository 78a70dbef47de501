import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, signIn, test } from '../portal.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const LIGHT = 'rgb(246, 247, 248)'
const DARK = 'rgb(11, 13, 15)'

test('the theme follows the system until the user chooses one, and the choice is stored', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await ground(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ground(page)).toBe(LIGHT)
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  expect(await ground(page)).toBe(DARK)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  expect(await ground(page)).toBe(DARK)
})

for (const theme of ['light', 'dark'] as const) {
  test(`the portal has no accessibility violation in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const faults = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    }
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await faults()).toEqual([])
    await signIn(page, 'administrator')
    expect(await faults()).toEqual([])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Reports' }).hover()
    await expect(page.getByRole('link', { name: 'Daily Report - Minutes' })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.goto('/dashboard/1')
    await expect(page.locator('strong', { hasText: 'Interconnect Overview' })).toBeVisible()
    expect(await faults()).toEqual([])
  })
}
