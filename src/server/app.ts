import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { DefinitionText } from '../../schemas/api/definitions.ts'
import type { DataDeps } from './data/data-deps.ts'
import { registerAuthorization } from './identity/access/authorization.ts'
import { scheduleCleanUp, trackSessionActivity } from './identity/sign-in/session-upkeep.ts'
import { limitedNetwork, registerGracefulClose } from './platform/http/connections.ts'
import { createReadCall, type ReadCall } from './data/reports/read-call.ts'
import { screenRoutes } from './data/reports/screen-routes.ts'
import { datasetRoutes } from './data/reports/report-routes.ts'
import { checkSchema } from './platform/database/migrate.ts'
import type { ServerSettings } from './config.ts'
import { registerErrorHandler, sendError } from './platform/http/error-handler.ts'
import { ApiError } from './platform/http/responses.ts'
import type { RouteApp } from './platform/http/permission.ts'
import { checkRequestHeads, registerBodyParser, toOriginForm } from './platform/http/requests.ts'
import { buildLogOptions, type LogDestination, type ReadinessCheck } from './platform/http/logging.ts'
import { metricsRoutes } from './data/metrics-routes.ts'
import { registerMetrics } from './platform/metrics.ts'
import { CHECK_TIMEOUT_MS, createReadiness, healthRoutes } from './platform/health.ts'
import { parseAppName, watchSettings } from './platform/http/settings-file.ts'
import { registerNotFoundHandler, serveSettings, serveStaticFiles } from './platform/http/static-files.ts'
import { restrictToLocalRequests, warnAboutUntrustedProxies } from './platform/http/client-network.ts'
import { allowOrigins, bareHeaders, setSecurityHeaders } from './platform/http/headers.ts'
import { deriveReportAccess, type ReportAccess } from './identity/access/report-access.ts'
import { permissionRoutes } from './identity/administration/permission-routes.ts'
import { roleMasterRoutes } from './identity/administration/role-routes.ts'
import { systemUserRoutes } from './identity/administration/user-routes.ts'
import { auditRoutes } from './identity/administration/history-routes.ts'
import { deferAuditEvents } from './platform/history/deferred-events.ts'
import { accountRoutes } from './identity/sign-in/account-routes.ts'
import { secondFactorRoutes } from './identity/sign-in/second-factor-routes.ts'
import { invitationRoutes } from './identity/sign-in/invitation-routes.ts'
import { tokenRoutes } from './identity/sign-in/token-routes.ts'
import { trackTokenUses } from './identity/access/token-uses.ts'
import { sessionRoutes } from './identity/sign-in/session-routes.ts'
import { authRoutes } from './identity/sign-in/sign-in-routes.ts'
import { jobRoutes } from './delivery/job-routes.ts'
import { alertAdministrationRoutes } from './delivery/alerts/alert-administration.ts'
import { alertRoutes } from './delivery/alerts/alert-routes.ts'
import { listOwnAlerts } from './delivery/alerts/own-alerts.ts'
import type { ScheduleFiles } from '../report/model/dashboard-plan.ts'
import { deleteFinishedJobs } from './platform/jobs/job-repository.ts'
import { deleteEndedInvitations } from './identity/accounts/invitations.ts'
import { deleteMailCounts } from './delivery/schedules/mail-counts.ts'
import { removeRecipient } from './delivery/schedules/recipients.ts'
import { deleteUserSchedules, listAllSchedules } from './delivery/schedules/schedule-repository.ts'
import { draftMailRoutes } from './delivery/schedules/draft-mail-routes.ts'
import { scheduleRoutes } from './delivery/schedules/schedule-routes.ts'
import { answerWithoutMails, unsubscribeRoutes } from './delivery/schedules/unsubscribe-routes.ts'
import type { MailDeps } from './delivery/mail/mailer.ts'
import { startDelivery } from './delivery/start-delivery.ts'
import { dashboardRoutes } from './data/dashboards/dashboard-routes.ts'
import { deriveNoteScopes } from './data/notes/stored-notes.ts'
import { importRoutes } from './data/imports/import-routes.ts'
import { draftRoutes, deleteEndedDrafts } from './data/studio/draft-routes.ts'
import { studioRoutes } from './data/studio/studio-routes.ts'
import { noteRoutes } from './data/notes/note-routes.ts'
import { viewRoutes } from './data/views/view-routes.ts'
import { createProvider } from './identity/company-sign-in/provider.ts'
import { oidcRoutes } from './identity/company-sign-in/company-sign-in-routes.ts'
import { openApiRoutes } from './data/openapi/document.ts'
import { checkSources } from './data/sources/catalogue.ts'
import { createSources, logSourceErrors } from './data/sources/sources.ts'
import { createDiskSpaceCheck, type DiskSpace, rejectWritesWhenDiskLow } from './platform/http/data-folder.ts'
import {
  buildSocketOptions,
  limitSockets,
  type SocketLimits,
  socketLimits,
} from './platform/http/connection-limits.ts'
import { validateRequests } from './platform/http/validation.ts'
import { createWorkbooks } from './data/workbooks/workbooks.ts'
import { inlineRenderer, type Renderer } from './delivery/renderer.ts'

export type App = FastifyInstance

type OptionalSettings =
  | 'alertWebhook'
  | 'allowedOrigins'
  | 'metricsToken'
  | 'oidc'
  | 'secondFactor'
  | 'sources'
  | 'trustedProxies'

/** Lists the dependencies and settings of an app, which itself reads nothing from the environment. */
export interface AppOptions
  extends
    Pick<DataDeps, 'handle' | 'reports' | 'datasets' | 'passwords' | 'clock' | 'sessions' | 'production'>,
    Pick<ServerSettings, 'auditDays'>,
    Partial<Pick<ServerSettings, OptionalSettings>> {
  readonly dashboards?: DataDeps['dashboards']
  /** The ids of the reports that do not fit the datasets. */
  readonly misfits?: readonly string[]
  readonly definitions?: readonly DefinitionText[]
  /** The schedules of files; they need `mail`. */
  readonly schedules?: ScheduleFiles
  /** Whether the database contains the demo accounts, whose password is public. */
  readonly demoAccounts: boolean
  /** The folder of the built portal; without one only the API is served. */
  readonly portalFolder?: string | undefined
  /** The settings file of the portal; served with the lines that the server adds. */
  readonly settingsFile?: string
  /** Limits of connections that differ from the default. */
  readonly sockets?: Partial<SocketLimits>
  /** Returns the network in which an address is counted; `limitedNetwork` by default. */
  readonly getNetwork?: (address: string) => string | undefined
  /** The checks of `/readyz` besides the database and the disk. */
  readonly readinessChecks?: readonly ReadinessCheck[]
  /** The disk space of the records; undefined if they are on another machine. */
  readonly diskSpace?: DiskSpace | undefined
  /** Builds workbooks and mails; closed with the app. Without one this thread does it. */
  readonly renderer?: Renderer | undefined
  /** How mails are sent; undefined if none are. */
  readonly mail?: MailDeps | undefined
  readonly log?: { readonly level: string; readonly stream: Pick<LogDestination, 'write'> }
}

/** Creates the API and the portal as one app without a port: listen on it, or inject requests. */
export async function createApp(options: AppOptions): Promise<App> {
  const limits = { ...socketLimits, ...options.sockets }
  const { trustedProxies = [], settingsFile, portalFolder, alertWebhook, mail } = options
  const app = createServer(options, limits)

  // The patterns are complete when every route is registered; authorization uses them only after that.
  let access: ReportAccess | undefined
  let fitAccess: ReportAccess | undefined
  const fit = options.reports.filter(({ id }) => options.misfits?.includes(id) !== true)
  const reportAccess: ReportAccess = { idsFor: (pattern) => access?.idsFor(pattern) ?? [] }
  registerMetrics(app)
  const activity = trackSessionActivity(app, options)
  const tokenUses = trackTokenUses(app, options)
  const deferredEvents = deferAuditEvents(app, options)
  const renderer = options.renderer ?? inlineRenderer
  app.addHook('onClose', () => renderer.close())
  const workbooks = createWorkbooks(renderer, options.handle)
  const sources = createSources({
    ...(options.sources ?? { urls: {}, queries: 1, timeoutMs: 1_000 }),
    clock: options.clock,
    onError: logSourceErrors(app.log),
    onRead: (connection, result) => app.metrics.sourceReads.inc({ connection, result }),
  })
  app.addHook('onClose', () => sources.close())
  checkSources(app, sources.check, options.datasets)
  const { oidc } = options
  const companySignIn = oidc && createProvider(oidc, options.sessions.reauthenticateMinutes)
  const deps: DataDeps = {
    dashboards: [],
    ...options,
    sources,
    database: options.handle.database,
    noteScopes: deriveNoteScopes(options.reports, options.datasets),
    reportAccess,
    getProductName: watchSettings(settingsFile ?? '', parseAppName),
    activity,
    tokenUses,
    secondFactor: options.secondFactor ?? false,
    sendsInvitations: mail !== undefined,
    deferredEvents,
    companySignIn,
    userWork: { end: deleteUserSchedules, remove: removeRecipient },
  }

  const checks: ReadinessCheck[] = [
    { name: 'database', severity: 'unready', check: () => checkSchema(options.handle) },
    ...(options.diskSpace === undefined ? [] : [createDiskSpaceCheck(options.diskSpace)]),
    ...(options.readinessChecks ?? []),
  ]
  const readiness = createReadiness(checks, CHECK_TIMEOUT_MS)
  app.decorate('readiness', readiness)
  app.addHook('preClose', async () => readiness.drain())

  limitSockets(app, limits, options.getNetwork ?? limitedNetwork(trustedProxies))
  registerGracefulClose(app, limits.drainMs)
  registerBodyParser(app)
  registerErrorHandler(app)
  setSecurityHeaders(app)
  allowOrigins(app, options.allowedOrigins ?? [])
  checkRequestHeads(app)
  if (options.demoAccounts) restrictToLocalRequests(app)
  else warnAboutUntrustedProxies(app, trustedProxies)
  scheduleCleanUp(app, options, [
    deleteFinishedJobs,
    deleteMailCounts,
    deleteEndedDrafts,
    deleteEndedInvitations,
  ])
  const { renderMail } = renderer
  const read = createReadCall(options.datasets, sources, fit)
  startDelivery(app, { ...deps, reports: fit, renderMail, read, mail, alertWebhook }, options.schedules)
  if (mail === undefined) answerWithoutMails(app, portalFolder)
  registerNotFoundHandler(app)
  registerAuthorization(app, deps)
  if (options.diskSpace !== undefined) rejectWritesWhenDiskLow(app, options.diskSpace)
  const isFit = (pattern: string) =>
    fitAccess?.idsFor(pattern).length !== 0 || reportAccess.idsFor(pattern).length === 0
  healthRoutes(app, readiness)
  metricsRoutes(app, deps, options.metricsToken)
  const fitDeps = { ...deps, reports: fit, read }
  alertAdministrationRoutes(app, fitDeps)
  const addDatasets = (datasets: RouteApp) => datasetRoutes(datasets, fitDeps, workbooks, read, isFit)
  await addRoutes(app, { ...deps, read }, options, addDatasets, renderer)
  if (settingsFile !== undefined) serveSettings(app, settingsFile, options)
  if (portalFolder !== undefined) await serveStaticFiles(app, portalFolder, settingsFile)
  await app.ready()
  access = deriveReportAccess(options.reports, app.routeEntries)
  fitAccess = deriveReportAccess(fit, app.routeEntries)
  return app
}

/** Creates the server without routes, with its log and the limits of what one client may send. */
function createServer(options: AppOptions, limits: SocketLimits) {
  const { trustedProxies = [] } = options
  const app = Fastify({
    logger: buildLogOptions(options),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    rewriteUrl: toOriginForm,
    exposeHeadRoutes: false,
    // Several values of a dimension are one part of a path.
    routerOptions: { maxParamLength: 4000 },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    ...buildSocketOptions(limits),
    // Requests on open connections are answered while the app ends.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const answer = reply.headers({ ...bareHeaders, 'x-request-id': request.id })
      void sendError(request, answer, new ApiError(error.statusCode ?? 400, 'The address is not valid.'))
    },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validateRequests)
  app.setSerializerCompiler(serializerCompiler)
  return app
}

/** Adds the routes of all areas; the OpenAPI document has their order. */
async function addRoutes(
  app: RouteApp,
  deps: DataDeps & { readonly read: ReadCall },
  { mail, portalFolder, definitions = [] }: Pick<AppOptions, 'mail' | 'portalFolder' | 'definitions'>,
  addDatasets: (app: RouteApp) => void,
  renderer: Renderer,
): Promise<void> {
  const { companySignIn, secondFactor, read } = deps
  authRoutes(app, deps)
  if (companySignIn !== undefined) oidcRoutes(app, deps, companySignIn)
  dashboardRoutes(app, deps)
  systemUserRoutes(app, deps)
  roleMasterRoutes(app, deps)
  permissionRoutes(app, deps)
  accountRoutes(app, deps)
  sessionRoutes(app, deps)
  tokenRoutes(app, deps)
  if (secondFactor) secondFactorRoutes(app, deps)
  if (deps.sendsInvitations) invitationRoutes(app, deps)
  auditRoutes(app, deps)
  jobRoutes(app, deps)
  alertRoutes(app, deps, read)
  if (mail !== undefined) {
    scheduleRoutes(app, { ...deps, mail })
    await app.register(async (forms: RouteApp) => unsubscribeRoutes(forms, deps, portalFolder))
  }
  await app.register(async (datasets: RouteApp) => addDatasets(datasets))
  noteRoutes(app, deps)
  screenRoutes(app, deps, read)
  viewRoutes(app, deps)
  await importRoutes(app, deps, renderer)
  studioRoutes(app, deps, definitions, renderer, async (db) => ({
    schedules: await listAllSchedules(db),
    alerts: await listOwnAlerts(db),
  }))
  draftMailRoutes(app, deps, definitions, renderer)
  draftRoutes(app, deps)
  openApiRoutes(app, deps)
}
