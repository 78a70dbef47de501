/** The envelope of a list, whole or a page of `totalCount`. */
export function toListEnvelope<T>(records: T[], totalCount = records.length, message = '') {
  return { success: true as const, message, records, totalCount }
}

/** The envelope of one record. */
export function toRecordEnvelope<T>(records: T, message = '') {
  return { success: true as const, message, records, totalCount: 1 }
}

/** The envelope of a deed that has nothing but its message to tell. */
export function toEmptyEnvelope(message: string) {
  return { success: true as const, message, records: [] as [], totalCount: 0 as const }
}

/** The envelope of an error: nothing but its message and the id to find it by in the log. */
export function toErrorEnvelope(message: string, requestId: string) {
  return { success: false as const, message, records: [] as [], totalCount: 0 as const, requestId }
}
