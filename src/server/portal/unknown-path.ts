import type { FastifyInstance } from 'fastify'
import { answerFailure } from '../errors.ts'

/** Answers what no route takes with the envelope, whatever the method (spec §7). */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    answerFailure(request, reply, { status: 404, message: 'There is nothing at this address.' }),
  )
}
