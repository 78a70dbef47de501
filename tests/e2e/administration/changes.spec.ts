import { expect, test } from '../portal.ts'
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
import { choose, openAll, RIGHTS, right } from './permission-actions.ts'
import { signIn } from '../portal.ts'

const USERS = '/roles/system-user'

test.describe('unsaved changes of a user or role (spec 4.9)', () => {
  test('are asked about before another page or record is opened', async ({ page }) => {
    await open(page, USERS)
    const userId = uniqueUser()
    await makeUser(page, userId, 3)
    const row = await findRow(page, userId)
    await button(row, 'Edit').click()
    await expect(page.getByLabel('User ID')).toHaveValue(userId)
    await page.getByLabel('Email Id').fill('changed@example.com')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'You have 1 unsaved change. Discard?' })
    await button(question, 'Cancel').click()
    await expect(page.getByLabel('Email Id')).toHaveValue('changed@example.com')
    await button(row, 'Edit').click()
    await button(question, 'Discard').click()
    await expect(page.getByLabel('Email Id')).toHaveValue(`${userId}@portal.example`)
    await page.getByLabel('Email Id').fill('changed@example.com')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await button(question, 'Discard').click()
    await expect(page).toHaveURL(/dashboard/)
  })
})

test.describe('the own right to administer (spec 4.12)', () => {
  test('is given up only after a question, and the menu follows at once', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page, RIGHTS)
    const name = unique('Chiefs')
    const roleId = await makeRole(page, name)
    const tree = await call(page, 'GET', `/v1/menu-hierarchy/role/${roleId}?service=bidashboard`)
    const enable = (nodes: readonly { child: [] | null }[]): object[] =>
      nodes.map((node) => ({ ...node, enabled: true, child: node.child && enable(node.child) }))
    await call(page, 'POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&service=bidashboard`, {
      records: enable(tree.records as { child: [] | null }[]),
    })
    const userId = uniqueUser()
    await makeUser(page, userId, roleId)
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const theirs = await context.newPage()
    await signIn(theirs, userId, GOOD_PASSWORD)
    await theirs.goto(RIGHTS)
    await choose(theirs, 'Roles', name)
    await openAll(theirs)
    await right(theirs, 'Roles').click()
    await button(theirs, 'Save Changes').click()
    const question = theirs.getByRole('alertdialog', { name: 'Take the right Roles from yourself?' })
    await button(question, 'Cancel').click()
    expect((await call(theirs, 'GET', '/v1/role-master')).status).toBe(200)
    await button(theirs, 'Save Changes').click()
    await button(question, 'Save').click()
    await expect(theirs.getByText('You do not have access to this page.')).toBeVisible()
    await expect(theirs.getByRole('navigation', { name: 'Main' }).getByRole('button')).toHaveText(['Reports'])
    await context.close()
  })
})

test.describe('a generated password (spec 2.11)', () => {
  test('is shown, and copied by a button', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, USERS)
    await button(page, 'Generate').click()
    const field = page.getByLabel('Password', { exact: true })
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveValue(/^(\w{4}-){3}\w{4}$/)
    await button(page, 'Copy').click()
    await expect(page.getByText('Copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue())
  })
})

for (const width of [1440, 1024, 390]) {
  test(`row actions are in sight at ${width} px, whatever mail and address (spec 2.12)`, async ({ page }) => {
    await open(page, USERS)
    const userId = uniqueUser()
    const id = await makeUser(page, userId, 3)
    await call(page, 'PUT', `/v1/system-users/${id}`, {
      roleId: 3,
      loginIP: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      emailId: `${'long.'.repeat(12)}name@portal.example`,
    })
    await page.setViewportSize({ width, height: 900 })
    const row = await findRow(page, userId)
    await row.getByRole('rowheader').scrollIntoViewIfNeeded()
    for (const name of ['Edit', 'Reset Password', 'Delete']) {
      await expect(button(row, name)).toBeInViewport({ ratio: 1 })
    }
    await button(row, 'Edit').click()
    await expect(page.getByLabel('User ID')).toHaveValue(userId)
  })
}
