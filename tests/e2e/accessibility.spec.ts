import { AxeBuilder } from '@axe-core/playwright'
import {
  button,
  findRow,
  GOOD_PASSWORD,
  makeRole,
  makeUser,
  open,
  unique,
  uniqueUser,
} from './administration/admin-actions.ts'
import { choose, openAll, right, RIGHTS } from './administration/permission-actions.ts'
import { type DemoAccount, expect, type Page, signIn, test, trySignIn } from './portal.ts'
import { SLOW } from './studio/studio.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3'
const LOCAL = '/report/daily-local-exchange-traffic?year=2025&month=3'

/** By name, how a page gets into a state that has to be readable in both themes and at any width. */
type Screens = Readonly<Record<string, (page: Page) => Promise<void>>>

const load =
  (account: DemoAccount, path: string, text: string): Screens[string] =>
  async (page) => {
    await signIn(page, account, path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }

const loadChart =
  (path: string): Screens[string] =>
  async (page) => {
    await signIn(page, 'analyst', path)
    await expect(page.getByRole('img')).toBeVisible()
  }

const main: Screens = {
  'the sign-in page with a message': async (page) => {
    await page.goto('/login')
    await button(page, 'Login').click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'Roles with a message, names and a description as long as possible': async (page) => {
    await open(page, '/roles')
    const name = unique('W'.repeat(60)).replaceAll(' ', '')
    await makeRole(page, name, 'D'.repeat(400))
    await findRow(page, name)
    await button(page, 'Save').click()
    await expect(page.getByRole('alert')).toHaveText('[Role Name, Description] is required')
  },
  'a report with tabs, variants and a comparison': load(
    'analyst',
    `${DAILY}&compare=previous&view=table`,
    'Days with a record: 31 in March 2025, 28 in February 2025.',
  ),
  'a line chart': loadChart(`${LOCAL}&view=chart`),
}

const others: Screens = {
  'Data with a file that can be read in two ways': async (page) => {
    await signIn(page, 'superadmin', '/roles/data')
    await page.getByLabel('Table', { exact: true }).selectOption('daily-reports')
    const text = 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA\n2031-03-07,MNO_TO_ROUTELINK,26:30:00,2,3,4,5'
    const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('File to import').setInputFiles(file)
    await expect(page.getByRole('radio').first()).toBeVisible()
  },
  'a sub-menu on the dashboard page': async (page) => {
    await signIn(page, 'administrator')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Reports' }).focus()
    await expect(page.locator('li[aria-busy]')).toHaveCount(0)
  },
  'a dashboard': load('administrator', '/dashboard/operations?period=2025-03', 'The first 7 of 31 rows.'),
  'a question before a deletion': async (page) => {
    await open(page, '/roles')
    await button(await findRow(page, 'analyst'), 'Delete Role').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  'System Users with a name as long as possible and a dialog': async (page) => {
    await open(page, '/roles/system-user')
    const name = unique('w'.repeat(60)).replaceAll(' ', '')
    await makeUser(page, name, 3, { isNew: true })
    await button(await findRow(page, name), 'Reset Password').click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'Rights Administration': async (page) => {
    await open(page, RIGHTS)
    await choose(page, 'System Users', 'analyst')
    await openAll(page)
    await right(page, 'Roles').click()
    await expect(page.getByText('Differs from role')).toBeVisible()
  },
  'Sessions with a question': async (page) => {
    await open(page, '/roles/sessions')
    await button(page.getByRole('row').filter({ hasText: 'This session' }), 'End session').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  'History with details': async (page) => {
    await open(page, '/roles/history')
    const name = unique('W'.repeat(60)).replaceAll(' ', '')
    await makeRole(page, name, 'D'.repeat(300))
    await page.goto(`/roles/history?subject=${name}`)
    await page.getByText('Details').first().click()
    await expect(page.getByRole('table', { name: 'Changes' })).toBeVisible()
  },
  'Your sessions': load('analyst', '/account/sessions', 'This session'),
  'the own password': load('analyst', '/account/password', 'Current Password'),
  'the screen of a password that an administrator has set': async (page) => {
    await open(page, '/roles')
    const userId = uniqueUser()
    await makeUser(page, userId, 3, { isNew: true })
    await button(page, 'Logout').click()
    await trySignIn(page, userId, GOOD_PASSWORD)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  },
  'a compared chart': loadChart(`${DAILY}&compare=previous&view=chart`),
  'a pie chart': loadChart(`${LOCAL}&view=chart&chart=pie`),
  'a bar chart': loadChart(`${LOCAL}&view=chart&chart=bar`),
  'the studio with a file': async (page) => {
    await signIn(page, 'superadmin', '/studio/file')
    await page.getByLabel('Or paste CSV with its headings').fill('Day,Minutes\n01/04/2025,10\n02/04/2025,12')
    await expect(page.getByRole('radio', { name: /day first/ })).toBeVisible(SLOW)
  },
  'the list of the studio': load('superadmin', '/studio', 'Valid'),
  'the editor of the studio with a problem': async (page) => {
    await signIn(page, 'superadmin', '/studio/reports/monthly-report?view=table')
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible(SLOW)
    await page.getByRole('textbox', { name: /^Text of/ }).press('Control+Home')
    await page.keyboard.type('x')
    await expect(page.getByRole('region', { name: 'Problems' })).toBeVisible(SLOW)
  },
  'a report with a message': async (page) => {
    await signIn(page, 'analyst', '/report/daily-local-exchange-traffic')
    await button(page, 'Submit').click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
}

const listFaults = async (page: Page): Promise<readonly string[]> => {
  // What is being loaded again is dimmed.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('the main screens have no accessibility violation and do not scroll sideways', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const [name, show] of Object.entries(main)) {
    await show(page)
    expect(await listFaults(page), name).toEqual([])
    expect(await overflows(page), name).toBe(false)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme, at any width`, { tag: '@rest' }, () => {
    for (const [name, show] of Object.entries({ ...main, ...others })) {
      test(`${name} is accessible and does not scroll sideways`, async ({ page, problems }) => {
        test.setTimeout(60_000)
        // A user who has to choose a password may load nothing else.
        problems.expect('status of 403')
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await show(page)
        for (const width of [1440, 1024, 390]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await listFaults(page), `${width} px`).toEqual([])
          expect(await overflows(page), `${width} px`).toBe(false)
        }
      })
    }
  })
}
