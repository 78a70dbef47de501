import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { SessionUser } from '../accounts/sessions.ts'
import type { StoredPermission } from '../accounts/permissions.ts'
import type { DataVersion } from '../database/version-cache.ts'
import { isWrite } from '../http/requests.ts'

/**
 * Who may call a route. A route without it in its `config` is not registered.
 * `public`: anyone. `session`: any signed-in user. A list of ids: users with all of them.
 * `report`: users with id 13 and the id of a definition whose data or download URL matches the route.
 * `report-options`: the same for the URL of an option list. `report-write`: as `report`, and id 2.
 */
export type Permission =
  | 'public'
  | 'session'
  | 'report'
  | 'report-options'
  | 'report-write'
  | readonly [number, ...number[]]

const { roles, reports } = portalPermissions

/** Declares a route by its configuration and its schema. */
export const withConfig = <const Schema extends FastifySchema>(
  config: FastifyContextConfig & { readonly permission: Permission },
  schema: Schema,
) => ({ config, schema })

/** Declares a route by who may call it and its schema. */
export const withPermission = <const Schema extends FastifySchema>(permission: Permission, schema: Schema) =>
  withConfig({ permission }, schema)

/** Declares a route of every signed-in user. */
export const forEveryone: typeof forAdministrators = (schema) => withPermission('session', schema)

/** Declares a route of administration. */
export const forAdministrators = <const Schema extends FastifySchema>(schema: Schema) =>
  withPermission([roles.id], schema)

/** Whether a call changes what administrators manage. */
export const isAdministration = (method: string, permission: Permission | undefined): boolean =>
  isWrite(method) && Array.isArray(permission) && permission.includes(roles.id)

/** The menu ids that a caller needs: each of `all`, and one of `any` if it is set. */
export interface RequiredIds {
  readonly all: readonly number[]
  readonly any?: readonly number[]
}

/** Returns the ids that a permission requires; `reportIds` are the ids of the reports that open the route. */
export function getRequiredIds(
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

/** Whether a call reads a report: its body is the same for everyone who may send the call. */
export function isReportRead(method: string, permission: Permission | undefined): boolean {
  return method === 'GET' && (permission === 'report' || permission === 'report-options')
}

/** A registered route with its permission and schema. */
export interface RouteEntry {
  readonly method: string
  readonly url: string
  readonly permission: Permission
  readonly partOf?: readonly string[]
  readonly isOpenBeforePasswordChange?: boolean
  readonly schema: FastifySchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    /** Some of its data is in another database, so that no commit of this one says when it changes. */
    isSourced?: boolean
    /**
     * The patterns of the data routes whose records this route also reads or writes, such as one by one. The reports
     * that open those routes open this one; no URL of a definition does.
     */
    partOf?: readonly string[]
    /** Whether callers may use the route who must choose a new password before anything else (spec 7.23). */
    isOpenBeforePasswordChange?: boolean
    /** Whether the route is rejected while disk space is low; by default if its method writes. */
    requiresDiskSpace?: boolean
  }
  interface FastifyRequest {
    /** The signed-in user; null on a public route. */
    currentUser: SessionUser | null
    /** The permissions of the signed-in user; undefined on a public route. */
    currentPermissions: readonly StoredPermission[] | undefined
    /** The data version when the request was authorized. */
    dataVersion: DataVersion
  }
  interface FastifyInstance {
    /** Every route of the app, in the order of registration. */
    routeEntries: readonly RouteEntry[]
  }
}
