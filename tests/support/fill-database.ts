import type { AppOptions } from '../../src/server/app.ts'
import { createDemoAccounts } from '../../src/server/data/demo/demo-accounts.ts'
import { listMenuEntries, syncMenu } from '../../src/server/identity/accounts/menu-tree.ts'
import { createPasswords, type Passwords } from '../../src/server/identity/passwords/passwords.ts'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { loadShippedDashboards, loadShippedDatasets, loadShippedReports } from './shipped-reports.ts'

/** Hashes at a price that lets a suite sign in a thousand times; the real price has a test of its own. */
const CHEAP = { memoryCost: 256, timeCost: 1, parallelism: 1 }

let shared: Promise<Passwords> | undefined
export const createCheapPasswords = () =>
  (shared ??= createPasswords({ atOnce: 2, waiting: 200, share: 200, refusalMs: 0 }, CHEAP))

/** When the accounts of the demo are made, and where the clock of a test begins. */
export const START = new Date('2025-06-02T08:00:00.000Z')

const loadShipped = () => ({
  reports: loadShippedReports(),
  dashboards: loadShippedDashboards(),
  datasets: loadShippedDatasets(),
})
let definitions: ReturnType<typeof loadShipped> | undefined
export const shipped = () => (definitions ??= loadShipped())

/** Creates the tables, the menu and the demo's accounts: those that ship, without other definitions. */
export async function fillDatabase(
  engine: DatabaseHandle,
  { reports, dashboards = [] }: Pick<AppOptions, 'reports' | 'dashboards'> = shipped(),
  passwords?: Passwords,
): Promise<void> {
  await migrate(engine)
  await syncMenu(engine.database, listMenuEntries(reports, dashboards))
  await createDemoAccounts(engine.database, passwords ?? (await createCheapPasswords()), START)
}
