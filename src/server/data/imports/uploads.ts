import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError, conflict } from '../../platform/http/responses.ts'

/** The most files that are received and read at a time; each is in memory. */
const MAX_AT_ONCE = 2

const Target = z.object({ dataset: z.string() })

/** Accepts files of any type as bodies of the routes of an app: a few at a time, and one for each dataset. */
export function registerUploads(app: FastifyInstance): void {
  const running = new Set<string>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // After the check of the right, and before the body is received.
  app.addHook('onRequest', async (request, reply) => {
    const { success, data } = Target.safeParse(request.query)
    if (!success) return
    const { dataset } = data
    if (running.has(dataset))
      throw conflict('A file for this table is being read. Try again when it is done.')
    if (running.size >= MAX_AT_ONCE)
      throw new ApiError(503, 'Other files are being read. Please try again.', 5)
    running.add(dataset)
    reply.raw.once('close', () => running.delete(dataset))
  })
}
