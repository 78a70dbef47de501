import { type Role, SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import { findsText, type Page, readPage } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { notFound } from '../../platform/http/responses.ts'

/** Lists a page of the roles that administration shows, by id; role 1 is neither listed nor counted. */
export async function listRoles(db: Connection, { search, ...page }: PageQuery): Promise<Page<Role>> {
  const matching = selectVisible(db).where(findsText(search, { names: ['name_key'], texts: ['description'] }))
  const { records, totalCount } = await readPage(matching, matching.select(columns).orderBy('id'), page)
  return { records: records.map(toRole), totalCount }
}

export async function findRole(db: Connection, id: number): Promise<Role | undefined> {
  const row = await selectVisible(db).select(columns).where('id', '=', id).executeTakeFirst()
  return row && toRole(row)
}

/** Reads a role that administration shows. Throws 404 if it does not exist or is role 1. */
export async function requireRole(db: Connection, id: number): Promise<Role> {
  const role = await findRole(db, id)
  if (role === undefined) throw notFound('There is no such role.')
  return role
}

/** Finds a role by its name, ignoring case; also role 1. */
export async function findRoleNamed(db: Connection, name: string): Promise<Role | undefined> {
  const rows = db.selectFrom('roles').select(columns).where('name_key', '=', normalizeName(name))
  const row = await rows.executeTakeFirst()
  return row && toRole(row)
}

/** Lists the names without a role. */
export async function listUnknownRoles(db: Connection, names: readonly string[]): Promise<string[]> {
  const roles = await db.selectFrom('roles').select('name_key').execute()
  const keys = new Set(roles.map(({ name_key }) => name_key))
  return names.filter((name) => !keys.has(normalizeName(name)))
}

/** Inserts a role without rights. */
export async function insertRole(
  db: Connection,
  name: string,
  description: string,
  requiresSecondFactor = false,
): Promise<Role> {
  const values = { name, name_key: normalizeName(name), description, ...toColumn(requiresSecondFactor) }
  return toRole(await db.insertInto('roles').values(values).returning(columns).executeTakeFirstOrThrow())
}

export async function updateRole(
  db: Connection,
  id: number,
  { description, requiresSecondFactor = false }: Pick<Role, 'description' | 'requiresSecondFactor'>,
): Promise<void> {
  const values = { description, ...toColumn(requiresSecondFactor) }
  await db.updateTable('roles').set(values).where('id', '=', id).execute()
}

const toColumn = (isRequired: boolean) => ({ requires_second_factor: isRequired ? 1 : 0 })

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

const columns = ['id', 'name', 'description', 'requires_second_factor as isRequired'] as const

const toRole = ({ isRequired, ...role }: Omit<Role, 'requiresSecondFactor'> & { isRequired: number }): Role =>
  isRequired === 1 ? { ...role, requiresSecondFactor: true } : role

const selectVisible = (db: Connection) => db.selectFrom('roles').where('id', '!=', SUPER_ROLE)
