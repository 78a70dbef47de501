import { nameKey } from '../../../schemas/name-rules.ts'
import type { Connection } from '../database/engine.ts'
import { ADMINISTRATION } from '../permission.ts'
import { listMenuNodes } from '../repositories/menu-nodes.ts'
import { replaceRoleRights } from '../repositories/rights.ts'
import type { Passwords } from '../security/passwords.ts'

export const DEMO_PASSWORD = 'demo-Portal-2025'

const accounts = [
  { name: 'superadmin', description: 'Super administrator', may: () => true },
  { name: 'administrator', description: 'Administration, dashboards and all reports', may: () => true },
  { name: 'analyst', description: 'Dashboards and all reports', may: (id: number) => id !== ADMINISTRATION },
]

/** The user ids of the demo accounts. */
export const demoUsers: readonly string[] = accounts.map(({ name }) => name)

/** Creates the demo accounts, each with the role of its name and that role's rights (R69). */
export async function createDemoAccounts(db: Connection, passwords: Passwords, now: Date): Promise<void> {
  const hashes = await Promise.all(accounts.map(() => passwords.queue(() => passwords.hash(DEMO_PASSWORD))))
  const menu = await listMenuNodes(db)
  for (const [index, { name, description, may }] of accounts.entries()) {
    const role = await roleId(db, name, description)
    await replaceRoleRights(db, role, menu.map(({ id }) => id).filter(may))
    await db
      .insertInto('users')
      .values({
        user_id: name,
        user_key: nameKey(name),
        password_hash: hashes[index] ?? '',
        owner: 'admin',
        role_id: role,
        login_ip: '',
        email_id: `${name}@portal.example`,
        status: 'Active',
        own_rights: 0,
        demo: 1,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })
      .execute()
  }
}

/** The id of the role with a name, which the schema may have brought already. */
async function roleId(db: Connection, name: string, description: string): Promise<number> {
  const key = nameKey(name)
  const present = await db.selectFrom('roles').select('id').where('name_key', '=', key).executeTakeFirst()
  if (present !== undefined) return present.id
  const stored = await db
    .insertInto('roles')
    .values({ name, name_key: key, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}
