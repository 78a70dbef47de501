import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Health, Ready } from '../../../schemas/api/responses.ts'
import { ApiError } from './api-error.ts'
import type { Readiness } from './readiness.ts'

const config = { permission: 'public' } as const
const RETRY_AFTER_SECONDS = 5
/** Levels that log less than warnings. */
const QUIETER = ['error', 'fatal', 'silent'] as const

/**
 * The probes of a supervisor and a load balancer: whether the process is alive, and whether it should get requests.
 * Only the log contains the reasons.
 */
export function healthRoutes(readiness: Readiness): FastifyPluginAsyncZod {
  return async (app) => {
    // Called every few seconds, so that requests are not logged, and warnings only at the server's own level.
    const logLevel = QUIETER.find((level) => level === app.log.level) ?? 'warn'
    app.route({
      method: ['GET', 'HEAD'],
      url: '/healthz',
      config,
      logLevel,
      schema: {
        operationId: 'getHealth',
        summary: 'Whether the process is alive; does not use the database',
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
        summary: 'Whether requests are accepted: the database responds and the process is not ending',
        errorStatuses: [503],
        response: { 200: Ready },
      },
      handler: async (request) => {
        const status = await readiness.getState(request.log)
        if (status === 'unready') throw new ApiError(503, 'The server is not ready.', RETRY_AFTER_SECONDS)
        return { status }
      },
    })
  }
}
