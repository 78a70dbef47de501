import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatasetPlan } from '../dataset/dataset-plan.ts'
import { type App, createApp } from './app.ts'
import { lockDataDir } from './platform/database/data-dir.ts'
import { isLoopback } from './platform/http/client-network.ts'
import { monitorDiskSpace } from './platform/http/data-folder.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabaseHandle, waitForDatabase } from './platform/database/open.ts'
import { withTransaction } from './platform/database/transaction.ts'
import { seedDemo } from './data/demo/demo-accounts.ts'
import { listMenuEntries, syncMenu } from './identity/accounts/menu-tree.ts'
import { checkLog, type LogDestination, openErrorLog } from './platform/http/logging.ts'
import { FINGERPRINT_FILE, formatFingerprint } from '../loading/fingerprint.ts'
import { formatDiagnostic } from '../diagnostics/diagnostic.ts'
import { readDefinitionTexts, loadDashboards, loadSchedules, loadServed } from '../loading/load.ts'
import { findCalendarsFolder } from '../loading/read-folder.ts'
import { listUnknownRoles } from './identity/accounts/roles.ts'
import { hasAccounts, hasDemoAccounts } from './identity/accounts/credentials.ts'
import { createHashPool } from './identity/passwords/hash-pool.ts'
import { createPasswords } from './identity/passwords/passwords.ts'
import { parseSettings, type ServerSettings } from './config.ts'
import { createMailer } from './delivery/mail/mailer.ts'
import { createThreadRenderer } from './delivery/renderer.ts'

export interface RunningServer {
  readonly app: App
  readonly demoAccounts: boolean
  readonly hasAccounts: boolean
  /** Finishes open requests, closes the database and releases the data folder. */
  readonly close: () => Promise<void>
}

interface ServerContext {
  readonly clock: () => Date
  readonly log: Pick<LogDestination, 'write' | 'getError'>
  /** The script of the workers that hash passwords; without one this process's own threads do it. */
  readonly hashWorker?: string | undefined
  /** The script of the workers that build workbooks and mails; without one this thread does it. */
  readonly renderWorker?: string
  /** Whether reports that do not fit the datasets are served too, for a command that says what is wrong with them. */
  readonly servesMisfits?: boolean
}

/** Builds the app on its database: lock, schema, menu, demo. The message of an error is for the operator. */
export async function startServer(
  settings: ServerSettings,
  { clock, log, hashWorker, renderWorker, servesMisfits = false }: ServerContext,
): Promise<RunningServer> {
  const { reports, datasets, misfits } = loadServed(settings.reportsDir, settings.datasetsDir)
  const { dashboards, warnings } = loadDashboards(settings.dashboardsDir, reports)
  const ofFiles = loadSchedules(settings.schedulesDir, { reports, dashboards })
  const definitions = readDefinitionTexts({
    reports: settings.reportsDir,
    datasets: settings.datasetsDir,
    calendars: findCalendarsFolder(settings.datasetsDir),
    dashboards: settings.dashboardsDir,
    schedules: settings.schedulesDir,
  })
  const settingsFile = resolve(settings.portalDir, 'settings.properties')
  // A database server has any number of processes, a file has one.
  const release = settings.databaseUrl === undefined ? lockDataDir(settings.dataDir) : () => undefined
  const handle = openDatabaseHandle(settings)
  const hashPool = hashWorker === undefined ? undefined : createHashPool(hashWorker)
  const closeDatabase = async () => {
    await hashPool?.close()
    await handle.close()
    release()
  }
  const { mail, publicUrl: portalUrl, mailDomains: domains } = settings
  try {
    const wait = <T>(work: () => Promise<T>) => waitForServer(work, settings, log)
    await wait(async () => {
      await migrate(handle)
      await withTransaction(handle.database, (trx) => syncMenu(trx, listMenuEntries(reports, dashboards)))
    })
    const passwords = await createPasswords(undefined, undefined, hashPool)
    const isNew = !(await hasAccounts(handle.database))
    const demoAccounts = isNew ? !settings.production : await hasDemoAccounts(handle.database)
    if (demoAccounts) rejectPublicDemo(settings)
    // Another server that starts at once may be storing the demo.
    // `contract` has to read records of every dataset.
    const isSeeded = ({ demo }: DatasetPlan) =>
      servesMisfits || demo === null || !('stored' in demo) || demo.stored
    const seeded = datasets.filter(isSeeded)
    if (isNew && demoAccounts) await wait(() => seedDemo(handle, seeded, passwords, clock()))
    const portalFolder = resolve(settings.portalDir)
    const hasPortal = existsSync(resolve(portalFolder, 'index.html'))
    const app = await createApp({
      ...settings,
      handle,
      reports,
      misfits: servesMisfits ? [] : misfits.map(({ report }) => report),
      datasets,
      dashboards,
      definitions,
      schedules: ofFiles,
      passwords,
      clock,
      demoAccounts,
      portalFolder: hasPortal ? portalFolder : undefined,
      renderer: renderWorker === undefined ? undefined : createThreadRenderer(renderWorker),
      settingsFile,
      // Its links need an address.
      mail: mail && portalUrl !== '' ? { ...createMailer(mail), portalUrl, domains } : undefined,
      diskSpace:
        settings.databaseUrl === undefined
          ? monitorDiskSpace(settings.dataDir, settings.minFreeMb * 1024 * 1024)
          : undefined,
      log: { level: settings.logLevel, stream: log },
      readinessChecks: [checkLog(log)],
    })
    if (!hasPortal) app.log.warn({ portalFolder }, 'there is no portal in PORTAL_DIR: only the API is served')
    const roles = (settings.oidc?.roles ?? []).map(([, role]) => role)
    for (const role of await listUnknownRoles(handle.database, roles))
      app.log.warn({ role }, 'OIDC_ROLES_FILE names a role that does not exist')
    for (const { report, errors } of misfits) {
      for (const error of errors) app.log.error({ report }, formatDiagnostic(error))
    }
    for (const warning of [...warnings, ...ofFiles.warnings]) app.log.warn(formatDiagnostic(warning))
    for (const folder of [settings.dashboardsDir, settings.schedulesDir]) {
      if (!existsSync(folder)) app.log.warn({ folder }, 'there is no such folder of definitions')
    }
    const fingerprint = resolve(portalFolder, FINGERPRINT_FILE)
    if (existsSync(fingerprint) && readFileSync(fingerprint, 'utf8') !== formatFingerprint(reports))
      app.log.warn({ portalFolder, reportsDir: settings.reportsDir }, OTHER_REPORTS)
    const close = () => app.close().then(closeDatabase)
    return { app, demoAccounts, hasAccounts: !isNew || demoAccounts, close }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Returns the app of the development server: the API and the settings file; Vite serves the portal's files. */
export async function startDevApp(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<RunningServer> {
  const settings = parseSettings(
    { LOG_LEVEL: 'warn', ...environment, PORTAL_DIR: join(root, 'public') },
    root,
  )
  const clock = () => new Date()
  const log = openErrorLog(clock)
  return startServer(settings, {
    clock,
    log,
    hashWorker: join(root, 'src', 'server', 'identity', 'passwords', 'hash-pool.ts'),
    renderWorker: join(root, 'src', 'server', 'delivery', 'render-worker.ts'),
  })
}

const OTHER_REPORTS =
  'the portal was built from other report definitions than the server reads; build it with the REPORTS_DIR of the server'

/** Runs work of the start, and again while a database server is still starting or lets another process finish. */
async function waitForServer<T>(
  work: () => Promise<T>,
  { databaseUrl, databaseWaitSeconds }: ServerSettings,
  log: Pick<LogDestination, 'write'>,
): Promise<T> {
  if (databaseUrl === undefined) return work()
  return waitForDatabase(work, {
    url: databaseUrl,
    timeoutMs: databaseWaitSeconds * 1000,
    log: (message) => log.write(`${message}\n`),
  })
}

/** Throws if demo accounts, whose password is public, would be served in production or to other machines. */
function rejectPublicDemo({ production, host, dataDir, databaseUrl }: ServerSettings): void {
  const [owner, other] =
    databaseUrl === undefined
      ? [`the data folder ${resolve(dataDir)}`, 'another one by DATA_DIR']
      : ['the database of DATABASE_URL', 'another one']
  if (production) throw new Error(`${owner} contains demo accounts; name ${other} for production`)
  if (!isLoopback(host)) {
    throw new Error(
      `HOST ${host} would open the demo accounts in ${owner} to other machines; use HOST=127.0.0.1, or NODE_ENV=production with a database of its own`,
    )
  }
}
