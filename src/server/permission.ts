import type { FastifySchema } from 'fastify'
import type { SessionHolder } from './repositories/sessions.ts'
import type { Moment } from './database/memory.ts'

/**
 * Who may call a route; every route says it in its `config`, or it is not registered.
 * `public`: anyone. `session`: whoever is signed in. A list of ids: who holds them all.
 * `report`: who holds the id of a definition that names the call (R66). `report-write`: id 2 as well (R26).
 */
export type Permission = 'public' | 'session' | 'report' | 'report-write' | readonly [number, ...number[]]

/** The id that administration needs (spec §6). */
export const ADMINISTRATION = 2
/** The id that dashboards need (R42). */
export const DASHBOARD = 11
/** The id of the Reports menu, below which every definition's entry stands. */
export const REPORTS = 13

/** Whether a method may change what is stored. */
export function isWrite(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** A registered route, what it asks for and what it says of itself: the material of the authorisation matrix. */
export interface RouteEntry {
  readonly method: string
  readonly url: string
  readonly permission: Permission
  readonly schema: FastifySchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    /** Whether the call is refused while there is no room for more records; else its method says it. */
    needsRoom?: boolean
  }
  interface FastifyRequest {
    caller: SessionHolder | null
    /** The last commit when the request was let in. */
    moment: Moment
  }
  interface FastifyInstance {
    /** Every route of the app, in the order of registration. */
    routeEntries: readonly RouteEntry[]
  }
}
