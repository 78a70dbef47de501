/** The envelope of a list, whole or a page of `totalCount`. */
export function toListEnvelope<T>(records: T[], totalCount = records.length, message = '') {
  return { success: true as const, message, records, totalCount }
}

/** The envelope of one record. */
export function toRecordEnvelope<T>(records: T, message = '') {
  return { success: true as const, message, records, totalCount: 1 }
}

/** The envelope of a change that returns only a message. */
export function toEmptyEnvelope(message: string) {
  return { success: true as const, message, records: [] as [], totalCount: 0 as const }
}

/** The envelope of an error: its message, and the request id of its log lines. */
export function toErrorEnvelope(message: string, requestId: string) {
  return { success: false as const, message, records: [] as [], totalCount: 0 as const, requestId }
}
