import { z } from 'zod'
import { type Permission, requiredIds, type RouteEntry } from '../permissions/permission.ts'
import type { ReportAccess } from '../reports/access.ts'
import { WORKBOOK_TYPE } from '../reports/download.ts'
import type { ErrorStatus } from './error-responses.ts'
import type { JsonSchema, SchemaWriter } from './schema-writer.ts'

/** One call as OpenAPI tells it. */
export function buildOperation(route: RouteEntry, access: ReportAccess, { write }: SchemaWriter): JsonSchema {
  const { method, url, permission, schema } = route
  const answers = Object.entries(schema.response ?? {}) as [string, z.core.$ZodType][]
  const success = schema.workbook === true ? { 200: workbookAnswer } : {}
  return {
    operationId: method === 'HEAD' ? `${schema.operationId}Head` : schema.operationId,
    summary: schema.summary,
    tags: [getTag(route)],
    security: permission === 'public' ? [] : [{ session: [] }],
    'x-permission': permissionOf(permission, access.idsFor(url)),
    parameters: [
      ...parametersOf(schema.params, 'path', write),
      ...parametersOf(schema.querystring, 'query', write),
      ...(schema.refuses?.includes(412) === true ? [ifMatch] : []),
    ],
    ...(schema.body === undefined ? {} : { requestBody: bodyOf(schema.body as z.core.$ZodType, write) }),
    responses: {
      ...success,
      ...Object.fromEntries(
        answers.map(([status, answer]) => [
          status,
          {
            description: status === '201' ? 'Created' : 'OK',
            ...(schema.versioned === true ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
            ...(method === 'HEAD'
              ? {}
              : { content: { 'application/json': { schema: write(answer, 'output') } } }),
          },
        ]),
      ),
      ...Object.fromEntries(
        refusalsOf(route).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
      ),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

/** Which rights a call needs: none, a session, or ids of the menu, all of some and one of others. */
function permissionOf(permission: Permission, reportIds: readonly number[]): unknown {
  if (permission === 'public' || permission === 'session') return permission
  return requiredIds(permission, reportIds)
}

function refusalsOf({ permission, schema }: RouteEntry): readonly ErrorStatus[] {
  const isGuarded = permission !== 'public'
  const told: (ErrorStatus | false)[] = [
    (schema.params ?? schema.querystring ?? schema.body) !== undefined && 400,
    isGuarded && 401,
    isGuarded && permission !== 'session' && 403,
    (schema.params !== undefined || schema.workbook === true) && 404,
    schema.body !== undefined && 413,
    schema.body !== undefined && 415,
    isGuarded && 503,
    ...(schema.refuses ?? []),
  ]
  return [...new Set(told.filter((status) => status !== false))].toSorted(byNumber)
}

const FormSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** The fields of a path or query, each as a parameter. */
function parametersOf(schema: unknown, place: 'path' | 'query', write: SchemaWriter['write']): JsonSchema[] {
  if (schema === undefined) return []
  const { properties, required } = FormSchema.parse(write(schema as z.core.$ZodType, 'input'))
  return Object.entries(properties).map(([name, form]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: form,
  }))
}

function bodyOf(schema: z.core.$ZodType, write: SchemaWriter['write']): JsonSchema {
  const isOptional = z.safeParse(schema, undefined).success
  return { required: !isOptional, content: { 'application/json': { schema: write(schema, 'input') } } }
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that is to be changed; without it the last change wins.',
  schema: { type: 'string' },
}

const workbookAnswer = {
  description: 'The workbook',
  headers: { 'Content-Disposition': { required: true, schema: { type: 'string' } } },
  content: { [WORKBOOK_TYPE]: {} },
}

function byNumber(one: number, other: number): number {
  return one - other
}

/** What the portal's own calls are about, by the beginning of their paths; a dataset's calls bear its title. */
const nouns: readonly (readonly [prefix: string, tag: string])[] = [
  ['/auth/', 'Authentication'],
  ['/dashboards/', 'Dashboards'],
  ['/v1/system-users', 'System users'],
  ['/v1/role-master', 'Roles'],
  ['/v1/menu-hierarchy', 'Menu hierarchy and rights'],
  ['/v1/rights-management', 'Menu hierarchy and rights'],
]

/** The calls of no noun are those for whoever runs the server. */
const OPERATING = 'Operating'

/** Every tag: the portal's own, those of the datasets, and that of the calls for whoever runs the server. */
export function listTags(routes: readonly RouteEntry[]): readonly string[] {
  const titles = routes.flatMap(({ schema: { tag } }) => tag ?? [])
  return [...new Set([...nouns.map(([, tag]) => tag), ...titles, OPERATING])]
}

function getTag({ url, schema }: RouteEntry): string {
  return schema.tag ?? nouns.find(([prefix]) => url.startsWith(prefix))?.[1] ?? OPERATING
}
