import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createVersionCache } from '../database/version-cache.ts'

const MEMORY_BYTES = 32 * 1024 * 1024
/** What one answer takes beside its bytes and its address. */
const ENTRY_BYTES = 256
/** Nobody's address is longer; a longer one is somebody's play. */
const LONGEST_ADDRESS = 256
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends what a report's call was answered before, as long as nothing was committed since: the same bytes that
 * reading anew would give. It comes after the guard, so that whoever asks may have the answer.
 */
export function registerResponseCache(app: FastifyInstance): void {
  const answers = createVersionCache<Buffer>(
    MEMORY_BYTES,
    (answer, address) => answer.length + 2 * address.length + ENTRY_BYTES,
  )

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const answer = isKept(request) ? answers.get(request.url, request.moment) : undefined
    if (answer === undefined) done()
    else void reply.type(JSON_TYPE).send(answer)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    // An answer that has an ETag has more to it than its bytes.
    const isWhole = typeof payload === 'string' && reply.statusCode === 200 && !reply.hasHeader('etag')
    if (isWhole && isKept(request)) {
      answers.set(request.url, Buffer.from(payload), request.moment)
    }
    done(null, payload)
  })
}

function isKept({ method, url, routeOptions }: FastifyRequest): boolean {
  const { permission } = routeOptions.config
  const isReport = permission === 'report' || permission === 'report-options'
  return method === 'GET' && isReport && url.length <= LONGEST_ADDRESS
}
