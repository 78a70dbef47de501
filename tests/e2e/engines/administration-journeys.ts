import type { EnginePage } from './engine-page.ts'
import { button, type EngineTest, heading, link, menu, poll, signIn, status, tabs } from './engine-test.ts'

const PASSWORD = 'quiet-Harbour-8812'
const OWN_PASSWORD = 'other-Harbour-9923'

const table = { role: 'table' } as const

async function search(page: EnginePage, term: string): Promise<void> {
  await page.fill('Search:', term)
  await page.press('Enter')
}

/** Waits until the first column of the table is this. */
async function expectKeys(page: EnginePage, keys: readonly string[]): Promise<void> {
  const read = async () => (await page.find(table))[0]?.cells.slice(1).map(([key]) => key)
  await poll(read).toEqual(keys)
}

async function openFromMenu(page: EnginePage, group: string, name: string): Promise<void> {
  await page.hover(button(group, menu))
  await page.click(link(name, menu))
  await page.expectOne(heading(name))
}

async function createRole(page: EnginePage, name: string, description: string): Promise<void> {
  await page.open('/roles')
  await page.fill('Role Name', name)
  await page.fill('Description', description)
  await page.click(button('Save'))
  await page.expectTexts(status, ['Role saved successfully!'])
}

/** The journeys through sign-in, roles, users and rights. */
export function describeAdministration(test: EngineTest): void {
  test('what a page logs as an error, throws, or loads against its policy is found', async ({
    portalPage: page,
  }) => {
    const found: string[] = []
    const count = async (pattern: RegExp) => {
      found.push(...(await page.engine.takeProblems()))
      return found.filter((text) => pattern.test(text)).length
    }
    await page.engine.evaluate(() => {
      console.error('logged on purpose')
      setTimeout(() => {
        throw new Error('thrown on purpose')
      })
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'https://elsewhere.example/refused.png' }),
      )
    }, null)
    for (const pattern of [/logged on purpose/, /thrown on purpose/, /img-src/]) {
      await poll(() => count(pattern)).toBeGreaterThan(0)
    }
  })

  test('a menu that the mouse has opened stays open when it is clicked', async ({ portalPage: page }) => {
    await signIn(page, 'analyst')
    await page.hover(button('Reports', menu))
    await page.expectOne(link('Daily Report - Minutes', menu))
    await page.click(button('Reports', menu))
    await page.click(link('Daily Report - Minutes', menu))
    await page.expectOne(heading('Daily Report - Minutes - MNO to Routelink'))
  })

  test('a new user of a role with one report chooses a password and sees that report alone', async ({
    portalPage: page,
  }) => {
    test.setTimeout(90_000)
    await signIn(page, 'administrator')
    await createRole(page, 'One report', 'May read one report')

    await page.click(link('Rights Administration', tabs))
    await page.choose('Select type', 'Roles')
    await page.choose('Select role', 'One report')
    await page.click(button('Open All'))
    await page.click({ role: 'switch', name: 'Daily Local Exchange Traffic' })
    const isOn = async () =>
      (await page.find({ role: 'switch' })).filter((right) => right.isOn).map(({ name }) => name)
    await poll(isOn).toEqual(['Daily Local Exchange Traffic'])
    await page.click(button('Save Changes'))
    await page.expectTexts(status, ['Right saved successfully!'])

    await page.click(link('System Users', tabs))
    await page.fill('User ID', 'one.report')
    await page.fill('Password', PASSWORD)
    await page.choose('Role', 'One report')
    await page.fill('Email Id', 'one.report@portal.example')
    await page.click(button('Save'))
    await page.expectTexts(status, ['User created successfully!'])
    await search(page, 'one.report')
    await expectKeys(page, ['one.report'])
    await page.click(button('Logout'))

    await page.fill('Username', 'one.report')
    await page.fill('Password', PASSWORD)
    await page.click(button('Login'))
    await page.fill('New Password', OWN_PASSWORD)
    await page.fill('Repeat New Password', OWN_PASSWORD)
    await page.click(button('Save password'))
    await openFromMenu(page, 'Reports', 'Daily Local Exchange Traffic')
    await page.hover(button('Reports', menu))
    await page.expectTexts({ role: 'link', within: menu }, ['Daily Local Exchange Traffic'])
    await page.open('/report/daily-report-minutes')
    await page.expectOne({ text: 'You do not have access to this page.' })
  })
}
