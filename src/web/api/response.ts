import { AnyError } from '../../../schemas/api/lenient.ts'
import { ApiError, type ApiErrorKind } from './errors.ts'

/** Anything that checks an answer: a schema of zod or of zod/mini. */
export type ResponseSchema<T> = {
  safeParse(
    body: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

const KINDS = new Map<number, ApiErrorKind>([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [412, 'stale'],
])

const statusText = (response: Response): string => `HTTP ${response.status}: ${response.statusText}`

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The message that a JSON body carries under `message` or `error`. */
const getErrorText = (body: unknown): string | undefined => {
  const parsed = AnyError.safeParse(body)
  if (!parsed.success) return undefined
  return [parsed.data.message, parsed.data.error].find(isText)
}

const saysFailure = (body: unknown): boolean => {
  const parsed = AnyError.safeParse(body)
  return parsed.success && parsed.data.success === false
}

/** The JSON of an answer; throws an ApiError for a body that is none and for every kind of refusal. */
export const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    const message = statusText(response)
    const kind = KINDS.get(response.status) ?? 'not-json'
    throw new ApiError({ kind, message, status: response.status, serverMessage: message, cause })
  }
  if (response.ok && !saysFailure(body)) return body
  const serverMessage = getErrorText(body)
  throw new ApiError({
    kind: KINDS.get(response.status) ?? 'refused',
    message: serverMessage ?? statusText(response),
    status: response.status,
    ...(serverMessage === undefined ? {} : { serverMessage }),
  })
}

/** The body as its schema understands it; an ApiError that names each field otherwise. */
export const parseBody = <T>(schema: ResponseSchema<T>, body: unknown): T => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const found = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || '(whole answer)'}: ${issue.message}`)
  throw new ApiError({ kind: 'invalid-response', message: `the answer does not fit: ${found.join('; ')}` })
}
