import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { buildOpenApiDocument } from './document.ts'

/**
 * Serves the OpenAPI document to signed-in users only, because it names every call and its permission.
 */
export function openApiRoutes({ reportAccess }: AppDeps): FastifyPluginAsync {
  return async (app) => {
    let text: string | undefined
    app.get(
      '/openapi.json',
      {
        config: { permission: 'session' },
        schema: { operationId: 'getOpenApiDocument', summary: 'This document' },
      },
      (_request, reply) => {
        // The routes are complete only when the app is ready.
        text ??= JSON.stringify(buildOpenApiDocument(app.routeEntries, reportAccess))
        return reply.type('application/json; charset=utf-8').send(text)
      },
    )
  }
}
