import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AppDeps, AppOptions } from './app-deps.ts'
import { scheduleCleanUp, trackSessionActivity } from './auth/session-upkeep.ts'
import { limitedNetwork, registerGracefulClose } from './http/connections.ts'
import { datasetRoutes } from './datasets/routes.ts'
import { checkSchema } from './database/migrate.ts'
import { registerErrorHandler, sendError } from './http/error-handler.ts'
import { registerAuthorization } from './access/authorization.ts'
import { checkRequestHeads, registerBodyParser, toOriginForm } from './http/requests.ts'
import { buildLogOptions } from './http/logging.ts'
import { CHECK_TIMEOUT_MS, createReadiness, healthRoutes, type ReadinessCheck } from './http/health.ts'
import { parseAppName, watchSettings } from './http/settings-file.ts'
import { registerNotFoundHandler, serveSettings, serveStaticFiles } from './http/static-files.ts'
import { restrictToLocalRequests, warnAboutUntrustedProxies } from './http/client-network.ts'
import { allowOrigins, bareHeaders, setSecurityHeaders } from './http/headers.ts'
import { deriveReportAccess, describeReportAccess } from './access/report-access.ts'
import { menuHierarchyRoutes } from './permissions/menu-routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { roleMasterRoutes } from './roles/routes.ts'
import { systemUserRoutes } from './users/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { deferAuditEvents } from './audit/deferred-events.ts'
import { accountRoutes } from './auth/account-routes.ts'
import { sessionRoutes } from './auth/session-routes.ts'
import { authRoutes } from './auth/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { openApiRoutes } from './openapi/document.ts'
import { createDiskSpaceCheck, rejectWritesWhenDiskLow } from './http/data-folder.ts'
import { limitSockets, socketLimits, buildSocketOptions } from './http/connection-limits.ts'
import { validateRequests } from './http/validation.ts'
import { createInlineBuilder, createWorkbooks } from './workbook/workbooks.ts'
import type { ReportAccess } from './app-deps.ts'

export type App = FastifyInstance

/** Creates the API and the portal as one app without a port: listen on it, or inject requests. */
export async function createApp(options: AppOptions): Promise<App> {
  const limits = { ...socketLimits, ...options.sockets }
  const app = Fastify({
    logger: buildLogOptions(options),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    rewriteUrl: toOriginForm,
    exposeHeadRoutes: false,
    // Several values of a dimension are one part of a path.
    routerOptions: { maxParamLength: 4000 },
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    ...buildSocketOptions(limits),
    // Requests on open connections are answered while the app ends.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void sendError(request, reply.headers({ ...bareHeaders, 'x-request-id': request.id }), {
        status: error.statusCode ?? 400,
        message: 'The address is not valid.',
      })
    },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validateRequests)
  app.setSerializerCompiler(serializerCompiler)

  // The patterns are complete when every route is registered; authorization uses them only after that.
  let access: ReportAccess | undefined
  const reportAccess: ReportAccess = { idsFor: (pattern) => access?.idsFor(pattern) ?? [] }
  const activity = trackSessionActivity(app, options)
  const deferredEvents = deferAuditEvents(app, options)
  const builder = options.workbookBuilder ?? createInlineBuilder(options.handle.database)
  app.addHook('onClose', () => builder.close())
  const deps: AppDeps = {
    ...options,
    database: options.handle.database,
    reportAccess,
    workbooks: createWorkbooks(builder, options.handle),
    getProductName: watchSettings(options.settingsFile ?? '', parseAppName),
    activity,
    deferredEvents,
  }

  const checks: ReadinessCheck[] = [
    { name: 'database', severity: 'unready', check: () => checkSchema(options.handle) },
    ...(options.diskSpace === undefined ? [] : [createDiskSpaceCheck(options.diskSpace)]),
    ...(options.readinessChecks ?? []),
  ]
  const readiness = createReadiness(checks, CHECK_TIMEOUT_MS)
  app.decorate('readiness', readiness)
  app.addHook('preClose', async () => readiness.drain())

  limitSockets(app, limits, options.getNetwork ?? limitedNetwork(options.trustedProxies ?? []))
  registerGracefulClose(app, limits.drainMs)
  registerBodyParser(app)
  registerErrorHandler(app)
  setSecurityHeaders(app)
  allowOrigins(app, deps.allowedOrigins ?? [])
  checkRequestHeads(app)
  if (deps.demoAccounts) restrictToLocalRequests(app)
  else warnAboutUntrustedProxies(app, deps.trustedProxies ?? [])
  scheduleCleanUp(app, deps)
  registerNotFoundHandler(app)
  registerAuthorization(app, deps)
  if (deps.diskSpace !== undefined) rejectWritesWhenDiskLow(app, deps.diskSpace)
  await app.register(healthRoutes(readiness))
  await app.register(authRoutes(deps))
  await app.register(dashboardRoutes(deps))
  await app.register(systemUserRoutes(deps))
  await app.register(roleMasterRoutes(deps))
  await app.register(menuHierarchyRoutes(deps))
  await app.register(permissionRoutes(deps))
  await app.register(accountRoutes(deps))
  await app.register(sessionRoutes(deps))
  await app.register(auditRoutes(deps))
  await app.register(datasetRoutes(deps))
  await app.register(openApiRoutes(deps))
  if (deps.settingsFile !== undefined) serveSettings(app, deps.settingsFile, deps.demoAccounts)
  if (deps.portalFolder !== undefined) await serveStaticFiles(app, deps.portalFolder, deps.settingsFile)
  await app.ready()
  access = deriveReportAccess(options.reports, app.routeEntries)
  const requirements = describeReportAccess(access, app.routeEntries)
  app.log.info({ routes: Object.keys(requirements).length }, 'report access derived')
  app.log.debug({ reportAccess: requirements }, 'report access by route')
  return app
}
