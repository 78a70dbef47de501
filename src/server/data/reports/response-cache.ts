import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createVersionCache } from '../../platform/database/version-cache.ts'
import { formatBodyEtag, isUnchanged } from '../../platform/http/responses.ts'

const CACHE_BYTES = 32 * 1024 * 1024
/** The size of an entry besides its bytes and its URL. */
const ENTRY_BYTES = 300
/** Longer URLs are not cached, so that a client cannot fill the cache. */
const MAX_URL_LENGTH = 256
export const JSON_TYPE = 'application/json; charset=utf-8'

interface CachedResponse {
  readonly body: Buffer
  readonly etag: string
}

/**
 * Caches the responses of report calls until the next commit: the same bytes that a new read would return. The cache is
 * used after authorization. A client that has the bytes already, by their ETag, gets 304 instead.
 */
export function registerResponseCache(app: FastifyInstance): void {
  const responses = createVersionCache<CachedResponse>(
    CACHE_BYTES,
    ({ body }, url) => body.length + 2 * url.length + ENTRY_BYTES,
  )

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const isCached = isCacheable(request)
    const response = isCached ? responses.get(request.url, request.dataVersion) : undefined
    if (isCached) app.metrics.cache.inc({ result: response === undefined ? 'miss' : 'hit' })
    if (response === undefined) done()
    else if (setEtag(request, reply, response.etag)) void reply.send()
    else void reply.type(JSON_TYPE).send(response.body)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    // A record has an ETag of its own, for changing it.
    const isWhole = typeof payload === 'string' && reply.statusCode === 200 && !reply.hasHeader('etag')
    if (!isWhole || !isRead(request)) return done(null, payload)
    const body = Buffer.from(payload)
    const etag = formatBodyEtag(body)
    if (isCacheable(request)) responses.set(request.url, { body, etag }, request.dataVersion)
    if (!setEtag(request, reply, etag)) return done(null, payload)
    reply.removeHeader('content-type')
    reply.removeHeader('content-length')
    return done(null, null)
  })
}

/** Sets the ETag of a response, and the status 304 if the client has this version. Returns whether it has. */
function setEtag(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  const isKnown = isUnchanged(request, etag)
  void reply.header('etag', etag)
  if (isKnown) void reply.code(304)
  return isKnown
}

/** Returns true for the call of a report: its body is the same for everyone who may send the call. */
const isRead = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  method === 'GET' && (config.permission === 'report' || config.permission === 'report-options')

const isCacheable = (request: FastifyRequest): boolean =>
  isRead(request) && request.url.length <= MAX_URL_LENGTH && request.routeOptions.config.isSourced !== true
