import type { Locator } from '@playwright/test'
import { expect, type Page, signIn, test } from '../portal.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const LIGHT = 'rgb(246, 247, 248)'
const DARK = 'rgb(11, 13, 15)'

test('the theme follows the system until the user chooses one, which is stored', async ({ page }) => {
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

test('at 390 px no name, tab or date is cut, and no control is alone in half a row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const getRight = async (shown: Locator) => {
    const box = await shown.boundingBox()
    return Math.round((box?.x ?? 0) + (box?.width ?? 0))
  }
  const isCut = (shown: Locator) =>
    shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  await signIn(page, 'administrator', '/roles/history')
  const header = page.getByRole('banner')
  for (const name of ['BI Dashboard', 'administrator']) {
    expect(await isCut(header.getByText(name, { exact: true }))).toBe(false)
  }
  for (const tab of await page.getByRole('navigation', { name: 'Administration' }).getByRole('link').all()) {
    expect((await tab.boundingBox())?.x).toBeGreaterThanOrEqual(0)
    expect(await getRight(tab)).toBeLessThanOrEqual(390)
  }
  await page.goto('/account/sessions')
  const time = page.getByRole('row', { name: 'This session' }).getByRole('time').first()
  await expect(time).toBeVisible()
  expect(await getRight(time)).toBeLessThanOrEqual(390)
  for (const path of ['/roles', '/roles/system-user']) {
    await page.goto(path)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    expect(await isCut(page.getByRole('table').locator('..'))).toBe(false)
  }
  await page.goto('/report/daily-local-exchange-traffic')
  expect(await getRight(page.getByLabel('Compare'))).toBe(await getRight(page.getByLabel('Choose Month')))
  await page.goto('/dashboard/operations')
  const wall = page.getByRole('button', { name: 'Wall screen' })
  await expect(wall).toBeVisible()
  expect(await getRight(wall)).toBe(await getRight(page.getByLabel('Period')))
})

test('at 820 px lists break their texts, so that no column is out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await signIn(page, 'superadmin', '/account/sessions')
  for (const path of ['/account/sessions', '/roles/history', '/studio']) {
    await page.goto(path)
    const lists = page.getByRole('table').filter({ has: page.getByRole('rowheader') })
    await expect(lists.last()).toBeVisible()
    const beyond = await lists.evaluateAll((tables) =>
      tables.map(
        (table) =>
          table.getBoundingClientRect().right - (table.parentElement?.getBoundingClientRect().right ?? 0),
      ),
    )
    expect(Math.max(...beyond), path).toBeLessThanOrEqual(0)
  }
})
