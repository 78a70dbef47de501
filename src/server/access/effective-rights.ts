import type { Connection } from '../database/engine.ts'
import { listRights } from '../repositories/rights.ts'
import { findRightsHolder } from '../repositories/system-users.ts'

export type MenuIds = ReadonlySet<number>

/** The menu ids that a user may open at this moment (R21). */
export async function effectiveRights(db: Connection, userId: number): Promise<MenuIds> {
  const holder = await findRightsHolder(db, userId)
  const rights = holder === undefined ? [] : await listRights(db, holder)
  return new Set(rights.map(({ id }) => id))
}
