import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../app-deps.ts'

/** Every call of the reports (spec §7). */
export function reportRoutes(_deps: AppDeps): FastifyPluginAsync {
  return async () => {}
}
