import type { RouteEntry } from '../permissions/permission.ts'
import type { ReportAccess } from '../reports/access.ts'
import { errorComponents } from './error-responses.ts'
import { buildOperation, listTags } from './operation.ts'
import { createSchemaWriter, type JsonSchema } from './schema-writer.ts'
import { ErrorEnvelope } from '../../../schemas/api/envelope.ts'

/** The version of the calls, which is the product's. */
const API_VERSION = '1.0.0'

/** The OpenAPI 3.1 document of every call that is registered, from the schemas that the calls themselves use. */
export function openApiDocument(routes: readonly RouteEntry[], access: ReportAccess): JsonSchema {
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
        'Every answer is JSON, a list or record within an envelope, but for the workbooks. A session is opened by `POST /auth/login`; its access token goes into the Authorization header. `x-permission` says whose calls are taken: `public`, `session` (whoever is signed in), or the menu ids of which the caller must hold `all` and `any`.',
    },
    servers: [{ url: '.' }],
    tags: listTags(routes).map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: writer.components,
      responses: errorComponents(),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}
