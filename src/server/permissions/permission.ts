import type { FastifySchema } from 'fastify'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import type { SessionHolder } from '../auth/sessions.ts'
import type { DataVersion } from '../database/version-cache.ts'

/**
 * Who may call a route; every route says it in its `config`, or it is not registered.
 * `public`: anyone. `session`: whoever is signed in. A list of ids: who holds them all.
 * `report`: who holds id 13 and the id of a definition whose data or download URL is the call.
 * `report-options`: the same where an option list of the definition is the call. `report-write`: id 2 as well.
 */
export type Permission =
  | 'public'
  | 'session'
  | 'report'
  | 'report-options'
  | 'report-write'
  | readonly [number, ...number[]]

const { roles, reports } = portalPermissions

/** The menu ids that a caller must hold: each of `all`, and one of `any` where it is given. */
export interface RequiredIds {
  readonly all: readonly number[]
  readonly any?: readonly number[]
}

/** What a permission requires; `reportIds` are the ids of the reports that open the call. */
export function requiredIds(
  permission: Exclude<Permission, 'public' | 'session'>,
  reportIds: readonly number[],
): RequiredIds {
  switch (permission) {
    case 'report':
    case 'report-options':
      return { all: [reports.id], any: reportIds }
    case 'report-write':
      return { all: [roles.id, reports.id], any: reportIds }
    default:
      return { all: permission }
  }
}

/** Whether a method may change what is stored. */
export function isWrite(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** A registered route, what it asks for and what it says of itself: the material of the authorisation matrix. */
export interface RouteEntry {
  readonly method: string
  readonly url: string
  readonly permission: Permission
  readonly partOf?: readonly string[]
  readonly schema: FastifySchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    /**
     * The patterns of the data routes whose records the call reads or writes in another form, such as one by one:
     * the reports that open those open this call, and no URL of a definition does.
     */
    partOf?: readonly string[]
    /** Whether the call is refused while there is no room for more records; else its method says it. */
    requiresDiskSpace?: boolean
  }
  interface FastifyRequest {
    caller: SessionHolder | null
    /** The last commit when the request was let in. */
    dataVersion: DataVersion
  }
  interface FastifyInstance {
    /** Every route of the app, in the order of registration. */
    routeEntries: readonly RouteEntry[]
  }
}
