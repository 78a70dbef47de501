/** The envelope of a list, whole or a page of `totalCount` (spec §3). */
export function list<T>(records: T[], totalCount = records.length, message = '') {
  return { success: true as const, message, records, totalCount }
}

/** The envelope of one record (R30). */
export function single<T>(records: T, message = '') {
  return { success: true as const, message, records, totalCount: 1 }
}

/** The envelope of a deed that has nothing but its message to tell. */
export function done(message: string) {
  return { success: true as const, message, records: [] as [], totalCount: 0 as const }
}

/** The envelope of an error: nothing but its message and the id to find it by in the log. */
export function failure(message: string, requestId: string) {
  return { success: false as const, message, records: [] as [], totalCount: 0 as const, requestId }
}
