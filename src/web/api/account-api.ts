import * as z from 'zod/mini'
import { Account } from '../../../schemas/api/account.ts'
import { lenient, lenientRecord } from '../../../schemas/api/lenient.ts'
import { buildUrl } from './client.ts'
import { parseBody, readBody } from './response.ts'

const AccountResult = lenientRecord(
  z.object({ ...lenient(Account, []).shape, features: z.catch(z.array(z.string()), []) }),
)

const TIME_LIMIT_MS = 10_000

/**
 * GET /v1/account: the signed-in user, and what the API offers beside the original calls. It does not use the client:
 * another API may answer with any error, and none of them ends the session or is logged.
 */
export const loadAccount = async (baseUrl: string, token: string | null) => {
  const response = await fetch(buildUrl(baseUrl, '/v1/account'), {
    headers: { accept: 'application/json', authorization: `Bearer ${token ?? ''}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  })
  return parseBody(AccountResult, await readBody(response)).records
}
