import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { Connection, DatabaseHandle } from '../../platform/database/handle.ts'
import { listMenuNodes } from '../../identity/accounts/menu-tree.ts'
import { storeRolePermissions } from '../../identity/accounts/permissions.ts'
import { findRoleNamed, insertRole } from '../../identity/accounts/roles.ts'
import { insertSystemUser } from '../../identity/accounts/users.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { addAllDemoRecords } from './demo-records.ts'
import { claimFirstRun } from '../../identity/accounts/credentials.ts'
import type { Passwords } from '../../identity/passwords/passwords.ts'

export const DEMO_PASSWORD = 'demo-Portal-2025'

const OWN_RIGHTS: readonly number[] = [portalPermissions.data.id, portalPermissions.studio.id]

const accounts = [
  { name: 'superadmin', description: 'Super administrator', may: () => true },
  {
    name: 'administrator',
    description: 'Administration, dashboards and all reports',
    may: (id: number) => !OWN_RIGHTS.includes(id),
  },
  {
    name: 'analyst',
    description: 'Dashboards and all reports',
    may: (id: number) => id !== portalPermissions.roles.id && !OWN_RIGHTS.includes(id),
  },
]

/** The user ids of the demo accounts. */
export const demoUsers: readonly string[] = accounts.map(({ name }) => name)

/** Creates the demo accounts, each with the role of its name and that role's rights. */
export async function createDemoAccounts(db: Connection, passwords: Passwords, now: Date): Promise<void> {
  const hashes = await Promise.all(accounts.map(() => passwords.queue(() => passwords.hash(DEMO_PASSWORD))))
  const menu = await listMenuNodes(db)
  for (const [index, { name, description, may }] of accounts.entries()) {
    const role = (await findRoleNamed(db, name)) ?? (await insertRole(db, name, description))
    await storeRolePermissions(db, role.id, menu.map(({ id }) => id).filter(may))
    const account = {
      userId: name,
      owner: 'admin',
      roleId: role.id,
      loginIP: '',
      emailId: `${name}@portal.example`,
    }
    await insertSystemUser(db, { ...account, passwordHash: hashes[index] ?? '', demo: true }, now)
  }
}

/** Fills a database without accounts with the demo's accounts and records, once if several servers start. */
export async function seedDemo(
  { database }: DatabaseHandle,
  datasets: readonly DatasetPlan[],
  passwords: Passwords,
  now: Date,
): Promise<void> {
  await withTransaction(database, async (trx) => {
    if (!(await claimFirstRun(trx))) return
    await addAllDemoRecords(trx, datasets, { now })
    await createDemoAccounts(trx, passwords, now)
  })
}
