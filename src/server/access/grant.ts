import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { callerOf } from '../guard.ts'
import type { MenuIds } from './effective-rights.ts'

interface Grant {
  /** What the caller holds. */
  readonly held: MenuIds
  /** What the subject may open before and after the change. */
  readonly before: MenuIds
  readonly after: MenuIds
}

/** The ids that a change would turn on although the caller does not hold them (R66). */
export function excessOf({ held, before, after }: Grant): readonly number[] {
  return [...after].filter((id) => !before.has(id) && !held.has(id))
}

/** Throws 403 where a change would turn on a right that the caller does not hold (R66). */
export function checkGrant(request: FastifyRequest, grant: Grant): void {
  const excess = excessOf(grant)
  if (excess.length === 0) return
  const caller = callerOf(request).username
  request.log.warn({ event: 'grant refused', caller, menuIds: excess }, 'grant refused')
  throw new ApiError(403, 'You cannot give a right that you do not hold yourself.')
}
