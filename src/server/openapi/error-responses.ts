import type { JsonSchema } from './schema-writer.ts'

/** The reasons of errors, by status; every body is the envelope of an error. */
export const errorResponses = {
  400: 'The request is not valid; the message says what and what is allowed.',
  401: 'There is no valid session, or name and password do not match.',
  403: 'The caller does not have the permission.',
  404: 'There is no such record, or no data for the period.',
  409: 'A record with these values already exists, or is still in use.',
  412: 'The record is no longer the version that If-Match names.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many failed sign-ins; try again after Retry-After seconds.',
  503: 'The server or its database is not available; try again after Retry-After seconds.',
} as const
export type ErrorStatus = keyof typeof errorResponses

/** The statuses with Retry-After. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 503])

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } } }
const authenticate = { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } }

/** Builds the components of error responses, by the name with which operations refer to them. */
export function errorComponents(): JsonSchema {
  const responses = Object.entries(errorResponses).map(([status, description]) => {
    const headers = RETRYABLE.has(Number(status)) ? retryAfter : status === '401' ? authenticate : undefined
    return [`Refusal${status}`, { ...errorResponse(description), ...(headers && { headers }) }]
  })
  return Object.fromEntries([...responses, ['Failure', errorResponse('Any other failure.')]])
}

function errorResponse(description: string) {
  const schema = { $ref: '#/components/schemas/ErrorEnvelope' }
  return { description, content: { 'application/json': { schema } } }
}
