import type { Engine } from '../database/engine.ts'
import { transact } from '../database/transact.ts'
import { claimSetUp } from '../repositories/accounts.ts'
import { insertDashboards } from '../repositories/dashboards.ts'
import type { Passwords } from '../security/passwords.ts'
import { createDemoAccounts } from './accounts.ts'
import { demoDashboards } from './dashboards.ts'
import { addDemoRecords } from './records.ts'

/** Fills a database without accounts with the demo's accounts and records, all or nothing, however many servers try. */
export async function seedDemo({ database }: Engine, passwords: Passwords, now: Date): Promise<void> {
  await transact(database, async (trx) => {
    if (!(await claimSetUp(trx))) return
    await insertDashboards(trx, demoDashboards)
    await addDemoRecords(trx, now)
    await createDemoAccounts(trx, passwords, now)
  })
}
