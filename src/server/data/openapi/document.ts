import type { FastifyPluginAsync } from 'fastify'
import type { DataDeps } from '../data-deps.ts'
import { declareCall, type RouteEntry } from '../../platform/http/permission.ts'
import { buildOperation, failure, listTags } from './operation.ts'
import { createSchemaWriter, type JsonSchema, stringifyDocument } from './schema-writer.ts'
import { ErrorEnvelope } from '../../../../schemas/api/responses.ts'
import type { ReportAccess } from '../../identity/access/report-access.ts'

/** Serves the OpenAPI document to signed-in users only, because it names every call and its permission. */
export function openApiRoutes({ reportAccess }: DataDeps): FastifyPluginAsync {
  return async (app) => {
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
