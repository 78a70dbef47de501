import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Health, Ready } from '../../../schemas/api/health.ts'
import { ApiError } from './api-error.ts'
import type { Readiness } from './readiness.ts'

const config = { permission: 'public' } as const
const ASK_AGAIN_SECONDS = 5
/** Levels that write less than warnings. */
const QUIETER = ['error', 'fatal', 'silent'] as const

/**
 * What a supervisor and a load balancer ask, as often as they like: whether the process lives, and whether it should
 * get requests. Why it should not, only the log tells.
 */
export function healthRoutes(readiness: Readiness): FastifyPluginAsyncZod {
  return async (app) => {
    // Asked every few seconds: no line for each, and none that the server's own level leaves out.
    const logLevel = QUIETER.find((level) => level === app.log.level) ?? 'warn'
    app.route({
      method: ['GET', 'HEAD'],
      url: '/healthz',
      config,
      logLevel,
      schema: {
        operationId: 'getHealth',
        summary: 'Tells that the process lives; asks nothing of the database',
        response: { 200: Health },
      },
      handler: async () => ({ status: 'ok' as const }),
    })
    app.route({
      method: ['GET', 'HEAD'],
      url: '/readyz',
      config,
      logLevel,
      schema: {
        operationId: 'getReadiness',
        summary: 'Tells whether requests are taken: the database answers and the process does not end',
        refuses: [503],
        response: { 200: Ready },
      },
      handler: async (request) => {
        const status = await readiness.getState(request.log)
        if (status === 'unready') throw new ApiError(503, 'The server is not ready.', ASK_AGAIN_SECONDS)
        return { status }
      },
    })
  }
}
