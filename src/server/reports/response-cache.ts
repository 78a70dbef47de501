import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createVersionCache } from '../database/version-cache.ts'

const CACHE_BYTES = 32 * 1024 * 1024
/** The size of an entry besides its bytes and its URL. */
const ENTRY_BYTES = 256
/** Longer URLs are not cached, so that a client cannot fill the cache. */
const MAX_URL_LENGTH = 256
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Caches the responses of report calls until the next commit: the same bytes that a new read would return. The cache is
 * used after authorization.
 */
export function registerResponseCache(app: FastifyInstance): void {
  const responses = createVersionCache<Buffer>(
    CACHE_BYTES,
    (response, url) => response.length + 2 * url.length + ENTRY_BYTES,
  )

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const response = isCacheable(request) ? responses.get(request.url, request.dataVersion) : undefined
    if (response === undefined) done()
    else void reply.type(JSON_TYPE).send(response)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    // A response with an ETag consists of more than its body.
    const isWhole = typeof payload === 'string' && reply.statusCode === 200 && !reply.hasHeader('etag')
    if (isWhole && isCacheable(request)) {
      responses.set(request.url, Buffer.from(payload), request.dataVersion)
    }
    done(null, payload)
  })
}

function isCacheable({ method, url, routeOptions }: FastifyRequest): boolean {
  const { permission } = routeOptions.config
  const isReport = permission === 'report' || permission === 'report-options'
  return method === 'GET' && isReport && url.length <= MAX_URL_LENGTH
}
