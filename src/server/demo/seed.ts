import type { Engine } from '../database/engine.ts'
import { hasAccounts } from '../repositories/accounts.ts'
import { insertDashboards } from '../repositories/dashboards.ts'
import type { Passwords } from '../security/passwords.ts'
import { createDemoAccounts } from './accounts.ts'
import { demoDashboards } from './dashboards.ts'

/** Fills an empty database with the demo's accounts and records; leaves any other as it is. */
export async function seedDemo(engine: Engine, passwords: Passwords, now: Date): Promise<void> {
  if (await hasAccounts(engine.database)) return
  await insertDashboards(engine.database, demoDashboards)
  await createDemoAccounts(engine, passwords, now)
}
