import type { DatasetPlan } from '../definition/datasets/dataset-plan.ts'
import type { DatabaseHandle, Database } from './database/handle.ts'
import type { ReportAccess } from './reports/access.ts'
import type { Report } from '../report/plan.ts'
import type { LogDestination } from './http/log-destination.ts'
import type { Passwords } from './auth/passwords.ts'
import type { ReadinessCheck } from './http/readiness.ts'
import type { DiskSpace } from './http/disk-space.ts'
import type { SessionActivity } from './auth/session-activity.ts'
import type { SessionRules } from './auth/session-lifetime.ts'
import type { SocketLimits } from './http/connection-limits.ts'
import type { WorkbookBuilder, Workbooks } from './workbook/workbooks.ts'

/** What an app is made of; nothing in it is read from the surroundings. */
export interface AppOptions {
  readonly engine: DatabaseHandle
  readonly reports: readonly Report[]
  /** What is stored and served of the reports' data. */
  readonly datasets: readonly DatasetPlan[]
  readonly passwords: Passwords
  readonly clock: () => Date
  readonly sessions: SessionRules
  readonly production: boolean
  /** Whether the database holds the accounts whose password everyone knows. */
  readonly demoAccounts: boolean
  /** The folder of the built portal; without one only the calls are served. */
  readonly portalFolder?: string
  /** The settings file that the portal reads; served as it is, with what the server adds. */
  readonly settingsFile?: string
  readonly allowedOrigins?: readonly string[]
  /** Which proxies may name the client: addresses or ranges as Fastify takes them. */
  readonly trustedProxies?: readonly string[]
  /** Limits of connections other than the usual ones. */
  readonly sockets?: Partial<SocketLimits>
  /** By which network the connections of an address are counted, other than the usual way. */
  readonly networkOf?: (address: string) => string | undefined
  /** What `/readyz` checks besides the database and the disk. */
  readonly readinessChecks?: readonly ReadinessCheck[]
  /** The room that records need; undefined where they lie on another machine. */
  readonly room?: DiskSpace
  /** What builds workbooks; closed with the app. Without one they are built in this thread. */
  readonly workbookBuilder?: WorkbookBuilder
  readonly log?: { readonly level: string; readonly stream: Pick<LogDestination, 'write'> }
}

/** What routes and hooks get. */
export interface AppDeps extends Omit<AppOptions, 'engine'> {
  readonly engine: DatabaseHandle
  readonly database: Database
  readonly reportAccess: ReportAccess
  readonly workbooks: Workbooks
  readonly activity: SessionActivity
}
