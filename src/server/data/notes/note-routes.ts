import type { FastifyReply, FastifyRequest } from 'fastify'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { Note } from '../../../../schemas/api/note.ts'
import { IdParams } from '../../../../schemas/api/parameters.ts'
import { CreateNoteRequest, NotesQuery, UpdateNoteRequest } from '../../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { getCurrentUser, getRights, transactAsCaller } from '../../identity/access/authorization.ts'
import { byId, created, declareCall, type RouteApp } from '../../platform/http/permission.ts'
import { buildDifference } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import * as http from '../../platform/http/responses.ts'
import {
  isDatasetScope,
  type NoteScopes,
  describeNote,
  formatNote,
  insertNote,
  type NoteContent,
  readNotes,
  type StoredNote,
} from './stored-notes.ts'

type Permissions = Pick<ReadonlySet<number>, 'has'>

/** The most notes of a tab of a report, and of a dataset. */
const MAX_NOTES = 1000

const One = envelope(Note)
const SAVED = 'Note saved successfully!'
const readers = [portalPermissions.reports.id] as const
const isAdministrator = (permissions: Permissions) => permissions.has(portalPermissions.roles.id)

/** Throws 403 unless something is allowed. */
function require(isAllowed: boolean): void {
  if (!isAllowed) throw new http.ForbiddenError()
}

/** Returns the scopes of a screen: its report, and its dataset if it has one. Throws 404 or 403. */
function requireScreen(key: string, permissions: Permissions, scopes: NoteScopes) {
  const screen = scopes.ofScreen(key)
  if (screen === undefined) throw http.notFound('There is no such report.')
  require(scopes.isReadable(screen[0], permissions))
  return screen
}

/** Reads a note that the caller may change: the author that of a report, administrators any. */
async function requireOwn(
  trx: Connection,
  request: FastifyRequest,
  id: number,
  permissions: Permissions,
  scopes: NoteScopes,
): Promise<StoredNote> {
  const note = await trx.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
  if (note === undefined) throw http.notFound('There is no such note.')
  const isOwn = note.author_id === getCurrentUser(request).userId && !isDatasetScope(note.scope)
  require(scopes.isReadable(note.scope, permissions) && (isOwn || isAdministrator(permissions)))
  http.checkIfMatch(request, describeNote(note))
  return note
}

function send(reply: FastifyReply, stored: StoredNote) {
  const note = formatNote(stored)
  void reply.header('etag', note.version)
  return http.toRecordEnvelope(note, SAVED)
}

const describeSubject = ({ id, scope }: StoredNote) => ({ note: id, place: scope })

/**
 * Serves notes on reports and datasets. Readers of a report may read and add its notes, and change their own; notes on a dataset
 * are written by those who may change its records.
 */
export function noteRoutes(app: RouteApp, deps: DataDeps): void {
  const { noteScopes: scopes } = deps
  const describe = (note: StoredNote, change: Readonly<Record<string, unknown>>) => ({
    subject: scopes.getName(note.scope),
    details: { ...describeSubject(note), ...change },
  })
  app.get(
    '/v1/notes',
    declareCall(readers, 'listNotes', 'The notes on a period of a report', listEnvelope(Note), {
      querystring: NotesQuery,
    }),
    async (request) => {
      const { screen, from, to } = request.query
      const places = requireScreen(screen, getRights(request), scopes)
      return http.toListEnvelope(await readNotes(deps.database, places, { first: from, last: to }))
    },
  )
  app.post(
    '/v1/notes',
    declareCall(readers, 'createNote', 'Adds a note', created(One), { body: CreateNoteRequest }),
    async (request, reply) => {
      const { body } = request
      const content = readContent(body)
      const added = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
        const [ofReport, ofDataset] = requireScreen(body.screen, permissions, scopes)
        require(body.scope === 'report' || isAdministrator(permissions))
        const scope = body.scope === 'report' ? ofReport : ofDataset
        if (scope === undefined) throw http.badRequest('The records of this report are of no dataset.')
        const notes = await trx.selectFrom('notes').select('id').where('scope', '=', scope).execute()
        if (notes.length >= MAX_NOTES)
          throw http.conflict(`There are ${MAX_NOTES} notes already. Remove some first.`)
        const { userId, username } = getCurrentUser(request)
        const note = await insertNote(trx, {
          scope,
          ...content,
          author_id: userId,
          author: username,
          created_at: deps.clock().toISOString(),
        })
        recordEvent('note created', describeSubject(note), describe(note, { after: describeNote(note) }))
        return note
      })
      return send(reply.code(201), added)
    },
  )
  app.put(
    '/v1/notes/:id',
    declareCall(readers, 'updateNote', 'Replaces a note', One, {
      params: IdParams,
      body: UpdateNoteRequest,
    }),
    async (request, reply) => {
      const { params, body } = request
      http.checkSameId(params.id, body.id)
      const content = readContent(body)
      const changed = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
        const before = await requireOwn(trx, request, params.id, permissions, scopes)
        const change = {
          changed_by: getCurrentUser(request).username,
          changed_at: deps.clock().toISOString(),
        }
        const changing = trx.updateTable('notes').set({ ...content, ...change })
        const after = await changing.where('id', '=', params.id).returningAll().executeTakeFirstOrThrow()
        const difference = buildDifference(describeNote(before), describeNote(after))
        recordEvent('note updated', describeSubject(after), describe(after, difference))
        return after
      })
      return send(reply, changed)
    },
  )
  app.delete(
    '/v1/notes/:id',
    declareCall(readers, 'deleteNote', 'Removes a note', EmptyEnvelope, byId),
    async (request) => {
      const { id } = request.params
      await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
        const note = await requireOwn(trx, request, id, permissions, scopes)
        await trx.deleteFrom('notes').where('id', '=', id).execute()
        recordEvent('note deleted', describeSubject(note), describe(note, { before: describeNote(note) }))
      })
      return http.toEmptyEnvelope('Note deleted successfully!')
    },
  )
}

/** Returns the columns of what a body says. Throws 400 if it ends before it begins. */
function readContent({ from, to, row, text }: Pick<Note, 'from' | 'to' | 'row' | 'text'>): NoteContent {
  // An hour of the last day is within it.
  if (from.slice(0, to.length) > to) throw http.badRequest('The note ends before it begins.')
  return { first_moment: from, last_moment: to, name: row, text }
}
