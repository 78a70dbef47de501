import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Report } from '../report/plan.ts'
import { type App, createApp } from './app.ts'
import { lockDataDir } from './database/data-dir-lock.ts'
import { watchDataDir } from './http/data-dir-watch.ts'
import type { DatabaseHandle } from './database/handle.ts'
import { migrate } from './database/migrate.ts'
import { openDatabaseHandle } from './database/open.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { withTransaction } from './database/transaction.ts'
import { seedDemo } from './demo/accounts.ts'
import { syncMenu } from './permissions/menu-sync.ts'
import { checkLog, type LogDestination } from './http/log-destination.ts'
import { loadDatasets, loadReports } from '../definition/load.ts'
import { logOrphans } from './datasets/orphans.ts'
import { hasAccounts, hasDemoAccounts } from './users/accounts.ts'
import { monitorDiskSpace } from './http/disk-space.ts'
import { createPasswords } from './auth/passwords.ts'
import type { ServerSettings } from './config.ts'
import { createWorkerPool } from './workbook/worker-pool.ts'

export interface RunningServer {
  readonly app: App
  readonly demoAccounts: boolean
  /** Whether there is anybody who could sign in. */
  readonly hasAccounts: boolean
  /** Resolves when the data folder has been gone for so long that the process should end. */
  readonly dataFolderLost: Promise<void>
  /** Finishes what is running, closes the database and gives the data folder back. */
  readonly close: () => Promise<void>
}

interface Surroundings {
  readonly clock: () => Date
  readonly log: Pick<LogDestination, 'write' | 'fault'>
  /** The program of the workers that build workbooks; without one they are built in this thread. */
  readonly workbookWorker?: string
}

/** Builds the app on its database: lock, schema, menu, demo. Throws with a message for whoever starts it. */
export async function startServer(
  settings: ServerSettings,
  { clock, log, workbookWorker }: Surroundings,
): Promise<RunningServer> {
  // Whether they fit each other is for `check` and the build: the API also answers what no report asks.
  const reports = loadReports(settings.reportsDir)
  const datasets = loadDatasets(settings.datasetsDir)
  // Any number of processes may stand before a database server; a file has one.
  const release = settings.databaseUrl === undefined ? lockDataDir(settings.dataDir) : () => undefined
  const engine = openDatabaseHandle(settings)
  try {
    await prepareDatabase(engine, reports, settings, log)
    const passwords = await createPasswords()
    const isNew = !(await hasAccounts(engine.database))
    const demoAccounts = isNew ? !settings.production : await hasDemoAccounts(engine.database)
    if (demoAccounts) refuseOpenDoor(settings)
    if (isNew && demoAccounts) await seedDemo(engine, datasets, passwords, clock())
    const portalFolder = resolve(settings.portalDir)
    const app = await createApp({
      engine,
      reports,
      datasets,
      passwords,
      clock,
      sessions: { hours: settings.sessionHours, idleMinutes: settings.sessionIdleMinutes },
      production: settings.production,
      demoAccounts,
      ...(existsSync(resolve(portalFolder, 'index.html')) ? { portalFolder } : {}),
      ...(workbookWorker === undefined
        ? {}
        : {
            workbookBuilder: createWorkerPool({
              file: workbookWorker,
              location: settings,
              dataFiles: engine.dataFiles,
            }),
          }),
      settingsFile: resolve(portalFolder, 'settings.properties'),
      allowedOrigins: settings.allowedOrigins,
      ...(settings.trustedProxies.length > 0 ? { trustedProxies: settings.trustedProxies } : {}),
      ...(settings.databaseUrl === undefined
        ? { room: monitorDiskSpace(settings.dataDir, settings.minFreeMb * 1024 * 1024) }
        : {}),
      log: { level: settings.logLevel, stream: log },
      readinessChecks: [checkLog(log)],
    })
    let stopWatch: () => void = () => undefined
    const dataFolderLost = new Promise<void>((lost) => {
      stopWatch = watchDataDir(engine, app.log, lost)
    })
    const stopWarning = logOrphans(engine.database, datasets, app.log)
    const close = async () => {
      stopWatch()
      await app.close()
      await stopWarning()
      await engine.close()
      release()
    }
    return { app, demoAccounts, hasAccounts: !isNew || demoAccounts, dataFolderLost, close }
  } catch (error) {
    await engine.close()
    release()
    throw error
  }
}

/** Brings schema and menu up to date; a database server may still be starting. */
async function prepareDatabase(
  engine: DatabaseHandle,
  reports: readonly Report[],
  { databaseUrl, databaseWaitSeconds }: ServerSettings,
  log: Pick<LogDestination, 'write'>,
): Promise<void> {
  const prepare = async () => {
    await migrate(engine)
    await withTransaction(engine.database, (trx) => syncMenu(trx, reports))
  }
  if (databaseUrl === undefined) return prepare()
  await waitForDatabase(prepare, {
    url: databaseUrl,
    patienceMs: databaseWaitSeconds * 1000,
    tell: (message) => log.write(`${message}\n`),
  })
}

/** Accounts with a known password are for one machine and for trying out. */
function refuseOpenDoor({ production, beyondLoopback, host, dataDir, databaseUrl }: ServerSettings): void {
  const [holder, other] =
    databaseUrl === undefined
      ? [`the data folder ${resolve(dataDir)}`, 'another one by DATA_DIR']
      : ['the database of DATABASE_URL', 'another one']
  if (production) throw new Error(`${holder} holds demo accounts; name ${other} for production`)
  if (beyondLoopback) {
    throw new Error(
      `HOST ${host} would open the demo accounts in ${holder} to other machines; use HOST=127.0.0.1, or NODE_ENV=production with a database of its own`,
    )
  }
}
