import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from '@playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { expect, type Page, signIn, test } from '../portal.ts'
import {
  alert,
  button,
  call,
  findRow,
  GOOD_PASSWORD,
  makeRole,
  makeUser,
  open,
  status,
  unique,
  uniqueUser,
} from './admin-actions.ts'

const SESSIONS = '/roles/sessions'
const USERS = '/roles/system-user'

const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** A user who is signed in elsewhere. */
const signInElsewhere = async (browser: Browser, baseURL: string | undefined, userId: string) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const page = await context.newPage()
  await signIn(page, userId, GOOD_PASSWORD)
  return { page, close: () => context.close() }
}

test.describe('Sessions (spec 2.23)', () => {
  test('lists who is signed in, marks the own session, and ends another one after a question', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page, '/roles')
    const userId = uniqueUser()
    await makeUser(page, userId, await makeRole(page, unique('Signed in')))
    const other = await signInElsewhere(browser, baseURL, userId)

    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect(page).toHaveURL(SESSIONS)
    await expect(page).toHaveTitle('Sessions')
    await expect(page.getByText('Portal Location | Roles > Sessions')).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'User ID',
      'Role',
      'Signed in (UTC)',
      'Last used (UTC)',
      'Client',
      'Address',
      'Actions',
    ])
    const own = page.getByRole('row').filter({ hasText: 'This session' })
    await expect(own).toHaveCount(1)
    await expect(own.getByRole('rowheader')).toHaveText(/^administrator/)
    const row = await findRow(page, userId)
    await expect(row).toContainText('Chrome')
    await expect(row.locator('time')).toHaveText([/^\d\d \w{3} \d{4}, \d\d:\d\d$/, /^\d\d \w{3} \d{4}/])

    await button(row, 'End session').click()
    const question = page.getByRole('alertdialog', { name: 'End this session?' })
    await expect(question).toContainText(userId)
    await expect(button(question, 'Cancel')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(button(row, 'End session')).toBeFocused()
    await button(row, 'End session').click()
    await button(question, 'End session').click()
    await expect(status(page)).toHaveText('Session ended successfully!')
    await expect(page.getByText(`Nothing matches “${userId}”.`)).toBeVisible()

    await other.page.reload()
    await expect(other.page.getByLabel('Username')).toBeVisible()
    await other.close()
  })

  test('a session that has ended meanwhile is reported, and the list is reloaded', async ({
    page,
    browser,
    baseURL,
    problems,
  }) => {
    problems.expect('status of 404')
    await open(page, '/roles')
    const userId = uniqueUser()
    await makeUser(page, userId, await makeRole(page, unique('Signed out')))
    const other = await signInElsewhere(browser, baseURL, userId)
    await page.goto(SESSIONS)
    const row = await findRow(page, userId)
    await button(other.page, 'Logout').click()
    await expect(other.page.getByLabel('Username')).toBeVisible()
    await button(row, 'End session').click()
    await button(page.getByRole('alertdialog'), 'End session').click()
    await expect(alert(page)).toHaveText('There is no such session. The list has been reloaded.')
    await expect(row).toHaveCount(0)
    await other.close()
  })

  test('the own session can be ended: the sign-in page follows', async ({ page, problems }) => {
    problems.expect('status of 401')
    await open(page, SESSIONS)
    const own = page.getByRole('row').filter({ hasText: 'This session' })
    await button(own, 'End session').click()
    const question = page.getByRole('alertdialog', { name: 'End your own session?' })
    await expect(question).toContainText('You will be signed out here.')
    await button(question, 'End session').click()
    await expect(page.getByLabel('Username')).toBeVisible()
  })
})

test.describe('Your sessions (spec 2.23)', () => {
  test('are listed under the name in the header; one is ended, then all others', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page, '/roles')
    const userId = uniqueUser()
    await makeUser(page, userId, await makeRole(page, unique('Own')))
    const [here, one, two] = [
      await signInElsewhere(browser, baseURL, userId),
      await signInElsewhere(browser, baseURL, userId),
      await signInElsewhere(browser, baseURL, userId),
    ]
    const { page: mine } = here
    await mine.getByRole('button', { name: userId, exact: true }).focus()
    await mine.keyboard.press('ArrowUp')
    await expect(mine.getByRole('menuitem', { name: 'Your sessions' })).toBeFocused()
    await mine.keyboard.press('Enter')
    await expect(mine).toHaveURL('/account/sessions')
    await expect(mine).toHaveTitle('Your sessions')
    await expect(mine.getByRole('rowheader')).toHaveCount(3)
    const others = mine.getByRole('row').filter({ hasNotText: 'This session' })
    await button(others.nth(1), 'End session').click()
    await button(mine.getByRole('alertdialog', { name: 'End this session?' }), 'End session').click()
    await expect(status(mine)).toHaveText('Session ended successfully!')
    await expect(mine.getByRole('rowheader')).toHaveCount(2)

    await button(mine, 'End all others').click()
    const question = mine.getByRole('alertdialog', { name: 'End all your other sessions?' })
    expect(await faults(mine)).toEqual([])
    await button(question, 'End all others').click()
    await expect(mine.getByRole('rowheader')).toHaveText([/This session/])
    for (const other of [one, two]) {
      await other.page.reload()
      await expect(other.page.getByLabel('Username')).toBeVisible()
    }
    await mine.setViewportSize({ width: 390, height: 844 })
    expect(await scrollsSideways(mine)).toBe(false)
    await button(mine, 'Menu').click()
    await button(mine, 'Your sessions').click()
    await expect(mine.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    for (const { close } of [here, one, two]) await close()
  })
})

test.describe('Use of accounts (spec 2.11)', () => {
  test('the user list says when users signed in last, and filters by it', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page, USERS)
    const [seen, unseen] = [uniqueUser(), uniqueUser()]
    const roleId = await makeRole(page, unique('Use'))
    await makeUser(page, seen, roleId)
    await makeUser(page, unseen, roleId, { isNew: true })
    const other = await signInElsewhere(browser, baseURL, seen)
    await other.close()
    await page.reload()
    await expect((await findRow(page, seen)).locator('time')).toHaveText(/^\d\d \w{3} \d{4}, \d\d:\d\d$/)
    await expect(await findRow(page, unseen)).toContainText('never')

    const days = page.getByLabel('Not signed in for')
    await days.fill('30')
    await days.press('Enter')
    await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
    await days.fill('0')
    await days.press('Enter')
    await expect(page.getByRole('rowheader', { name: unseen, exact: true })).toBeVisible()
    await days.fill('')
    await expect(page.getByRole('rowheader', { name: unseen, exact: true })).toBeVisible()
  })

  test('all users that fit the search are exported, as a workbook and as a .csv file with equal values', async ({
    page,
  }) => {
    await open(page, USERS)
    const term = unique('export').replaceAll(' ', '.')
    const roleId = await makeRole(page, `+${unique('Formula')}`)
    const names = Array.from({ length: 12 }, (_, index) => `${term}.${String(index).padStart(2, '0')}`)
    for (const name of names) await makeUser(page, name, roleId, { isNew: true })
    const box = page.getByLabel('Search:')
    await box.fill(term)
    await box.press('Enter')
    await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()

    const save = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await button(page, name).click()
      const download = await downloading
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const csv = await save('Export CSV')
    expect(csv.name).toMatch(/^users_\d{4}-\d\d-\d\d\.csv$/)
    const lines = csv.bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\n')
    const cells = lines.map((line) => line.split(','))
    expect(cells.slice(1).map(([userId]) => userId)).toEqual(names)
    expect(cells[1]?.[2]).toMatch(/^'\+Formula /)
    expect(cells[1]?.[7]).toBe('never')

    const workbook = await save('Export workbook')
    expect(workbook.name).toBe(csv.name.replace('.csv', '.xlsx'))
    const [sheet, about] = await readXlsxFile(workbook.bytes)
    const text = (value: unknown) =>
      value instanceof Date
        ? value.toISOString().slice(0, 16)
        : typeof value === 'string' || typeof value === 'number'
          ? String(value)
          : ''
    const csvText = (value: string) =>
      value.replace(/^'(?=[+@=-])/, '').replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):.*$/, '$1')
    expect(sheet?.data.map((row) => row.map(text))).toEqual(cells.map((row) => row.map(csvText)))
    expect(about?.data).toContainEqual(['Exported by', 'administrator'])
    expect(about?.data).toContainEqual(['Search', term])
  })

  test('a failed export is reported', async ({ page, problems }) => {
    problems.expect('status of 500')
    await open(page, USERS)
    await expect(page.getByLabel('Not signed in for')).toBeVisible()
    await page.route(
      (url) => url.searchParams.get('size') === '100',
      (route) =>
        route.fulfill({ status: 500, json: { success: false, message: '', records: [], totalCount: 0 } }),
    )
    await button(page, 'Export CSV').click()
    await expect(alert(page)).toHaveText('An error occurred while exporting the users.')
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Sessions has no accessibility violation and does not scroll sideways, ${colorScheme}`, async ({
    page,
  }) => {
    test.setTimeout(90_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, SESSIONS)
    const own = page.getByRole('row').filter({ hasText: 'This session' })
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(own).toHaveCount(1)
      expect(await faults(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
    }
    await button(own, 'End session').click()
    expect(await faults(page)).toEqual([])
    await button(page, 'Cancel').click()
    await page.goto(USERS)
    await expect(page.getByLabel('Not signed in for')).toBeVisible()
    expect(await faults(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
  })
}

test('a stranger sees neither screen (spec 6.3)', async ({ page }) => {
  await signIn(page, 'analyst')
  for (const path of [SESSIONS, '/roles/history']) {
    await page.goto(path)
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
  }
  expect((await call(page, 'GET', '/v1/sessions')).status).toBe(403)
})
