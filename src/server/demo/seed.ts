import type { DatasetPlan } from '../../definitions/datasets/dataset-plan.ts'
import type { Engine } from '../database/engine.ts'
import { transact } from '../database/transact.ts'
import { addAllDemoRecords } from '../datasets/demo.ts'
import { claimSetUp } from '../repositories/accounts.ts'
import { insertDashboards } from '../repositories/dashboards.ts'
import type { Passwords } from '../security/passwords.ts'
import { createDemoAccounts } from './accounts.ts'
import { demoDashboards } from './dashboards.ts'

/** Fills a database without accounts with the demo's accounts and records, all or nothing, however many servers try. */
export async function seedDemo(
  { database }: Engine,
  datasets: readonly DatasetPlan[],
  passwords: Passwords,
  now: Date,
): Promise<void> {
  await transact(database, async (trx) => {
    if (!(await claimSetUp(trx))) return
    await insertDashboards(trx, demoDashboards)
    await addAllDemoRecords(trx, datasets, { now })
    await createDemoAccounts(trx, passwords, now)
  })
}
