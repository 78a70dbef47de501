import type { FastifyInstance } from 'fastify'
import { notFound } from '../api-error.ts'
import { answerFailure } from '../errors.ts'

const MESSAGE = 'There is nothing at this address.'

/** Answers what no route takes with the envelope, whatever the method (spec §7), before any body is read. */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(MESSAGE)
  })
  // A route may refuse its own path, as the files do.
  app.setNotFoundHandler((request, reply) => answerFailure(request, reply, { status: 404, message: MESSAGE }))
}
