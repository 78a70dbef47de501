const DAY_MS = 24 * 3_600_000

/** Returns the time so many days before another one, as the database stores it. */
export const daysAgo = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString()
