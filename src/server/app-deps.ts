import type { DatasetPlan } from '../definition/datasets/dataset-plan.ts'
import type { DeferredEvents } from './audit/deferred-events.ts'
import type { DatabaseHandle, Database } from './database/handle.ts'
import type { ReportAccess } from './reports/access.ts'
import type { Report } from '../report/plan.ts'
import type { LogDestination } from './http/logging.ts'
import type { Passwords } from './auth/passwords.ts'
import type { ReadinessCheck } from './http/health.ts'
import type { DiskSpace } from './http/data-folder.ts'
import type { SessionActivity } from './auth/session-upkeep.ts'
import type { SessionRules } from './auth/sessions.ts'
import type { SocketLimits } from './http/connection-limits.ts'
import type { WorkbookBuilder, Workbooks } from './workbook/workbooks.ts'

/** The dependencies and settings of an app, which itself reads nothing from the environment. */
export interface AppOptions {
  readonly handle: DatabaseHandle
  readonly reports: readonly Report[]
  /** The datasets that are stored and served. */
  readonly datasets: readonly DatasetPlan[]
  readonly passwords: Passwords
  readonly clock: () => Date
  readonly sessions: SessionRules
  /** For how many days the history is stored. */
  readonly auditDays: number
  readonly production: boolean
  /** Whether the database contains the demo accounts, whose password is public. */
  readonly demoAccounts: boolean
  /** The folder of the built portal; without one only the API is served. */
  readonly portalFolder?: string
  /** The settings file of the portal; served with the lines that the server adds. */
  readonly settingsFile?: string
  readonly allowedOrigins?: readonly string[]
  /** The proxies that may name the client: addresses or ranges as Fastify accepts them. */
  readonly trustedProxies?: readonly string[]
  /** Limits of connections that differ from the default. */
  readonly sockets?: Partial<SocketLimits>
  /** Returns the network in which an address is counted; `limitedNetwork` by default. */
  readonly getNetwork?: (address: string) => string | undefined
  /** The checks of `/readyz` besides the database and the disk. */
  readonly readinessChecks?: readonly ReadinessCheck[]
  /** The disk space of the records; undefined if they are on another machine. */
  readonly diskSpace?: DiskSpace
  /** Builds the workbooks; closed with the app. Without one they are built in this thread. */
  readonly workbookBuilder?: WorkbookBuilder
  readonly log?: { readonly level: string; readonly stream: Pick<LogDestination, 'write'> }
}

/** The dependencies of routes and hooks. */
export interface AppDeps extends AppOptions {
  readonly database: Database
  readonly reportAccess: ReportAccess
  readonly workbooks: Workbooks
  /** The name of the portal in its settings file. */
  readonly getProductName: () => string
  readonly activity: SessionActivity
  readonly deferredEvents: DeferredEvents
}
