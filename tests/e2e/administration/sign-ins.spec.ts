import { expect, type Page, signIn, test } from '../portal.ts'
import { button, makeRole, makeUser, open, search, unique, uniqueUser } from './admin-actions.ts'

const SCREEN = '/roles/system-user'

const rows = (page: Page, list: string) => page.getByRole('table', { name: list }).getByRole('rowheader')

test('users are filtered and ordered by how they sign in, also in the file (spec 2.11)', async ({ page }) => {
  await open(page, SCREEN)
  const roleId = await makeRole(page, unique('Desk'))
  const [first, second] = [uniqueUser(), uniqueUser()]
  await makeUser(page, first, roleId, { isNew: true })
  await makeUser(page, second, roleId, { isNew: true })
  await page.reload()
  await search(page, 'user.')
  await expect(page.getByRole('columnheader', { name: 'Sign-in', exact: true })).toBeVisible()
  await page.getByLabel('Order:').selectOption('longest not signed in')
  await expect(rows(page, 'User list').first()).toBeVisible()
  await page.getByLabel('Second factor:').selectOption('on')
  await expect(page.getByText('Nothing matches “user.”.')).toBeVisible()
  await page.getByLabel('Second factor:').selectOption('off')
  await page.getByLabel('Sign-in:').selectOption('company')
  await search(page, '')
  await expect(page.getByText('Nothing matches the filters.')).toBeVisible()
  await page.getByLabel('Sign-in:').selectOption('password')
  await search(page, first)
  await expect(rows(page, 'User list')).toHaveText([first])
  const saving = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const stream = await (await saving).createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  const [heading, ...lines] = text.trimEnd().split('\n')
  expect(heading).toContain('Open sessions,Second factor,Sign-in')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${first},.*,never,0,off,password$`))
  await expect(page.getByRole('table', { name: 'Super administrators' })).toHaveCount(0)
  await expect(page.getByText('It does not limit where the user signs in.')).toBeVisible()
})

test('super administrators are listed apart, for super administrators (spec 6.8)', async ({ page }) => {
  await signIn(page, 'superadmin', SCREEN)
  await expect(rows(page, 'Super administrators')).toHaveText(['superadmin'])
  await expect(rows(page, 'User list').filter({ hasText: 'superadmin' })).toHaveCount(0)
})
