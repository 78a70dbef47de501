import type { Engine } from '../database/engine.ts'
import { hasAccounts } from '../repositories/accounts.ts'
import { insertDashboards } from '../repositories/dashboards.ts'
import type { Passwords } from '../security/passwords.ts'
import { createDemoAccounts } from './accounts.ts'
import { demoDashboards } from './dashboards.ts'
import { addDemoRecords } from './records.ts'

/** Fills a database without accounts with the demo's accounts and records, all or nothing; leaves any other as it is. */
export async function seedDemo({ database }: Engine, passwords: Passwords, now: Date): Promise<void> {
  if (await hasAccounts(database)) return
  await database.transaction().execute(async (trx) => {
    await insertDashboards(trx, demoDashboards)
    await addDemoRecords(trx, now)
    await createDemoAccounts(trx, passwords, now)
  })
}
