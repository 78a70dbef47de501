import { Forbidden } from '../api-error.ts'
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
export function checkGrant(grant: Grant): void {
  const excess = excessOf(grant)
  if (excess.length === 0) return
  throw new Forbidden('You cannot give a right that you do not hold yourself.', excess)
}
