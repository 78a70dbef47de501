import { test as base, expect, type Page, type Route } from '@playwright/test'
import { Problems } from './page-errors.ts'
import { type RunningServer, startServer } from './server.ts'

export { expect, type Page }

/** The accounts of the demo data (spec 11.4). */
export type DemoAccount = 'superadmin' | 'administrator' | 'analyst'

export const DEMO_PASSWORD = 'demo-Portal-2025'

type TestFixtures = {
  /** Opens a page of another browser, which has no session. */
  readonly openElsewhere: () => Promise<Page>
  /** Fails the test on every problem that it has not named by `problems.expect(...)`. */
  readonly problems: Problems
}

type WorkerFixtures = {
  /** The built server with demo data, one per worker. */
  readonly portal: RunningServer
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    async ({ browserName: _browser }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  openElsewhere: async ({ browser, portal }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  problems: [
    async ({ context, baseURL }, use) => {
      const problems = new Problems(new URL(baseURL ?? '').origin)
      problems.watch(context)
      await use(problems)
      expect(problems.unnamed(), 'problems that the test did not name').toEqual([])
    },
    { auto: true },
  ],
})

/** The same test on a server that `start` starts for each worker. */
export const testOn = <S extends RunningServer>(start: () => Promise<S>) =>
  test.extend<object, { readonly other: S }>({
    other: [
      async ({ browserName: _browser }, use) => {
        const server = await start()
        await use(server)
        await server.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ other }, use) => use(other.url),
  })

/** Holds the requests of a pattern until the function that it gives is called. */
export async function holdRequests(
  page: Page,
  pattern: string | RegExp,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(pattern, async (route) => {
    await held
    await answer(route)
  })
  return () => release()
}

/** The texts and controls of the page that its banner covers. */
export const listCovered = (page: Page): Promise<readonly string[]> =>
  page.locator('main').evaluate((main) => {
    const banner = main.querySelector('[data-passing]')
    if (banner === null) return ['There is no banner.']
    const one = banner.getBoundingClientRect()
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      range.selectNodeContents(node)
      const isCovered = [...range.getClientRects()].some(
        (rect) =>
          rect.width > 1 &&
          rect.right > one.left &&
          rect.left < one.right &&
          rect.bottom > one.top + 1 &&
          rect.top < one.bottom - 1,
      )
      if (isCovered && !banner.contains(node)) covered.push(node.textContent ?? '')
    }
    return covered
  })

/** Fills the sign-in screen and sends it, whatever comes of it. */
export const trySignIn = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Signs in past the sign-in screen, opens a page and waits for the layout with its menu. */
export const signIn = async (
  page: Page,
  username: DemoAccount | (string & {}),
  path = '/dashboard',
  password = DEMO_PASSWORD,
): Promise<void> => {
  const answer = await page.request.post('/auth/login', { data: { username, password } })
  const { accessToken, sessionId, role } = await answer.json()
  // A page of the same origin without the portal, which would write its own session over this one.
  await page.goto('/settings.properties')
  await page.evaluate((session) => Object.entries(session).forEach((pair) => localStorage.setItem(...pair)), {
    authToken: accessToken,
    sessionId,
    username,
    userRole: role,
  })
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByText('Loading navigation...')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
