import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, POST, PUT, DELETE'
const HEADERS = 'Authorization, Content-Type, If-Match'
const EXPOSED = 'Content-Disposition, Retry-After, ETag'

/** Allows calls from a portal of another, configured origin (S39). Without configured origins no CORS headers are sent. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return undefined
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', EXPOSED)
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', '600')
      .send()
  })
}
