import { z } from 'zod'
import { type SourceRef, suggest } from '../../../definition/diagnostic.ts'
import type { ApiRule, ApiWarning } from '../../../definition/rules/index.ts'
import { walkPath } from '../../../report/request/json-path.ts'
import type { RequestUrl } from '../../../report/request/template.ts'
import { getErrorReason } from '../../../server/database/errors.ts'
import { type ApiClient, type ApiResponse, formatUrl, parseJson } from '../api-client.ts'

/** A difference between an API and a definition, at the location in the definition. */
export interface Mismatch {
  readonly origin: SourceRef
  readonly rule: ApiRule
  readonly message: string
}

/** A difference that may be intended; it does not fail the command. */
export interface MismatchWarning {
  readonly origin: SourceRef
  readonly rule: ApiWarning
  readonly message: string
}

/** The result of verifying part of a definition against an API. */
export interface Verification {
  readonly mismatches: readonly Mismatch[]
  readonly warnings: readonly MismatchWarning[]
}

export const noMismatches: Verification = { mismatches: [], warnings: [] }

export const mergeVerifications = (parts: readonly Verification[]): Verification => ({
  mismatches: parts.flatMap(({ mismatches }) => mismatches),
  warnings: parts.flatMap(({ warnings }) => warnings),
})

const Envelope = z.looseObject({
  success: z.literal(true, { error: 'true expected' }),
  message: z.string({ error: 'a text expected' }).nullish(),
})

/** Sends a call; returns a mismatch if the API does not respond. */
export async function sendRequest(
  api: ApiClient,
  call: RequestUrl,
  origin: SourceRef,
): Promise<ApiResponse | Mismatch> {
  try {
    return await api.request(call)
  } catch (error) {
    return { origin, rule: 'api-unreachable', message: `GET ${formatUrl(call)}: ${getErrorReason(error)}` }
  }
}

export const isMismatch = (value: object): value is Mismatch => 'rule' in value

/** Returns the body of a valid response, or else the mismatch. */
export function parseEnvelope(
  response: ApiResponse,
  call: RequestUrl,
  origin: SourceRef,
): { body: unknown } | Mismatch {
  const mismatch = (rule: Mismatch['rule'], message: string): Mismatch => ({
    origin,
    rule,
    message: `GET ${formatUrl(call)}: ${message}`,
  })
  const body = parseJson(response)
  if (response.status !== 200)
    return mismatch('api-status', `${response.status}${formatReason(body)}; 200 is expected`)
  if (body === undefined)
    return mismatch('api-json', `found ${response.contentType || 'no type'}; JSON is expected`)
  const parsed = Envelope.safeParse(body)
  if (parsed.success) return { body }
  const reasons = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'response'}: ${message}`,
  )
  return mismatch('api-envelope', `${reasons.join('; ')}${formatReason(body)}`)
}

function formatReason(body: unknown): string {
  const { data } = z.looseObject({ message: z.string().min(1) }).safeParse(body)
  return data === undefined ? '' : ` ('${data.message.slice(0, 200)}')`
}

/** The value at a path of a body, or a message with the first missing step and a similar name that exists. */
export function getPath(
  body: unknown,
  path: readonly string[],
): { readonly value: unknown } | { readonly missing: string } {
  const result = walkPath(body, path)
  if (result.found) return { value: result.value }
  const { parent, step } = result
  const known =
    typeof parent === 'object' && parent !== null && !Array.isArray(parent) ? Object.keys(parent) : []
  return {
    missing: `no '${path.slice(0, step + 1).join('.')}' in the response${suggest(path[step] ?? '', known)}`,
  }
}
