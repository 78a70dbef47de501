import type { FastifyRequest } from 'fastify'
import { IdParams } from '../../../../schemas/api/parameters.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import {
  CreateViewRequest,
  MAX_VIEWS,
  SavedView,
  UpdateViewRequest,
  type ViewForm,
} from '../../../../schemas/api/view.ts'
import { getCurrentUser, getRights, transactAsOwner } from '../../identity/access/authorization.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { byId, created, forEveryone, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'

const One = envelope(SavedView)
const SAVED = 'View saved successfully!'

/** Serves the caller's own views. A view of a report that the caller may no longer open is kept, and not listed. */
export function viewRoutes(app: RouteApp, deps: DataDeps): void {
  const listOpen = (request: FastifyRequest) => listOpenReports(deps.reports, getRights(request))
  /** Finds the report of an address. Throws 400 unless the caller may open it. */
  const requireReport = (request: FastifyRequest, address: string): string => {
    const { pathname } = new URL(address, 'http://portal')
    const report = deps.reports.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    if (report === undefined || !listOpen(request).includes(report))
      throw http.badRequest('No report that you may open has this address.')
    return report.id
  }
  /** Stores a view, whose name no other view of the user has. */
  const save = (request: FastifyRequest, { name, address, isDefault }: ViewForm, id: number | null) => {
    const report = requireReport(request, address)
    return transactAsOwner(deps, request, async (trx, user) => {
      const views = await listViews(trx, user)
      if (id === null && views.length >= MAX_VIEWS)
        throw http.conflict(`You have ${MAX_VIEWS} views. Remove one of them first.`)
      if (id !== null && views.every((view) => view.id !== id)) throw http.notFound('There is no such view.')
      if (views.some((view) => view.name === name && view.id !== id))
        throw http.conflict('You have a view of this name. Choose another one.')
      return storeView(trx, user, { report, name, address, isDefault }, id)
    })
  }
  app.get(
    '/v1/views',
    forEveryone('listViews', "The caller's views, by name", listEnvelope(SavedView)),
    async (request) => {
      const open = new Set(listOpen(request).map(({ id }) => id))
      const views = await listViews(deps.database, getCurrentUser(request).userId)
      return http.toListEnvelope(views.filter(({ report }) => open.has(report)))
    },
  )
  app.post(
    '/v1/views',
    forEveryone('createView', 'Names a view of a report', created(One), { body: CreateViewRequest }),
    async (request, reply) =>
      reply.code(201).send(http.toRecordEnvelope(await save(request, request.body, null), SAVED)),
  )
  app.put(
    '/v1/views/:id',
    forEveryone('updateView', "Changes one of the caller's views", One, {
      params: IdParams,
      body: UpdateViewRequest,
    }),
    async (request) => {
      const { params, body } = request
      http.checkSameId(params.id, body.id)
      return http.toRecordEnvelope(await save(request, body, params.id), SAVED)
    },
  )
  app.delete(
    '/v1/views/:id',
    forEveryone('deleteView', "Removes one of the caller's views", EmptyEnvelope, byId),
    async (request) => {
      const { numDeletedRows } = await transactAsOwner(deps, request, (trx, user) => {
        const views = trx.deleteFrom('views').where('user_id', '=', user)
        return views.where('id', '=', request.params.id).executeTakeFirst()
      })
      if (numDeletedRows === 0n) throw http.notFound('There is no such view.')
      return http.toEmptyEnvelope('View removed successfully!')
    },
  )
}

async function listViews(db: Connection, user: number): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('views')
    .select(['id', 'report', 'name', 'address', 'is_default'])
    .where('user_id', '=', user)
    .execute()
  return rows
    .map(({ is_default, ...view }) => ({ ...view, isDefault: is_default === 1 }))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'))
}

/** Inserts a view, or replaces the one with an id. A default one takes that from the others of its report. */
async function storeView(
  db: Connection,
  user: number,
  { isDefault, ...view }: Omit<SavedView, 'id'>,
  id: number | null,
): Promise<SavedView> {
  if (isDefault) {
    const others = db.updateTable('views').set({ is_default: 0 })
    await others.where('user_id', '=', user).where('report', '=', view.report).execute()
  }
  const row = { ...view, user_id: user, is_default: isDefault ? 1 : 0 }
  if (id !== null) {
    await db.updateTable('views').set(row).where('id', '=', id).execute()
    return { id, ...view, isDefault }
  }
  const added = await db.insertInto('views').values(row).returning('id').executeTakeFirstOrThrow()
  return { id: added.id, ...view, isDefault }
}
