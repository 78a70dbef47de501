import type { Engine } from '../database/engine.ts'
import { insertDashboards } from '../repositories/dashboards.ts'
import type { Passwords } from '../security/passwords.ts'
import { createDemoAccounts } from './accounts.ts'
import { demoDashboards } from './dashboards.ts'
import { addDemoRecords } from './records.ts'

/** Fills a new database with the demo's accounts and records, all or nothing. */
export async function seedDemo({ database }: Engine, passwords: Passwords, now: Date): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await insertDashboards(trx, demoDashboards)
    await addDemoRecords(trx, now)
    await createDemoAccounts(trx, passwords, now)
  })
}
