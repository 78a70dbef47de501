/** How often the recorded use of sessions is stored, in milliseconds. */
export const ACTIVITY_INTERVAL_MS = 5_000

/**
 * By how much the stored last use of a session may be older than its real one, in milliseconds: another process may
 * have recorded a use that it has not stored yet.
 */
const ACTIVITY_LAG_MS = 2 * ACTIVITY_INTERVAL_MS

/** By how much the clocks of two servers on one database may differ, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000

/** How long sessions last: at most, and without use. */
export interface SessionRules {
  readonly hours: number
  readonly idleMinutes: number
}

/** The bounds of the times of a session that is live at `now`. */
export interface SessionBounds {
  readonly now: Date
  readonly createdAfter: Date
  readonly createdUntil: Date
  readonly usedAfter: Date
}

/**
 * Computes the bounds of live sessions. A session is live from its creation for `hours`, also if it was created under a
 * longer limit, unless it was unused for `idleMinutes`. One that was created in the future comes from a clock that was
 * wrong: it is not live, and is deleted before that time.
 */
export function computeSessionBounds(now: Date, { hours, idleMinutes }: SessionRules): SessionBounds {
  return {
    now,
    createdAfter: new Date(now.getTime() - hours * 3_600_000),
    createdUntil: new Date(now.getTime() + CLOCK_TOLERANCE_MS),
    usedAfter: new Date(now.getTime() - idleMinutes * 60_000 - ACTIVITY_LAG_MS),
  }
}

export interface SessionTimes {
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** Whether a session with these times is live. `deleteEndedSessions` deletes those that are not. */
export function isWithin({ now, createdAfter, createdUntil, usedAfter }: SessionBounds, times: SessionTimes) {
  const { createdAt, lastUsedAt, expiresAt } = times
  return createdAt > createdAfter && createdAt <= createdUntil && lastUsedAt > usedAfter && expiresAt > now
}
