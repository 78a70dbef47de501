import type { DataDeps } from '../data-deps.ts'
import {
  declareCall,
  type RouteEntry,
  getRequiredIds,
  type RouteApp,
} from '../../platform/http/permission.ts'
import { ErrorEnvelope } from '../../../../schemas/api/responses.ts'
import type { ReportAccess } from '../../identity/access/report-access.ts'
import { z } from 'zod'
import type { ApiPrefix } from '../../../../schemas/api/parameters.ts'
import { WORKBOOK_TYPE } from '../../../workbook/workbook.ts'
import { AssignedPermission, MenuItem, MenuTreeNode } from '../../../../schemas/api/menu.ts'
import { Role } from '../../../../schemas/api/role.ts'
import { SystemUser } from '../../../../schemas/api/system-user.ts'

/** Serves the OpenAPI document to signed-in users only, because it names every call and its permission. */
export function openApiRoutes(app: RouteApp, { reportAccess }: DataDeps): void {
  let text: string | undefined
  app.get(
    '/openapi.json',
    declareCall('session', 'getOpenApiDocument', 'This document', null),
    (_request, reply) => {
      // The routes are complete only when the app is ready.
      text ??= stringifyDocument(buildOpenApiDocument(app.routeEntries, reportAccess))
      return reply.type('application/json; charset=utf-8').send(text)
    },
  )
}

/** The version of the API, which is that of the product. */
const API_VERSION = '1.0.0'

/** Builds the OpenAPI 3.1 document of all registered routes, from the schemas with which they validate and serialise. */
function buildOpenApiDocument(routes: readonly RouteEntry[], access: ReportAccess): JsonSchema {
  const writer = createSchemaWriter()
  writer.write(ErrorEnvelope, 'output')
  const paths = new Map<string, Record<string, JsonSchema>>()
  for (const route of routes.filter(({ schema }) => schema.hide !== true)) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const operations = paths.get(path) ?? {}
    operations[route.method.toLowerCase()] = buildOperation(route, access, writer)
    paths.set(path, operations)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Traffic portal API',
      version: API_VERSION,
      description:
        'Every response is JSON, a list or record in an envelope, except workbooks. Errors have a status of 400 or more; 429 and 503 have `Retry-After`. A response with an `ETag` can be named by `If-None-Match` when it is read again, and by `If-Match` when it is changed. `POST /auth/login` opens a session; send its access token in the Authorization header. `x-permission` is the required permission: `public`, `session` (any signed-in user), or menu ids, of which the caller needs each of `all` and one of `any`.',
    },
    servers: [{ url: '.' }],
    tags: listTags(routes).map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: writer.components,
      responses: { Failure: failure },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}

declare module 'fastify' {
  /** What a route declares for the OpenAPI document. */
  interface FastifySchema {
    /** The call's name for programs, such as `listRoles`. */
    operationId?: string
    summary?: string
    tag?: string
    /** Whether the route is left out of the document, such as the portal's files. */
    hide?: boolean
    isWorkbook?: boolean
    isCsv?: boolean
  }
}

function buildOperation(route: RouteEntry, access: ReportAccess, { write }: SchemaWriter): JsonSchema {
  const { method, url, permission, schema } = route
  const responses = Object.entries(schema.response ?? {}) as [string, z.core.$ZodType][]
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
    ],
    ...(schema.body !== undefined && { requestBody: buildBody(schema.body as z.core.$ZodType, write) }),
    responses: {
      ...(schema.isWorkbook === true && { 200: workbook }),
      ...(schema.isCsv === true && { 200: csv }),
      ...Object.fromEntries(
        responses.map(([status, response]) => [
          status,
          {
            description: status === '201' ? 'Created' : 'OK',
            ...(method !== 'HEAD' && { content: toJson(write(response, 'output')) }),
          },
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

const disposition = { 'Content-Disposition': { required: true, schema: { type: 'string' } } }
const workbook = { description: 'The workbook', headers: disposition, content: { [WORKBOOK_TYPE]: {} } }

const csv = { description: 'The file', content: { 'text/csv': {} } }

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

/** Returns every tag: the portal's own, those of the datasets, and that of the operators' routes. */
function listTags(routes: readonly RouteEntry[]): readonly string[] {
  const titles = routes.flatMap(({ schema: { tag } }) => tag ?? [])
  return [...new Set([...tagsByPrefix.map(([, tag]) => tag), ...titles, OPERATING])]
}

/** Builds a parameter for each field of a path or query. */
function buildParameters(schema: unknown, location: 'path' | 'query', write: SchemaWriter['write']) {
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

const getTag = ({ url, schema }: RouteEntry): string =>
  schema.tag ?? tagsByPrefix.find(([prefix]) => url.startsWith(prefix))?.[1] ?? OPERATING

const toJson = (schema: JsonSchema) => ({ 'application/json': { schema } })

/** The response of every error, on every path. */
const failure = {
  description: 'Why the call failed, in words.',
  content: toJson({ $ref: '#/components/schemas/ErrorEnvelope' }),
}

/** Contains a piece of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
type JsonSchema = Readonly<Record<string, unknown>>

type SchemaWriter = ReturnType<typeof createSchemaWriter>

/** Creates a writer of zod schemas as JSON Schema, which collects those with a name in `components`. */
function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {}
  return {
    components,
    /** As it is received (`input`: before defaults and conversions) or sent (`output`). */
    write: (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
      const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => simplify(jsonSchema)
      const options = { io, metadata: componentSchemas, unrepresentable: 'any', override } as const
      const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, options)
      for (const [name, { id: _id, ...component }] of Object.entries($defs)) components[name] = component
      return written
    },
  }
}

const stringifyDocument = (document: JsonSchema): string =>
  JSON.stringify(document).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')

/** The named schemas of the document, with keywords that zod does not write. */
export const componentSchemas = z.registry<{ readonly id: string; readonly [keyword: string]: unknown }>()

const named = { ErrorEnvelope, MenuItem, MenuTreeNode, AssignedPermission, Role, SystemUser }
for (const [id, schema] of Object.entries(named)) componentSchemas.add(schema, { id })

/** Removes redundant keywords: the bounds of every integer, the pattern of a format, the list of an empty tuple. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'integer' && schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.type === 'integer' && schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
  if (schema.prefixItems?.length === 0) delete schema.prefixItems
}
