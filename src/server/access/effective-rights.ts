import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../api-error.ts'
import type { Connection } from '../database/engine.ts'
import { callerOf } from '../guard.ts'
import { ADMINISTRATION } from '../permission.ts'
import { listRights } from '../repositories/rights.ts'
import { findRightsHolder } from '../repositories/system-users.ts'

export type MenuIds = ReadonlySet<number>

/** The menu ids that a user may open at this moment (R21). */
export async function effectiveRights(db: Connection, userId: number): Promise<MenuIds> {
  const holder = await findRightsHolder(db, userId)
  const rights = holder === undefined ? [] : await listRights(db, holder)
  return new Set(rights.map(({ id }) => id))
}

/**
 * What the caller holds, read within the transaction that makes a change: between the guard's look and
 * the change somebody may have taken it away.
 */
export async function callerRights(db: Connection, request: FastifyRequest): Promise<MenuIds> {
  const held = await effectiveRights(db, callerOf(request).userId)
  if (!held.has(ADMINISTRATION)) throw new Forbidden('You do not have the right to do this.')
  return held
}
