import { ConfirmedImportQuery, ImportQuery, ListedImport } from '../../../../schemas/api/import-calls.ts'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { ImportDone, ImportPreview, ImportTable, MAX_IMPORT_BYTES } from '../../../../schemas/api/imports.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { FileError } from '../../../reading/errors.ts'
import { getCurrentUser, transactAsCaller } from '../../identity/access/authorization.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import type { RecordEvent } from '../../platform/history/request-events.ts'
import { byId, byPage, declareCall, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { describePreview, formatMessage } from './import-preview.ts'
import { OptionError, parseOptions } from './import-options.ts'
import type { ImportReader } from './import-reader.ts'
import { compareImport, type ImportContext, undoImport, UndoError, writeImport } from './import-service.ts'
import { listTables, listImports } from './stored-imports.ts'
import { buildTargets, type ImportTarget } from './import-target.ts'
import { z } from 'zod'
import { watchClient } from '../../platform/http/requests.ts'
import { getErrorCode } from '../../platform/database/errors.ts'

const { roles, data } = portalPermissions
const right = [roles.id, data.id] as const

/** Serves the tables and files that people import, the imports, and their ends. */
export async function importRoutes(app: RouteApp, deps: DataDeps, reader: ImportReader): Promise<void> {
  const { database, datasets, reports, clock } = deps
  const targets = buildTargets({ datasets, reports }).filter(
    ({ dataset: { from, source } }) => from === null && source === null,
  )
  app.get(
    '/v1/imports/tables',
    declareCall(
      right,
      'listImportTables',
      'The tables into which files can be imported',
      listEnvelope(ImportTable),
    ),
    async () => http.toListEnvelope(await withSnapshot(database, (db) => listTables(db, targets))),
  )
  app.get(
    '/v1/imports',
    declareCall(right, 'listImports', 'The imports, the latest first', listEnvelope(ListedImport), byPage),
    async ({ query }) => http.toPageEnvelope(await withSnapshot(database, (db) => listImports(db, query))),
  )
  app.post(
    '/v1/imports/:id/undo',
    declareCall(right, 'undoImport', 'Undoes an import as a whole', EmptyEnvelope, byId),
    async (request) => {
      const { id } = request.params
      try {
        await transactAsCaller(deps, request, (trx, _, recordEvent) =>
          undoImport(trx, datasets, id, createContext(clock(), request, recordEvent)),
        )
      } catch (error) {
        throw error instanceof UndoError ? http.conflict(`Nothing was undone: ${error.message}.`) : error
      }
      return http.toEmptyEnvelope(`Import ${id} undone successfully!`)
    },
  )
  const readUpload = createUploadReader(deps, targets, reader)
  await app.register(async (uploads: RouteApp) => uploadRoutes(uploads, deps, readUpload))
}

/** Creates the contexts of a request that imports or undoes. */
const createContext =
  (now: Date, request: FastifyRequest, recordEvent: RecordEvent) =>
  (dataset: DatasetPlan): ImportContext => ({
    author: getCurrentUser(request).username,
    now,
    recordEvent: (event, details) => recordEvent(event, details, { subject: dataset.title, details }),
  })

type UploadReader = ReturnType<typeof createUploadReader>

/** Creates the function that finds the target of a file that was sent, parses its options and reads it. Throws 400 and 404. */
const createUploadReader =
  ({ datasets, reports }: DataDeps, targets: readonly ImportTarget[], reader: ImportReader) =>
  async (query: z.output<typeof ImportQuery>, body: unknown, reply: FastifyReply) => {
    const target = targets.find(({ dataset }) => dataset.id === query.dataset)
    if (target === undefined) throw http.notFound('There is no such table.')
    if (!/\.(?:csv|xlsx)$/i.test(query.file)) throw http.badRequest('The file must be .csv or .xlsx.')
    if (!Buffer.isBuffer(body)) throw http.badRequest('The file is empty.')
    const options = readOptions(target, query)
    const file = { name: query.file, bytes: new Uint8Array(body) }
    const task = { datasets, reports, dataset: target.dataset.id, file, options }
    const result = await runReader(reader, task, watchClient(reply))
    return { target, options, result }
  }

/** Serves the routes whose body is a file: what it contains and would change, and its import. */
function uploadRoutes(uploads: RouteApp, deps: DataDeps, readUpload: UploadReader): void {
  const { database, clock } = deps
  registerUploads(uploads)
  uploads.post(
    '/v1/imports/preview',
    {
      ...declareCall(
        right,
        'previewImport',
        'What a file contains and would change; its body is the file',
        envelope(ImportPreview),
        { querystring: ImportQuery },
      ),
      bodyLimit: MAX_IMPORT_BYTES,
    },
    async (request, reply) => {
      const { target, options, result } = await readUpload(request.query, request.body, reply)
      const { file } = result
      const applied =
        file === null
          ? null
          : await withSnapshot(database, (db) => compareImport(db, target, file, options, clock()))
      return http.toRecordEnvelope(describePreview(target, result, applied))
    },
  )
  uploads.post(
    '/v1/imports',
    {
      ...declareCall(right, 'importFile', 'Imports a file, which is its body', envelope(ImportDone), {
        querystring: ConfirmedImportQuery,
      }),
      bodyLimit: MAX_IMPORT_BYTES,
    },
    async (request, reply) => {
      const { target, options, result } = await readUpload(request.query, request.body, reply)
      const { file, errors } = result
      if (file === null) throw http.badRequest(`Nothing was imported: ${formatMessage(errors[0] ?? '')}.`)
      const { done, warnings } = await transactAsCaller(deps, request, async (trx, _, recordEvent) => {
        const context = createContext(clock(), request, recordEvent)(target.dataset)
        const { number, outcome, warnings } = await writeImport(trx, target, file, options, context)
        const { added, replaced, removed } = outcome
        if ([added, replaced, removed].join(',') !== request.query.changes)
          throw http.conflict('The stored records have changed. Look at the difference again.')
        if (number === null) throw http.conflict('The file changes nothing.')
        return { done: { id: number, ...outcome }, warnings }
      }).catch((error: unknown) => {
        if (!(error instanceof FileError)) throw error
        throw http.conflict(`Nothing was imported: ${formatMessage(error.lines()[0] ?? '')}.`)
      })
      const told = warnings.map((line) => ` Warning: ${formatMessage(line)}.`).join('')
      return http.toRecordEnvelope(done, `Import ${done.id} stored successfully!${told}`)
    },
  )
}

/** Parses the options of a query. Throws 400. */
function readOptions(
  target: ImportTarget,
  { values, period, sheet, replace, read }: z.output<typeof ImportQuery>,
) {
  const pairs = values.map((line) => {
    const at = line.indexOf('=')
    return [line.slice(0, Math.max(0, at)), line.slice(at + 1)] as const
  })
  const written = {
    values: Object.fromEntries(pairs),
    period: period ?? null,
    sheet: sheet ?? null,
    replace: replace ?? null,
    read,
  }
  try {
    return parseOptions(target, written)
  } catch (error) {
    throw error instanceof OptionError ? http.badRequest(`${formatMessage(error.message)}.`) : error
  }
}

/** A thread that needs longer ends. */
const READ_MS = 45_000

/** Reads a file in a thread. Throws 400 for one that takes too long or too much memory. */
async function runReader(
  reader: ImportReader,
  task: Parameters<ImportReader['readImport']>[0],
  gone: AbortSignal,
) {
  const limit = AbortSignal.timeout(READ_MS)
  try {
    return await reader.readImport(task, AbortSignal.any([limit, gone]))
  } catch (error) {
    const isLarge = getErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    if (!isLarge && !limit.aborted) throw error
    const what = isLarge ? 'needs too much memory' : 'takes too long to read'
    throw http.badRequest(`The file ${what}. Split it.`)
  }
}

/** The most files that are received and read at a time; each is in memory. */
const MAX_AT_ONCE = 2

const Target = z.object({ dataset: z.string() })

/** Accepts files of any type as bodies of the routes of an app: a few at a time, and one for each dataset. */
function registerUploads(app: FastifyInstance): void {
  const running = new Set<string>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // After the check of the right, and before the body is received.
  app.addHook('onRequest', async (request, reply) => {
    const { success, data } = Target.safeParse(request.query)
    if (!success) return
    const { dataset } = data
    if (running.has(dataset))
      throw http.conflict('A file for this table is being read. Try again when it is done.')
    if (running.size >= MAX_AT_ONCE)
      throw new http.ApiError(503, 'Other files are being read. Please try again.', 5)
    running.add(dataset)
    reply.raw.once('close', () => running.delete(dataset))
  })
}
