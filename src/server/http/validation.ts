import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { roleLabels } from '../../../schemas/api/role-form.ts'
import { systemUserLabels } from '../../../schemas/api/system-user-form.ts'
import { badRequest } from './api-error.ts'

const MAX_SENTENCES = 5
const LONGEST_KEY = 60

/** The labels of fields on the screens; messages name any other field as the call does. */
const labels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...systemUserLabels,
    name: roleLabels.name,
    description: roleLabels.description,
    username: 'Username',
    newPassword: 'Password',
  }),
)

const wholes: ReadonlyMap<string | undefined, string> = new Map([
  ['body', 'The body'],
  ['querystring', 'The query'],
  ['params', 'The address'],
])

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', 'must be a text'],
  ['int', 'must be a whole number'],
  ['number', 'must be a number'],
  ['boolean', 'must be true or false'],
  ['array', 'must be a list'],
  ['tuple', 'must be a list'],
  ['object', 'must be a JSON object'],
])

/**
 * Validates every part of a request with its zod schema. Throws 400 with a sentence for each of the first few faults: the
 * field and what is allowed (S29).
 */
export const validateRequests: FastifySchemaCompiler<z.core.$ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const result = z.core.safeParse(schema, data, { error: expectation })
    if (result.success) return { value: result.data }
    return { error: badRequest(sentences(result.error.issues, httpPart)) }
  }
}

function sentences(issues: readonly z.core.$ZodIssue[], part: string | undefined): string {
  const sentences = issues.slice(0, MAX_SENTENCES).map((issue) => sentence(issue, part))
  const others = issues.length - sentences.length
  return [...sentences, ...(others > 0 ? [`And ${others} more.`] : [])].join(' ')
}

function sentence(issue: z.core.$ZodIssue, part: string | undefined): string {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const shown = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
    return `There is no ${part === 'querystring' ? 'parameter' : 'field'} '${shown}'${within(issue.path)}.`
  }
  return `${subject(issue.path, part)} ${issue.message}.`
}

function subject(path: readonly PropertyKey[], part: string | undefined): string {
  if (path.length === 0) return wholes.get(part) ?? 'The request'
  const name = formatPath(path)
  return labels.get(name) ?? name
}

function within(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : ` in ${formatPath(path)}`
}

/** A path in a body as a person writes it: `records[0].child[2].name`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('')
}

/** What a value must be; the text follows the name of its field. */
const expectation: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && issue.path?.length !== 0) return 'is required'
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be one text'
      return kinds.get(issue.expected) ?? 'has the wrong type'
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map(String))}`
    case 'too_big':
      return bound('at most', issue.maximum, issue.origin)
    case 'too_small':
      return bound('at least', issue.minimum, issue.origin)
    default:
      return 'has the wrong format'
  }
}

function bound(side: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `must have ${side} ${limit} characters`
  if (origin === 'array') return `must have ${side} ${limit} entries`
  return `must be ${side} ${limit}`
}

function alternatives(values: readonly string[]): string {
  if (values.length < 2) return values.join('')
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`
}
