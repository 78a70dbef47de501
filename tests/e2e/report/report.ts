import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { monthNames } from '../../../src/time/calendar.ts'
import { DEMO_PASSWORD, expect, type Page, test as base } from '../portal.ts'
import { putKnownRows } from './seed-rows.ts'
import type { ScreenAddress } from './screens.ts'

export { expect, type Page }

interface Session {
  readonly accessToken: string
  readonly sessionId: string
  readonly role: string
}

type WorkerFixtures = {
  /** A session of the analyst on a server that holds the known rows. */
  readonly session: Session
}

/** Signed in as the analyst, with the known rows in the database. */
export const test = base.extend<object, WorkerFixtures>({
  session: [
    async ({ portal }, use) => {
      await putKnownRows(portal.dataDir)
      await use(await openSession(portal.url))
    },
    { scope: 'worker' },
  ],
  contextOptions: { reducedMotion: 'reduce' },
  storageState: async ({ portal, session }, use) =>
    use({ cookies: [], origins: [{ origin: portal.url, localStorage: stored(session) }] }),
})

/** A new session, opened without the screen. */
const openSession = async (url: string): Promise<Session> => {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'analyst', password: DEMO_PASSWORD }),
  })
  return (await answer.json()) as Session
}

/** What the portal keeps of a session (spec 3.1). */
const stored = ({ accessToken, sessionId, role }: Session) => [
  { name: 'authToken', value: accessToken },
  { name: 'sessionId', value: sessionId },
  { name: 'username', value: 'analyst' },
  { name: 'userRole', value: role },
]

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const year = (page: Page): Locator => page.getByLabel('Choose Year')
export const month = (page: Page): Locator => page.getByLabel('Choose Month')
export const table = (page: Page): Locator => page.getByRole('table')
/** The banner: while the portal starts, its frame has a status of its own. */
export const status = (page: Page): Locator => page.getByRole('main').getByRole('status')
export const chart = (page: Page): Locator => page.getByRole('img')
export const series = (page: Page): Locator => page.getByRole('group', { name: 'Series' }).getByRole('button')

/** The series that are drawn. */
export const pressed = (page: Page): Locator =>
  page.getByRole('group', { name: 'Series' }).getByRole('button', { pressed: true })

type Choice = { readonly year?: string | undefined; readonly month?: string | undefined }

/** Chooses what is given, as a hand would. */
export const choose = async (page: Page, { year: y, month: m }: Choice): Promise<void> => {
  if (y !== undefined) await year(page).selectOption({ label: y })
  if (m !== undefined) await month(page).selectOption({ label: m })
}

export const submit = (page: Page): Promise<void> => button(page, 'Submit').click()

/** Chooses, submits, waits for the table. */
export const load = async (page: Page, choice: Choice): Promise<void> => {
  await choose(page, choice)
  await submit(page)
  await expect(table(page)).toBeVisible()
}

/** The file that an act brings, with the name it is saved under. */
export const fileOf = async (
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** All texts of a table, line by line: header, rows, total. */
export const cells = (of: Locator): Promise<string[][]> =>
  of.evaluate((element) =>
    [...element.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim()),
    ),
  )

/** The first column's cells. */
export const keys = async (of: Locator): Promise<string[]> =>
  (await cells(of)).slice(1).map(([first]) => first ?? '')

/** A link to a screen with its period chosen (spec 4.17). */
export const link = (screen: ScreenAddress, more: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams()
  if (screen.tab !== undefined) query.set('tab', 'routelink-to-mno')
  query.set('year', screen.year)
  if (screen.month !== undefined) query.set('month', String(monthNames.indexOf(screen.month) + 1))
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  return `${screen.path}?${query.toString()}`
}
