import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { loginFields } from '../../../../schemas/api/auth.ts'
import { roleFields } from '../../../../schemas/api/role.ts'
import { systemUserFields } from '../../../../schemas/api/system-user.ts'
import { badRequest } from './responses.ts'

const MAX_SENTENCES = 5
const MAX_KEY_LENGTH = 60

/** Fields of bodies with the labels of the forms; any other, and any parameter, is named as the request names it. */
const fields: ReadonlyMap<string, { readonly label: string }> = new Map(
  Object.entries({
    ...loginFields,
    ...systemUserFields,
    ...roleFields,
    newPassword: systemUserFields.password,
    currentPassword: { label: 'Current Password' },
  }),
)

const parts: ReadonlyMap<string | undefined, string> = new Map([
  ['body', 'The body'],
  ['querystring', 'The query'],
  ['params', 'The address'],
])

/**
 * Validates every part of a request by its zod schema. An invalid request is answered with 400 and sentences that say
 * which field is wrong and what is allowed, for the first few issues.
 */
export const validateRequests: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) =>
    validatePart(schema, data, httpPart)

/** Validates the query of a call that the server makes itself. Throws the same 400. */
export function requireQuery(schema: z.core.$ZodType, query: unknown): void {
  const { error } = validatePart(schema, query, 'querystring')
  if (error !== undefined) throw error
}

function validatePart(schema: z.core.$ZodType, data: unknown, part: string | undefined) {
  const error = part === 'querystring' ? describeQueryIssue : describeIssue
  const result = z.core.safeParse(schema, data, { error })
  return result.success
    ? { value: result.data }
    : { error: badRequest(formatIssues(result.error.issues, schema, part)) }
}

function formatIssues(
  issues: readonly z.core.$ZodIssue[],
  schema: z.core.$ZodType,
  part: string | undefined,
): string {
  const sentences = issues.slice(0, MAX_SENTENCES).map((issue) => formatIssue(issue, schema, part))
  const more = issues.length - sentences.length
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

function formatIssue(issue: z.core.$ZodIssue, schema: z.core.$ZodType, part: string | undefined): string {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const name = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
    const parent = issue.path.length === 0 ? '' : ` in ${formatPath(issue.path)}`
    const noun = part === 'querystring' ? 'parameter' : 'field'
    return `There is no ${noun} '${name}'${parent}${formatKnownNames(noun, listKeys(schema, issue.path))}.`
  }
  return `${nameField(issue.path, part)} ${issue.message}.`
}

function nameField(path: readonly PropertyKey[], part: string | undefined): string {
  if (path.length === 0) return parts.get(part) ?? 'The request'
  const name = formatPath(path)
  return (part === 'body' ? fields.get(name)?.label : undefined) ?? name
}

function formatKnownNames(noun: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  return `; known ${noun}s: ${names.join(', ')}`
}

/** Returns the keys that the object at a path accepts; none if the path leads to anything else. */
function listKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const plain = unwrapSchema(schema)
  const [step, ...rest] = path
  if (plain instanceof z.core.$ZodArray) return listKeys(plain._zod.def.element, rest)
  if (!(plain instanceof z.core.$ZodObject)) return []
  const members = Object.entries<z.core.$ZodType>(plain._zod.def.shape)
  if (step === undefined) {
    return members
      .filter(([, member]) => !(unwrapSchema(member) instanceof z.core.$ZodNever))
      .map(([key]) => key)
  }
  const member = members.find(([key]) => key === step)
  return member === undefined ? [] : listKeys(member[1], rest)
}

/** Returns the schema of a value that is present and not null. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return unwrapSchema(schema._zod.def.innerType)
  }
  return schema
}

/** Returns a path in a body: `records[0].child[2].name`. */
const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('')

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a text',
  int: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be a JSON object',
}

/** Says what a value must be, to be read after the name or label of its field. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && issue.path?.length !== 0) return 'is required'
      return TYPES[issue.expected] ?? 'has the wrong type'
    case 'invalid_value':
      return `must be ${listAlternatives(issue.values.map(String))}`
    case 'too_big':
      return describeBound('at most', issue.maximum, issue.origin)
    case 'too_small':
      return describeBound('at least', issue.minimum, issue.origin)
    default:
      return 'has the wrong format'
  }
}

/** Describes an issue of a query, where a repeated parameter is a list. */
const describeQueryIssue: z.core.$ZodErrorMap = (issue) =>
  Array.isArray(issue.input) ? 'must be given once' : describeIssue(issue)

function describeBound(side: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `must have ${side} ${limit} characters`
  if (origin === 'array') return `must have ${side} ${limit} entries`
  return `must be ${side} ${limit}`
}

function listAlternatives(values: readonly string[]): string {
  if (values.length < 2) return values.join('')
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`
}
