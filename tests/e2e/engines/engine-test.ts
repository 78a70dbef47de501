import { expect, test as base } from '@playwright/test'
import { DEMO_PASSWORD, type DemoAccount } from '../portal.ts'
import { putKnownRows } from '../report/seed-rows.ts'
import { type RunningServer, startServer } from '../server.ts'
import { type Engine, poll } from './engine.ts'
import { EnginePage } from './engine-page.ts'
import type { Target } from './page-elements.ts'
import { copyWatchedPortal } from './watched-portal.ts'

export { expect, poll }

type TestFixtures = {
  /** A page on the sign-in screen; an error in the page fails the test. */
  readonly portalPage: EnginePage
}

type WorkerFixtures = {
  /** The built server with demo data and the known rows. */
  readonly portal: RunningServer
  readonly engine: Engine
}

export type EngineTest = ReturnType<typeof createTest>

/**
 * The test function of an engine, which runs in one window for all tests of a worker. An engine that reports no errors
 * gets a portal that stores them.
 */
export const createTest = (start: () => Promise<Engine>, { isWatched }: { readonly isWatched: boolean }) =>
  base.extend<TestFixtures, WorkerFixtures>({
    portal: [
      async ({ browserName: _browser }, use) => {
        const watched = isWatched ? await copyWatchedPortal() : null
        const server = await startServer(watched === null ? {} : { PORTAL_DIR: watched.folder })
        await putKnownRows(server.dataDir)
        await use(server)
        await server.stop()
        await watched?.remove()
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    engine: [
      async ({ browserName: _browser }, use) => {
        const engine = await start()
        await use(engine)
        await engine.close()
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    portalPage: async ({ engine, portal }, use) => {
      const page = new EnginePage(engine, portal.url)
      // WebKit's browser lists downloads below the page, which leaves less and less of it.
      await engine.resize(1440, 900)
      await page.openSignIn()
      await use(page)
      expect(await engine.takeProblems(), 'errors in the page').toEqual([])
    },
  })

export const button = (name: string, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within === undefined ? {} : { within }),
})
export const heading = (name: string): Target => ({ role: 'heading', name })
export const link = (name: string, within?: Target): Target => ({
  role: 'link',
  name,
  ...(within === undefined ? {} : { within }),
})
export const menu: Target = { role: 'navigation', name: 'Main' }
export const tabs: Target = { role: 'navigation', name: 'Administration' }
export const status: Target = { role: 'status' }

/** Signs in through the sign-in screen and waits for a page with its menu. */
export async function signIn(
  page: EnginePage,
  username: DemoAccount | (string & {}),
  password = DEMO_PASSWORD,
): Promise<void> {
  await page.fill('Username', username)
  await page.fill('Password', password)
  await page.click(button('Login'))
  await page.expectOne(button('Logout'))
  await page.expectOne(menu)
}
