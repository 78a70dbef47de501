import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AppDeps, AppOptions } from './app-deps.ts'
import { cleanUpHourly } from './clean-up.ts'
import { limitedNetwork } from './connections.ts'
import { drainOnClose } from './drain.ts'
import { datasetRoutes } from './datasets/routes.ts'
import { checkSchema } from './database/schema-check.ts'
import { answerErrors, answerFailure } from './errors.ts'
import { guardRoutes } from './guard.ts'
import { jsonBodies } from './json-body.ts'
import { logOptions } from './log.ts'
import { createReadiness, type ReadinessCheck, READY_WITHIN_MS } from './readiness.ts'
import { answerUnknownPaths } from './portal/unknown-path.ts'
import { servePortal } from './portal/portal.ts'
import { restrictToLocalRequests } from './portal/local-only.ts'
import { warnOfUntrustedProxies } from './portal/untrusted-proxy.ts'
import { allowOrigins } from './portal/cors.ts'
import { bareHeaders, securityHeaders } from './portal/headers.ts'
import { serveSettings } from './portal/settings-file.ts'
import { deriveReportAccess, describeReportAccess, type ReportAccess } from './reports/access.ts'
import { administrationRoutes } from './routes/administration.ts'
import { authRoutes } from './routes/auth.ts'
import { dashboardRoutes } from './routes/dashboards.ts'
import { healthRoutes } from './routes/health.ts'
import { openApiRoutes } from './routes/open-api.ts'
import { checkRequestHeads, originForm } from './request-head.ts'
import { checkRoom, refuseWritesWithoutRoom } from './room.ts'
import { trackSessionActivity } from './session-activity.ts'
import { boundConnections, socketLimits, socketOptions } from './sockets.ts'
import { validateRequests } from './validation.ts'
import { createInlineBuilder, createWorkbooks } from './workbook/workbooks.ts'

export type App = FastifyInstance

/** The API and the portal as one app without a port: listen on it, or inject requests. */
export async function createApp(options: AppOptions): Promise<App> {
  const limits = { ...socketLimits, ...options.sockets }
  const app = Fastify({
    logger: logOptions(options),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    rewriteUrl: originForm,
    exposeHeadRoutes: false,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    ...socketOptions(limits),
    // What comes over an open connection while the app ends is answered like any other request.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void answerFailure(request, reply.headers({ ...bareHeaders, 'x-request-id': request.id }), {
        status: error.statusCode ?? 400,
        message: 'The address is not valid.',
      })
    },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validateRequests)
  app.setSerializerCompiler(serializerCompiler)

  // The patterns are complete only when every route is registered, and the guard asks only after that.
  let access: ReportAccess | undefined
  const reportAccess: ReportAccess = { idsFor: (pattern) => access?.idsFor(pattern) ?? [] }
  const activity = trackSessionActivity(app, options)
  const builder = options.workbookBuilder ?? createInlineBuilder(options.engine.database)
  app.addHook('onClose', () => builder.close())
  const deps: AppDeps = {
    ...options,
    database: options.engine.database,
    reportAccess,
    workbooks: createWorkbooks(builder, options.engine),
    activity,
  }

  const checks: ReadinessCheck[] = [
    { name: 'database', severity: 'unready', check: () => checkSchema(options.engine) },
    ...(options.room === undefined ? [] : [checkRoom(options.room)]),
    ...(options.readinessChecks ?? []),
  ]
  const readiness = createReadiness(checks, READY_WITHIN_MS)
  app.decorate('readiness', readiness)
  app.addHook('preClose', async () => readiness.drain())

  boundConnections(app, limits, options.networkOf ?? limitedNetwork(options.trustedProxies ?? []))
  drainOnClose(app, limits.drainMs)
  jsonBodies(app)
  answerErrors(app)
  securityHeaders(app)
  allowOrigins(app, deps.allowedOrigins ?? [])
  checkRequestHeads(app)
  if (deps.demoAccounts) restrictToLocalRequests(app)
  else warnOfUntrustedProxies(app, deps.trustedProxies ?? [])
  cleanUpHourly(app, deps)
  answerUnknownPaths(app)
  guardRoutes(app, deps)
  if (deps.room !== undefined) refuseWritesWithoutRoom(app, deps.room)
  await app.register(healthRoutes(readiness))
  await app.register(authRoutes(deps))
  await app.register(dashboardRoutes(deps))
  await app.register(administrationRoutes(deps))
  await app.register(datasetRoutes(deps))
  await app.register(openApiRoutes(deps))
  if (deps.settingsFile !== undefined) serveSettings(app, deps.settingsFile, deps.demoAccounts)
  if (deps.portalFolder !== undefined) await servePortal(app, deps.portalFolder, deps.settingsFile)
  await app.ready()
  access = deriveReportAccess(options.reports, app.routeEntries)
  app.log.info({ reportAccess: describeReportAccess(access, app.routeEntries) }, 'report access derived')
  return app
}
