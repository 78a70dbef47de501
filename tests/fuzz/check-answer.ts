import { z } from 'zod'
import { ErrorEnvelope } from '../../schemas/api/responses.ts'
import type { Answer } from '../support/test-app.ts'
import type { HostileRequest } from './hostile-request.ts'

const INTERNALS = /node_modules|SQLITE_|\.[jt]s:\d+|\n\s+at |\$argon2/
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TYPES = new Set([
  'application/json; charset=utf-8',
  'text/html; charset=utf-8',
  'text/plain; charset=utf-8',
  'text/csv; charset=utf-8',
  'text/plain; version=0.0.4; charset=utf-8',
  WORKBOOK,
])
const Failure = z.strictObject({ ...ErrorEnvelope.shape, message: z.string().min(1).max(1000) })
/** What everybody may have; the metrics only programs of the same machine, as this test is. */
const PUBLIC = /^\/+(auth\/(login|logout)(\?|$)|settings\.properties|healthz|readyz|metrics(\?|$))/

/**
 * What no answer may be, whatever was asked: an error of the server, another form than the envelope, a type that the
 * API does not have, a word about internals, or data for somebody who holds no right. Throws with what is wrong.
 */
export function checkAnswer(request: HostileRequest, answer: Answer, holdsNothing: boolean): void {
  const { status, headers, raw } = answer
  const text = raw.toString('latin1')
  const isPage = headers['content-type'] === 'text/html; charset=utf-8'
  const wrong = [
    status >= 500 && 'an error of the server',
    headers['x-content-type-options'] !== 'nosniff' && 'no nosniff',
    text !== '' && !TYPES.has(String(headers['content-type'])) && `type ${String(headers['content-type'])}`,
    headers['set-cookie'] !== undefined && 'a cookie',
    headers['content-type'] !== WORKBOOK && INTERNALS.test(text) && 'internals',
    status >= 400 && request.method !== 'HEAD' && failureFault(answer),
    holdsNothing && status < 300 && !isPage && !PUBLIC.test(request.url) && 'data for a stranger',
    Object.keys(Object.prototype).length > 0 && 'a changed prototype of every object',
  ].filter((fault) => fault !== false)
  if (wrong.length === 0) return
  const { method, url, headers: sent, payload } = request
  const asked = `${method} ${url} ${JSON.stringify(sent)} ${JSON.stringify(payload ?? '')}`
  throw new Error(`${asked.slice(0, 1000)} got ${status} with ${wrong.join(' and ')}: ${text.slice(0, 400)}`)
}

function failureFault({ body, headers }: Answer): string | false {
  const parsed = Failure.safeParse(body)
  if (!parsed.success) return 'no envelope'
  return parsed.data.requestId !== headers['x-request-id'] && 'another request id'
}
