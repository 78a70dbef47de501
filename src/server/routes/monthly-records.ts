import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerOf } from '../../../schemas/answer.ts'
import {
  ChangedMonthlyRecordBody,
  MonthlyRecord,
  NewMonthlyRecordBody,
} from '../../../schemas/monthly-record.ts'
import { RecordPath } from '../../../schemas/record-id.ts'
import { transactAsCaller } from '../access/transact-as-caller.ts'
import { list, single } from '../answer.ts'
import { checkSameId, notFound } from '../api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit } from '../audit.ts'
import { monthText } from '../calendar-month.ts'
import type { Connection } from '../database/engine.ts'
import { checkIfMatch, etagOf } from '../etag.ts'
import {
  deleteMonthlyRecord,
  findMonthlyRecord,
  insertMonthlyRecord,
  updateMonthlyRecord,
} from '../repositories/monthly-records.ts'

const partOf = ['/v1/monthly-reports/:year/:type']
const write = { permission: 'report-write', partOf } as const
const One = answerOf(MonthlyRecord)

/** Monthly records one by one (spec §7, R26, R30); an ETag keeps two writers apart (R64). */
export function monthlyRecordRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  return async (app) => {
    app.get(
      '/v1/monthly-reports/:id',
      {
        config: { permission: 'report', partOf },
        schema: {
          operationId: 'getMonthlyRecord',
          summary: 'One monthly record',
          versioned: true,
          params: RecordPath,
          response: { 200: One },
        },
      },
      async (request, reply) => {
        const record = await findRecord(database, request.params.id)
        void reply.header('etag', etagOf(record))
        return single(record)
      },
    )
    app.post(
      '/v1/monthly-reports',
      {
        config: write,
        schema: {
          operationId: 'createMonthlyRecord',
          summary: 'Adds a monthly record',
          refuses: [409],
          versioned: true,
          body: NewMonthlyRecordBody,
          response: { 201: One },
        },
      },
      async (request, reply) => {
        const record = await transactAsCaller(deps, request, (trx) => insertMonthlyRecord(trx, request.body))
        audit(request, 'monthly record created', subjectOf(record))
        void reply.code(201).header('etag', etagOf(record))
        return single(record, 'Monthly report created successfully!')
      },
    )
    app.put(
      '/v1/monthly-reports/:id',
      {
        config: write,
        schema: {
          operationId: 'updateMonthlyRecord',
          summary: 'Replaces a monthly record',
          refuses: [409, 412],
          versioned: true,
          params: RecordPath,
          body: ChangedMonthlyRecordBody,
          response: { 200: One },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        checkSameId(id, request.body.id)
        const record = await transactAsCaller(deps, request, async (trx) => {
          checkIfMatch(request, await findRecord(trx, id))
          return updateMonthlyRecord(trx, id, request.body)
        })
        if (record === undefined) throw notFound('There is no such monthly report.')
        audit(request, 'monthly record updated', subjectOf(record))
        void reply.header('etag', etagOf(record))
        return single(record, 'Monthly report updated successfully!')
      },
    )
    app.delete(
      '/v1/monthly-reports/:id',
      {
        config: write,
        schema: {
          operationId: 'deleteMonthlyRecord',
          summary: 'Removes a monthly record',
          refuses: [412],
          params: RecordPath,
          response: { 200: answerOf(z.tuple([])) },
        },
      },
      async (request) => {
        const record = await transactAsCaller(deps, request, async (trx) => {
          const current = await findRecord(trx, request.params.id)
          checkIfMatch(request, current)
          await deleteMonthlyRecord(trx, request.params.id)
          return current
        })
        audit(request, 'monthly record deleted', subjectOf(record))
        return { ...list([]), records: [] as [], message: 'Monthly report deleted successfully!' }
      },
    )
  }
}

function subjectOf({ id, year, reportMonth, reportType }: MonthlyRecord) {
  return { id, month: monthText(year, reportMonth), reportType }
}

async function findRecord(db: Connection, id: number): Promise<MonthlyRecord> {
  const record = await findMonthlyRecord(db, id)
  if (record === undefined) throw notFound('There is no such monthly report.')
  return record
}
