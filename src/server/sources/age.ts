/** When rows were read of a source. */
export interface DataAge {
  readonly at: Date
  /** The time zone of its days. */
  readonly zone: string
  /** Whether they are older than the definition wants, because the source does not answer. */
  readonly isStale: boolean
}

/** Says how old data is, in the time zone of its days: `As of 14:05 on 24 November 2026 (Africa/Lagos).` */
export function describeAge({ at, zone, isStale }: DataAge): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(at)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone }).format(at)
  const text = `of ${time} on ${day} (${zone}).`
  return isStale ? `The source of this data does not answer now. These are the figures ${text}` : `As ${text}`
}
