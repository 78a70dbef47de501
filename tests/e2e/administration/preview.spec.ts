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

test('a preview is the menu that the user gets after signing in, also before changes are saved (spec 2.25)', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000)
  await open(page, RIGHTS)
  const [roleName, userId] = [unique('Previewed'), uniqueUser()]
  const id = await makeUser(page, userId, await makeRole(page, roleName))
  await page.reload()
  await choose(page, 'Roles', roleName)
  await button(page, 'Preview').click()
  const preview = dialog(page, roleName)
  await expect(preview).toContainText('No right opens a page: the menu has test entries only.')
  expect(await listed(page)).toEqual(['Test Menu, Test Sub-menu 1, Test Sub-menu 2'])
  await page.keyboard.press('Escape')
  await openAll(page)
  for (const name of ['Dashboard', 'Daily Report - Minutes']) await right(page, name).click()
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('status')).toHaveText('Right saved successfully!')
  await right(page, 'Dashboard').click()
  await right(page, 'Daily Local Exchange Traffic').click()
  await button(page, 'Preview').click()
  await expect(preview).toContainText('With your unsaved changes.')
  await expect(preview).toContainText('New in the menu: Reports > Daily Local Exchange Traffic.')
  await expect(preview).toContainText('No longer in the menu: Dashboard.')
  const menu = ['Reports, Daily Report - Minutes, Daily Local Exchange Traffic']
  expect(await listed(page)).toEqual(menu)
  await button(preview, 'Close').click()
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('status')).toHaveText('Right saved successfully!')

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  await signIn(other, userId, '/test', GOOD_PASSWORD)
  expect(await ownMenu(other)).toEqual(menu)
  await context.close()

  await call(page, 'PUT', `/v1/system-users/${id}/status?status=Inactive`)
  await page.goto('/roles/system-user')
  const row = await findRow(page, userId)
  await button(row, 'Preview').click()
  await expect(dialog(page, userId)).toContainText('This user is inactive and cannot sign in.')
  expect(await listed(page)).toEqual(menu)
  await page.keyboard.press('Escape')
  await expect(button(row, 'Preview')).toBeFocused()
})
