import type { Connection } from '../database/handle.ts'
import { listStoredRightIds, type RightsHolder } from './repository.ts'
import { SUPER_ROLE } from '../roles/repository.ts'
import { findRightsHolder } from '../users/repository.ts'

export type MenuIds = ReadonlySet<number>

/** What somebody holds: a set of menu ids, or every id there is or will be. */
export type Holdings = Pick<MenuIds, 'has'>

const EVERYTHING: Holdings = { has: () => true }

/**
 * The menu ids that are stored for a user, by itself or by its role (R21). They include ids whose menu record is
 * missing: the report may be defined again, and whoever has the id can open it then.
 */
export async function effectiveRights(db: Connection, userId: number): Promise<MenuIds> {
  const holder = await findRightsHolder(db, userId)
  return new Set(holder === undefined ? [] : await listStoredRightIds(db, holder))
}

/** What a caller may give to others or change on them: everything for role 1, else the stored menu ids. */
export async function readHoldings(db: Connection, caller: RightsHolder): Promise<Holdings> {
  return caller.roleId === SUPER_ROLE ? EVERYTHING : new Set(await listStoredRightIds(db, caller))
}
