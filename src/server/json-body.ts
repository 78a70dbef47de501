import type { FastifyInstance } from 'fastify'

/** Takes a JSON request without a body as one that has none: clients name the type on every call (spec §7). */
export function emptyJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
