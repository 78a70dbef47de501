import { Coverage } from '../../../schemas/api/coverage.ts'
import { lenient, lenientRecord } from '../../../schemas/api/lenient.ts'
import type { Client } from '../api/client.ts'

const CoverageRecord = lenientRecord(lenient(Coverage, ['years']))

/** Loads what the records of a screen cover. */
export const loadCoverage = async (api: Pick<Client, 'get'>, screen: string, signal?: AbortSignal) => {
  const request = { query: { screen }, schema: CoverageRecord, ...(signal && { signal }) }
  return (await api.get('/v1/coverage', request)).records
}
