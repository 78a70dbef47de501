import { z } from 'zod'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { DataVersion } from '../database/version-cache.ts'
import { isWrite } from './requests.ts'
import { IdParams, PageQuery } from '../../../../schemas/api/parameters.ts'

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

/** Validates the requests of its routes by the zod schemas that they declare. */
export type RouteApp = Parameters<FastifyPluginAsyncZod>[0]

const { roles, reports } = portalPermissions

type Returns = z.core.$ZodType | { readonly 201: z.core.$ZodType } | null
type ResponseOf<R extends Returns> = R extends z.core.$ZodType ? { 200: R } : R extends null ? object : R

/** What a call about one record accepts, and one about a page of a list. */
export const byId = { params: IdParams }
export const byPage = { querystring: PageQuery }

export const created = <R extends z.core.$ZodType>(returns: R) => ({ 201: returns })

/** Declares a call: who may make it, its name and purpose in the OpenAPI document, what it returns, and what it accepts. */
export function declareCall<R extends Returns, const Schema extends FastifySchema = object>(
  access: Permission | (FastifyContextConfig & { readonly permission: Permission }),
  operationId: string,
  summary: string,
  returns: R,
  schema?: Schema,
) {
  const config = typeof access === 'object' && 'permission' in access ? access : { permission: access }
  const response = returns === null ? {} : returns instanceof z.core.$ZodType ? { 200: returns } : returns
  return {
    config,
    schema: { operationId, summary, response: response as ResponseOf<R>, ...(schema as Schema) },
  }
}

type Declare = <R extends Returns, const Schema extends FastifySchema = object>(
  operationId: string,
  summary: string,
  returns: R,
  schema?: Schema,
) => ReturnType<typeof declareCall<R, Schema>>

export const forEveryone: Declare = (...call) => declareCall('session', ...call)

export const forAdministrators: Declare = (...call) => declareCall([roles.id], ...call)

/** Says whether a call changes what administrators manage. */
export const isAdministration = (method: string, permission: Permission | undefined): boolean =>
  isWrite(method) && Array.isArray(permission) && permission.includes(roles.id)

/** Lists the menu ids that a caller needs: each of `all`, and one of `any` if it is set. */
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

export interface RouteEntry {
  readonly method: string
  readonly url: string
  readonly permission: Permission
  readonly partOf?: readonly string[] | undefined
  readonly isOpenBeforePasswordChange?: boolean | undefined
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
    /** The data version when the request was authorized. */
    dataVersion: DataVersion
  }
  interface FastifyInstance {
    /** Every route of the app, in the order of registration. */
    routeEntries: readonly RouteEntry[]
  }
}
