import { z } from 'zod'
import type { ApiPrefix } from '../../../schemas/api/parameters.ts'
import { getRequiredIds, isReportRead, type RouteEntry } from '../access/permission.ts'
import { WORKBOOK_TYPE } from '../../workbook/workbook.ts'
import type { JsonSchema, SchemaWriter } from './schema-writer.ts'
import type { ReportAccess } from '../access/report-access.ts'

declare module 'fastify' {
  /** What a route declares for the OpenAPI document. */
  interface FastifySchema {
    /** The call's name for programs, such as `listRoles`. */
    operationId?: string
    summary?: string
    tag?: string
    /** Whether the route is left out of the document, such as the portal's files. */
    hide?: boolean
    /** Error statuses besides those that follow from the schemas and the permission. */
    errorStatuses?: readonly ErrorStatus[]
    versioned?: boolean
    isWorkbook?: boolean
  }
}

export function buildOperation(route: RouteEntry, access: ReportAccess, { write }: SchemaWriter): JsonSchema {
  const { method, url, permission, schema } = route
  const responses = Object.entries(schema.response ?? {}) as [string, z.core.$ZodType][]
  const isConditional =
    isReportRead(method, permission) && schema.isWorkbook !== true && schema.versioned !== true
  return {
    operationId: method === 'HEAD' ? `${schema.operationId}Head` : schema.operationId,
    summary: schema.summary,
    tags: [getTag(route)],
    security: permission === 'public' ? [] : [{ session: [] }],
    'x-permission':
      permission === 'public' || permission === 'session'
        ? permission
        : getRequiredIds(permission, access.idsFor(url)),
    parameters: [
      ...buildParameters(schema.params, 'path', write),
      ...buildParameters(schema.querystring, 'query', write),
      ...(schema.errorStatuses?.includes(412) === true ? [ifMatch] : []),
      ...(isConditional ? [ifNoneMatch] : []),
    ],
    ...(schema.body !== undefined && { requestBody: buildBody(schema.body as z.core.$ZodType, write) }),
    responses: {
      ...(schema.isWorkbook === true && { 200: workbook }),
      ...Object.fromEntries(
        responses.map(([status, response]) => [
          status,
          {
            description: status === '201' ? 'Created' : 'OK',
            ...((schema.versioned === true || isConditional) && { headers: etagHeader }),
            ...(method !== 'HEAD' && { content: toJson(write(response, 'output')) }),
          },
        ]),
      ),
      ...(isConditional && { 304: notModified }),
      ...Object.fromEntries(
        listErrorStatuses(route).map((status) => [
          status,
          { $ref: `#/components/responses/Refusal${status}` },
        ]),
      ),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})
const ifMatch = header('If-Match', 'The ETag of the version to change; without it the last change wins.')
const ifNoneMatch = header(
  'If-None-Match',
  'The ETag of an earlier response; 304 without a body if the response is still the same.',
)

const etagHeader = { ETag: { schema: { type: 'string' } } }
const notModified = { description: 'The response is the one that If-None-Match names.', headers: etagHeader }

const disposition = { 'Content-Disposition': { required: true, schema: { type: 'string' } } }
const workbook = { description: 'The workbook', headers: disposition, content: { [WORKBOOK_TYPE]: {} } }

/** The tags of the portal's own routes, by the start of their path; the routes of a dataset have its title as tag. */
const tagsByPrefix: readonly (readonly [prefix: `/${ApiPrefix}/${string}`, tag: string])[] = [
  ['/v1/notes', 'Notes'],
  ['/auth/', 'Authentication'],
  ['/dashboards/', 'Dashboards'],
  ['/v1/system-users', 'System users'],
  ['/v1/role-master', 'Roles'],
  ['/v1/account', 'Account'],
  ['/v1/sessions', 'Sessions'],
  ['/v1/audit-events', 'History'],
  ['/v1/menu-hierarchy', 'Menu hierarchy and rights'],
  ['/v1/rights-management', 'Menu hierarchy and rights'],
]

/** All other routes are for operators: health, OpenAPI. */
const OPERATING = 'Operating'

/** Every tag: the portal's own, those of the datasets, and that of the operators' routes. */
export function listTags(routes: readonly RouteEntry[]): readonly string[] {
  const titles = routes.flatMap(({ schema: { tag } }) => tag ?? [])
  return [...new Set([...tagsByPrefix.map(([, tag]) => tag), ...titles, OPERATING])]
}

/** The reasons of errors, by status; every body is the envelope of an error. */
const errorResponses = {
  400: 'The request is not valid; the message says what and what is allowed.',
  401: 'There is no valid session, or name and password do not match.',
  403: 'The caller does not have the permission, or must choose a new password first.',
  404: 'There is no such record, or no data for the period.',
  409: 'A record with these values already exists, or is still in use.',
  412: 'The record is no longer the version that If-Match names.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many failed sign-ins; try again after Retry-After seconds.',
  503: 'The server or its database is not available; try again after Retry-After seconds.',
} as const
type ErrorStatus = keyof typeof errorResponses

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } } }
const errorHeaders: Readonly<Record<string, object>> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
  429: retryAfter,
  503: retryAfter,
}

/** Builds the components of error responses, by the name with which operations refer to them. */
export function errorComponents(): JsonSchema {
  const responses = Object.entries(errorResponses).map(([status, description]) => {
    const headers = errorHeaders[status]
    return [`Refusal${status}`, { ...errorResponse(description), ...(headers && { headers }) }]
  })
  return Object.fromEntries([...responses, ['Failure', errorResponse('Any other failure.')]])
}

function listErrorStatuses({
  permission,
  isOpenBeforePasswordChange,
  schema,
}: RouteEntry): readonly ErrorStatus[] {
  const isProtected = permission !== 'public'
  const statuses: (ErrorStatus | false)[] = [
    (schema.params ?? schema.querystring ?? schema.body) !== undefined && 400,
    isProtected && 401,
    isProtected && isOpenBeforePasswordChange !== true && 403,
    (schema.params !== undefined || schema.isWorkbook === true) && 404,
    schema.body !== undefined && 413,
    schema.body !== undefined && 415,
    isProtected && 503,
    ...(schema.errorStatuses ?? []),
  ]
  return [...new Set(statuses.filter((status) => status !== false))].toSorted((one, other) => one - other)
}

/** Builds a parameter for each field of a path or query. */
function buildParameters(
  schema: unknown,
  location: 'path' | 'query',
  write: SchemaWriter['write'],
): JsonSchema[] {
  if (schema === undefined) return []
  const { properties, required } = ObjectSchema.parse(write(schema as z.core.$ZodType, 'input'))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function buildBody(schema: z.core.$ZodType, write: SchemaWriter['write']): JsonSchema {
  const isOptional = z.safeParse(schema, undefined).success
  return { required: !isOptional, content: toJson(write(schema, 'input')) }
}

function getTag({ url, schema }: RouteEntry): string {
  return schema.tag ?? tagsByPrefix.find(([prefix]) => url.startsWith(prefix))?.[1] ?? OPERATING
}

const toJson = (schema: JsonSchema) => ({ 'application/json': { schema } })

const errorResponse = (description: string) => ({
  description,
  content: toJson({ $ref: '#/components/schemas/ErrorEnvelope' }),
})
