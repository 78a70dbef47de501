import type { JsonSchema } from './schema-writer.ts'

/** Why a call is refused, by status; every body is the envelope of an error. */
export const errorResponses = {
  400: 'What was sent is not valid; the message says what and what is allowed.',
  401: 'There is no live session, or name and password do not match.',
  403: 'The caller does not hold the right.',
  404: 'There is no such record, or no data for the period.',
  409: 'A record with these values is there already, or is still in use.',
  412: 'The record is no longer the version that If-Match names.',
  413: 'The body is too long.',
  415: 'The body is no JSON.',
  429: 'Too many failed sign-ins; taken again after Retry-After seconds.',
  503: 'The server or its database cannot answer now; try again after Retry-After seconds.',
} as const
export type ErrorStatus = keyof typeof errorResponses

/** The statuses after which it is worth trying again, and when. */
const LATER: ReadonlySet<number> = new Set([429, 503])

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } } }
const authenticate = { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } }

/** The components of the answers that are errors, by the name under which operations refer to them. */
export function errorComponents(): JsonSchema {
  const told = Object.entries(errorResponses).map(([status, description]) => {
    const headers = LATER.has(Number(status)) ? retryAfter : status === '401' ? authenticate : undefined
    return [`Refusal${status}`, { ...errorAnswer(description), ...(headers && { headers }) }]
  })
  return Object.fromEntries([...told, ['Failure', errorAnswer('Any other failure.')]])
}

function errorAnswer(description: string) {
  const schema = { $ref: '#/components/schemas/ErrorEnvelope' }
  return { description, content: { 'application/json': { schema } } }
}
