import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import * as http from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { getRights, transactAsCaller } from '../../identity/access/authorization.ts'
import { buildDifference } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import {
  buildResponseSchemas,
  buildBodySchemas,
  buildParameterSchemas,
  toPascalCase,
} from './call-schemas.ts'
import { formatRecord } from '../tables/sent-records.ts'
import { created, declareCall } from '../../platform/http/permission.ts'
import { buildEndpointRoutes, listPatterns, requireScope } from '../../identity/access/scope-access.ts'
import {
  deleteRecords,
  findRecord,
  insertRecords,
  type StoredRecord,
  updateRecord,
  type ScopedEntry,
} from '../tables/stored-records.ts'
import { tooLarge } from '../../../../schemas/dataset/primitives.ts'
import { buildRecordKey, buildScope, parseSentKey, splitPeriod } from '../../../dataset/record-keys.ts'
import { type Measures, addMeasures, getSummands, hasMeasure, isSum } from '../../../dataset/measures.ts'
import { EmptyEnvelope } from '../../../../schemas/api/responses.ts'

type Permissions = Parameters<typeof requireScope>[3]

const Path = z.object({ id: z.number() })
const Body = z.record(z.string(), z.unknown())

/** Reads, adds, replaces and deletes single records. With If-Match a record that was changed since is not changed. */
export function recordRoutes(app: FastifyInstance, deps: DataDeps, dataset: DatasetPlan): void {
  const partOf = listPatterns(dataset)
  const { one: record } = buildResponseSchemas(dataset)
  const bodies = buildBodySchemas(dataset)
  const { noun, title: tag } = dataset
  const Noun = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const name = `${toPascalCase(dataset.id)}Record`
  const write = { permission: 'report-write', partOf } as const
  const sent = (stored: StoredRecord) => formatRecord(dataset, stored)
  const subject = ({ id, key, scope }: StoredRecord) => ({ dataset: dataset.id, id, key, scope })
  const describe = (stored: StoredRecord, change: Readonly<Record<string, unknown>>) => ({
    details: { ...subject(stored), ...change },
  })
  const find = async (db: Connection, id: number, permissions: Permissions): Promise<StoredRecord> => {
    const stored = await findRecord(db, dataset, id)
    if (stored === undefined) throw http.notFound(`There is no such ${noun}.`)
    requireScope(dataset, stored.scope, deps.reportAccess, permissions)
    return stored
  }
  const idField = dataset.response.leading.find(({ kind }) => kind === 'id')?.name ?? 'id'

  for (const { pattern } of buildEndpointRoutes(dataset, 'create')) {
    app.post(
      pattern,
      declareCall(write, `create${name}`, `Adds a ${noun}`, created(record), { tag, body: bodies.created }),
      async (request, reply) => {
        const entry = readRecordBody(dataset, request.body)
        const stored = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          requireScope(dataset, entry.scope, deps.reportAccess, permissions)
          const [added] = await insertRecords(trx, dataset, [entry], deps.clock())
          if (added === undefined) throw new Error('a record was stored and not returned')
          recordEvent('record created', subject(added), describe(added, { after: sent(added) }))
          return added
        })
        return http.sendRecord(reply.code(201), sent(stored), `${Noun} created successfully!`)
      },
    )
  }

  for (const { endpoint, pattern } of buildEndpointRoutes(dataset, 'record')) {
    const schema = { tag, ...buildParameterSchemas(dataset, endpoint) }
    app.get(
      pattern,
      declareCall({ permission: 'report', partOf }, `get${name}`, `One ${noun}`, record, schema),
      async (request, reply) => {
        const { id } = Path.parse(request.params)
        return http.sendRecord(reply, sent(await find(deps.database, id, getRights(request))))
      },
    )
    app.put(
      pattern,
      declareCall(write, `update${name}`, `Replaces a ${noun}`, record, { ...schema, body: bodies.changed }),
      async (request, reply) => {
        const { id } = Path.parse(request.params)
        const body = Body.parse(request.body)
        http.checkSameId(id, z.number().optional().parse(body[idField]))
        const changed = readRecordBody(dataset, body)
        const stored = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          requireScope(dataset, changed.scope, deps.reportAccess, permissions)
          const before = sent(await find(trx, id, permissions))
          http.checkIfMatch(request, before)
          await updateRecord(trx, dataset, id, changed, deps.clock())
          const after = await find(trx, id, permissions)
          const difference = buildDifference(before, sent(after))
          recordEvent('record updated', subject(after), describe(after, difference))
          return after
        })
        return http.sendRecord(reply, sent(stored), `${Noun} updated successfully!`)
      },
    )
    app.delete(
      pattern,
      declareCall(write, `delete${name}`, `Removes a ${noun}`, EmptyEnvelope, schema),
      async (request) => {
        const { id } = Path.parse(request.params)
        await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          const current = await find(trx, id, permissions)
          http.checkIfMatch(request, sent(current))
          await deleteRecords(trx, dataset, [id])
          recordEvent('record deleted', subject(current), describe(current, { before: sent(current) }))
        })
        return http.toEmptyEnvelope(`${Noun} deleted successfully!`)
      },
    )
  }
}

/** Reads the record of a validated body. Throws 400 if its parts contradict each other. */
function readRecordBody(dataset: DatasetPlan, value: unknown): ScopedEntry {
  const body = Body.parse(value)
  const values = dataset.dimensions.map(({ field, values: known }) => {
    const [only = ''] = known ?? []
    const value = field === null ? undefined : body[field]
    return typeof value === 'string' ? value : only
  })
  const measures = completeMeasures(dataset, values, body)
  const { key: keyPlan, response } = dataset
  const year = Number(body[response.leading.find(({ kind }) => kind === 'year')?.name ?? ''])
  const key = buildRecordKey(dataset, parseSentKey(keyPlan, body[keyPlan.field], year))
  const parts = splitPeriod(key)
  for (const { kind, name } of response.leading) {
    if (kind !== 'year' && kind !== 'month') continue
    if ((body[name] ?? parts[kind]) !== parts[kind])
      throw http.badRequest(`${keyPlan.field} is not in the year and month of the record.`)
  }
  const texts = dataset.texts.map(({ field }): [string, string] => {
    const text = body[field]
    return [field, typeof text === 'string' ? text : '']
  })
  return { scope: buildScope(values), ...key, measures, texts: Object.fromEntries(texts) }
}

/** Completes the measures of a body: those of its dimensions. A missing sum is computed, another one checked. */
function completeMeasures(
  dataset: DatasetPlan,
  values: readonly string[],
  body: Readonly<Record<string, unknown>>,
): Measures {
  const measures: Record<string, number> = {}
  for (const measure of dataset.measures) {
    const sent = body[measure.field]
    if (!hasMeasure(dataset, values, measure)) {
      if (sent !== undefined)
        throw http.badRequest(`There is no field '${measure.field}' for ${values.join(', ')}.`)
      continue
    }
    if (measure.sum === null) {
      if (sent === undefined) throw http.badRequest(`${measure.field} is required.`)
      measures[measure.field] = Number(sent)
      continue
    }
    const summands = getSummands(dataset, measure.sum)
    const sum = addMeasures(summands.map((name) => measures[name] ?? 0))
    if (sum > measure.max) throw http.badRequest(`${measure.field} ${tooLarge(measure.max)}.`)
    if (sent !== undefined && !isSum(Number(sent), sum, summands.length)) {
      throw http.badRequest(`${measure.field} is ${Number(sent)}, and the record adds up to ${sum}.`)
    }
    measures[measure.field] = sent === undefined ? sum : Number(sent)
  }
  return measures
}
