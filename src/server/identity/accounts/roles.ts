import { type Role, SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import { findsText, readPage } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { notFound } from '../../platform/http/responses.ts'

/** Lists a page of the roles that administration shows, by id; role 1 is neither listed nor counted. */
export async function listRoles(
  db: Connection,
  { search, ...page }: PageQuery,
): Promise<{ records: Role[]; totalCount: number }> {
  const found = selectVisible(db).where(findsText(search, { names: ['name_key'], texts: ['description'] }))
  return readPage(found, found.select(columns).orderBy('id'), page)
}

export async function findRole(db: Connection, id: number): Promise<Role | undefined> {
  return selectVisible(db).select(columns).where('id', '=', id).executeTakeFirst()
}

/** Reads a role that administration shows. Throws 404 if it does not exist or is role 1. */
export async function requireRole(db: Connection, id: number): Promise<Role> {
  const role = await findRole(db, id)
  if (role === undefined) throw notFound('There is no such role.')
  return role
}

/** Finds a role by its name, ignoring case; also role 1. */
export async function findRoleNamed(db: Connection, name: string): Promise<Role | undefined> {
  return db.selectFrom('roles').select(columns).where('name_key', '=', normalizeName(name)).executeTakeFirst()
}

/** Inserts a role without rights. */
export async function insertRole(db: Connection, name: string, description: string): Promise<Role> {
  return db
    .insertInto('roles')
    .values({ name, name_key: normalizeName(name), description })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function storeRoleDescription(db: Connection, id: number, description: string): Promise<void> {
  await db.updateTable('roles').set({ description }).where('id', '=', id).execute()
}

export async function countUsersOfRole(db: Connection, id: number): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .where('role_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Deletes a role with its rights; fails while it has users. */
export async function deleteRole(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute()
}

const columns = ['id', 'name', 'description'] as const

function selectVisible(db: Connection) {
  return db.selectFrom('roles').where('id', '!=', SUPER_ROLE)
}
