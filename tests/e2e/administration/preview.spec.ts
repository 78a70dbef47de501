import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, signIn, test } from '../portal.ts'
import { choose, openAll, right, RIGHTS } from './permission-actions.ts'
import {
  button,
  call,
  findRow,
  GOOD_PASSWORD,
  makeRole,
  makeUser,
  open,
  unique,
  uniqueUser,
} from './admin-actions.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `What ${name} sees` })

/** The entries of the preview, those below another one after a comma. */
const listed = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('list', { name: 'Menu' })
    .evaluate((list) =>
      [...list.children].map((item) =>
        [
          item.querySelector('span')?.textContent,
          ...[...item.querySelectorAll('li')].map((child) => child.textContent),
        ].join(', '),
      ),
    )

/** The entries of the menu of the signed-in user. */
const ownMenu = async (page: Page) => {
  const menu: string[] = []
  for (const entry of await page.getByRole('navigation', { name: 'Main' }).locator('> ul > li').all()) {
    const opener = entry.getByRole('button')
    if ((await opener.count()) === 0) menu.push((await entry.textContent()) ?? '')
    else {
      await opener.click()
      const links = entry.getByRole('listitem')
      await expect(links.first()).toBeVisible()
      menu.push([await opener.textContent(), ...(await links.allTextContents())].join(', '))
    }
  }
  return menu
}

const grant = async (page: Page, roleName: string, names: readonly string[]) => {
  await page.goto(RIGHTS)
  await choose(page, 'Roles', roleName)
  await openAll(page)
  for (const name of names) await right(page, name).click()
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('status')).toHaveText('Right saved successfully!')
}

test('the preview of a user is the menu that the user gets after signing in (spec 2.25)', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000)
  await open(page, '/roles')
  const [roleName, userId] = [unique('Previewed'), uniqueUser()]
  await makeUser(page, userId, await makeRole(page, roleName))
  await grant(page, roleName, ['Dashboard', 'Daily Report - Minutes', 'Daily Local Exchange Traffic'])
  await page.goto('/roles/system-user')
  const row = await findRow(page, userId)
  await button(row, 'Preview').click()
  await expect(dialog(page, userId)).toBeVisible()
  await expect(dialog(page, userId).getByRole('list', { name: 'Menu' })).toBeVisible()
  const preview = await listed(page)
  await page.keyboard.press('Escape')
  await expect(button(row, 'Preview')).toBeFocused()

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  await signIn(other, userId, GOOD_PASSWORD)
  expect(await ownMenu(other)).toEqual(preview)
  await context.close()

  await page.goto('/roles')
  await button(await findRow(page, roleName), 'Preview').click()
  await expect(dialog(page, roleName).getByRole('list', { name: 'Menu' })).toBeVisible()
  expect(await listed(page)).toEqual(preview)
})

test('a role without rights sees the test menu, and an inactive user cannot sign in (spec 2.25)', async ({
  page,
}) => {
  await open(page, '/roles')
  const [roleName, userId] = [unique('Nothing'), uniqueUser()]
  const id = await makeUser(page, userId, await makeRole(page, roleName))
  await call(page, 'PUT', `/v1/system-users/${id}/status?status=Inactive`)
  await button(await findRow(page, roleName), 'Preview').click()
  await expect(dialog(page, roleName)).toContainText('No right opens a page: the menu has test entries only.')
  expect(await listed(page)).toEqual(['Test Menu, Test Sub-menu 1, Test Sub-menu 2'])
  await page.goto('/roles/system-user')
  await button(await findRow(page, userId), 'Preview').click()
  await expect(dialog(page, userId)).toContainText('This user is inactive and cannot sign in.')
})

test('the rights screen previews changes before they are saved (spec 2.25)', async ({ page }) => {
  await open(page, '/roles')
  const roleName = unique('Unsaved')
  await makeRole(page, roleName)
  await grant(page, roleName, ['Dashboard', 'Daily Report - Minutes'])
  await button(page, 'Preview').click()
  await expect(dialog(page, roleName)).not.toContainText('unsaved')
  await page.keyboard.press('Escape')
  await right(page, 'Dashboard').click()
  await right(page, 'Daily Local Exchange Traffic').click()
  await button(page, 'Preview').click()
  const preview = dialog(page, roleName)
  await expect(preview).toContainText('With your unsaved changes.')
  await expect(preview).toContainText('New in the menu: Reports > Daily Local Exchange Traffic.')
  await expect(preview).toContainText('No longer in the menu: Dashboard.')
  expect(await listed(page)).toEqual(['Reports, Daily Report - Minutes, Daily Local Exchange Traffic'])
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((violation) => violation.id)).toEqual([])
    const box = await preview.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
  }
  await button(preview, 'Close').click()
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
})
