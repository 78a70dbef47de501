import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { type App, createApp } from './app.ts'
import { claimDataFolder } from './database/data-folder.ts'
import { migrate } from './database/migrate.ts'
import { openSqlite } from './database/sqlite.ts'
import { seedDemo } from './demo/seed.ts'
import { syncMenu } from './menu-sync.ts'
import { loadReports } from './reports/load.ts'
import { hasAccounts, hasDemoAccounts } from './repositories/accounts.ts'
import { createPasswords } from './security/passwords.ts'
import type { ServerSettings } from './settings.ts'

export interface RunningApp {
  readonly app: App
  readonly demoAccounts: boolean
  /** Finishes what is running, closes the database and gives the data folder back. */
  readonly close: () => Promise<void>
}

interface Surroundings {
  readonly clock: () => Date
  readonly logStream: Writable
}

/** Builds the app on its data folder: lock, schema, menu, demo. Throws with a message for whoever starts it. */
export async function startApp(
  settings: ServerSettings,
  { clock, logStream }: Surroundings,
): Promise<RunningApp> {
  const reports = loadReports(settings.reportsDir)
  const release = claimDataFolder(settings.dataDir)
  const engine = openSqlite(settings.dataDir)
  try {
    await migrate(engine)
    await syncMenu(engine.database, reports)
    const passwords = await createPasswords()
    const isNew = !(await hasAccounts(engine.database))
    const demoAccounts = isNew ? !settings.production : await hasDemoAccounts(engine.database)
    if (demoAccounts) refuseOpenDoor(settings)
    if (isNew && demoAccounts) await seedDemo(engine, passwords, clock())
    const portalFolder = resolve(settings.portalDir)
    const app = await createApp({
      engine,
      reports,
      passwords,
      clock,
      sessions: { hours: settings.sessionHours, idleMinutes: settings.sessionIdleMinutes },
      production: settings.production,
      demoAccounts,
      ...(existsSync(resolve(portalFolder, 'index.html')) ? { portalFolder } : {}),
      settingsFile: resolve(portalFolder, 'settings.properties'),
      allowedOrigins: settings.allowedOrigins,
      ...(settings.trustedProxies.length > 0 ? { trustedProxies: settings.trustedProxies } : {}),
      log: { level: settings.logLevel, stream: logStream },
    })
    const close = async () => {
      await app.close()
      await engine.close()
      release()
    }
    return { app, demoAccounts, close }
  } catch (error) {
    await engine.close()
    release()
    throw error
  }
}

/** Accounts with a known password are for one machine and for trying out (R69). */
function refuseOpenDoor({ production, beyondLoopback, host, dataDir }: ServerSettings): void {
  const folder = resolve(dataDir)
  if (production) {
    throw new Error(
      `the data folder ${folder} holds demo accounts; name another one by DATA_DIR for production`,
    )
  }
  if (beyondLoopback) {
    throw new Error(
      `HOST ${host} would open the demo accounts of ${folder} to other machines; use HOST=127.0.0.1, or NODE_ENV=production with a data folder of its own`,
    )
  }
}
