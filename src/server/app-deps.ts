import type { DatasetPlan } from '../definition/datasets/dataset-plan.ts'
import type { DatabaseHandle, Database } from './database/handle.ts'
import type { FastifyRequest } from 'fastify'
import type { AuditEvents, History, RequestEvent } from './http/audit.ts'
import type { WorkQueue } from './work-queue.ts'
import type { Report } from '../report/plan.ts'
import type { LogDestination } from './http/logging.ts'
import type { ReadinessCheck } from './http/health.ts'
import type { DiskSpace } from './http/data-folder.ts'
import type { SocketLimits } from './http/connection-limits.ts'
import type { WorkbookBuilder, Workbooks } from './workbook/workbooks.ts'

/** Hashes and verifies passwords. */
export interface Passwords {
  /** Runs work that hashes: few at once and a bounded number waiting. Throws `QueueFullError` beyond that (S6). */
  readonly queue: WorkQueue
  /** The delay of a rejection without hashing, in milliseconds; it slows down clients that retry at once. */
  readonly refusalMs: number
  /** Hashes with Argon2id; call inside `queue`. */
  readonly hash: (password: string) => Promise<string>
  /** Verifies at equal cost with or without a stored hash (S5); call inside `queue`. */
  readonly verify: (stored: string | undefined, password: string) => Promise<boolean>
  /** Whether a stored hash has another cost than the current one. */
  readonly isOutdated: (stored: string) => boolean
}

/** How long sessions last: at most, and without use. */
export interface SessionRules {
  readonly hours: number
  readonly idleMinutes: number
}

/** When each session was last used in this process. */
export interface SessionActivity {
  /** Records that a session was used; stored later, together with the uses of other sessions. */
  readonly record: (sessionId: string, at: Date) => void
  /** When a session was last used: the stored time, or a later one that this process recorded. */
  readonly lastUse: (session: { readonly sessionId: string; readonly lastUsedAt: Date }) => Date
}

/** The permissions of reports that open each route. */
export interface ReportAccess {
  /** The menu ids of reports, of which the caller needs one for the route with this pattern. Without any, no caller has access. */
  readonly idsFor: (pattern: string) => readonly number[]
}

/** Events that belong to no change of the database, such as exports and failed sign-ins. */
export interface DeferredEvents {
  /**
   * Logs an export, and stores it before it is sent, unless the account has made very many today: then that is stored
   * once. A database that is slow or rejects writes does not keep the export back: its event waits like the others.
   */
  readonly record: <E extends RequestEvent>(
    request: FastifyRequest,
    event: E,
    line: AuditEvents[E],
    history?: History,
  ) => Promise<void>
  /**
   * Logs a wrong password, and stores it if the account exists and has not failed too often today: strangers must not
   * fill the table. No response waits for the database, so that times do not show which accounts exist (S5).
   */
  readonly recordFailure: (
    request: FastifyRequest,
    event: 'sign-in failed' | 'sign-in refused' | 'password change failed',
    account: string | null,
  ) => void
  /** Stores the waiting events now. Failures are logged: the events wait for the next time. */
  readonly flush: () => Promise<void>
}

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
