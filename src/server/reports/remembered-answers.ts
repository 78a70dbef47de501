import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Engine } from '../database/engine.ts'
import { createMemory, type Moment } from '../database/memory.ts'

const MEMORY_BYTES = 32 * 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

declare module 'fastify' {
  interface FastifyRequest {
    /** When a report's call that is not kept began to be answered; null for whatever is not to be kept. */
    answerMoment: { readonly moment: Moment } | null
  }
}

/**
 * Sends what a report's call was answered before, as long as nothing was committed since: the same bytes that
 * reading anew would give. It comes after the guard, so that whoever asks may have the answer.
 */
export function rememberAnswers(app: FastifyInstance, engine: Engine): void {
  const answers = createMemory<Buffer>(engine, MEMORY_BYTES, (answer) => answer.length)
  app.decorateRequest('answerMoment', null)

  app.addHook('preParsing', async (request, reply) => {
    if (!isRead(request)) return
    const answer = answers.find(request.url)
    if (answer !== undefined) return reply.type(JSON_TYPE).send(answer)
    request.answerMoment = { moment: answers.moment() }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.answerMoment === null || reply.statusCode !== 200 || typeof payload !== 'string') return
    answers.keep(request.url, Buffer.from(payload), request.answerMoment.moment)
  })
}

function isRead({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' && routeOptions.config.permission === 'report'
}
