import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOf } from '../../../schemas/answer.ts'
import { type InternationalDirection, InternationalMinutes } from '../../../schemas/international-minutes.ts'
import { YearMonthText } from '../../../schemas/period.ts'
import { list } from '../answer.ts'
import type { AppDeps } from '../app-deps.ts'
import { snapshot } from '../database/transact.ts'
import { sendWorkbook } from '../reports/download.ts'
import { readInternationalMinutes } from '../reports/report-read.ts'
import { listInternationalMonths } from '../repositories/international-minutes.ts'

const config = { permission: 'report' } as const
const MonthPath = z.strictObject({ month: YearMonthText })

const directions: readonly {
  readonly path: string
  readonly direction: InternationalDirection
  /** In the names of the calls. */ readonly name: string
}[] = [
  { path: 'ida-to-routelink', direction: 'IDA_TO_ROUTELINK', name: 'IdaToRoutelink' },
  { path: 'routelink-to-mno', direction: 'ROUTELINK_TO_MNO', name: 'RoutelinkToMno' },
]

/** The routes of a month's data, one for each direction. */
export const internationalMonths = directions.map(({ path }) => `/v1/international-minutes/${path}/:month`)

/** International minutes by month and direction, and their workbooks (spec §7 "International minutes"). */
export function internationalMinutesRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  return async (app) => {
    app.get(
      '/v1/international-minutes/available-months',
      {
        config: { permission: 'report-options', partOf: internationalMonths },
        schema: {
          operationId: 'listInternationalMonths',
          summary: 'The months that have records, latest first',
          response: { 200: listOf(YearMonthText) },
        },
      },
      async () => list(await listInternationalMonths(database)),
    )
    for (const { path, direction, name } of directions) {
      app.get(
        `/v1/international-minutes/${path}/:month`,
        {
          config,
          schema: {
            operationId: `get${name}`,
            summary: 'The days of a month and its carriers',
            params: MonthPath,
            response: { 200: InternationalMinutes },
          },
        },
        (request) =>
          snapshot(database, (db) =>
            readInternationalMinutes(db, { direction, month: request.params.month }),
          ),
      )
      app.get(
        `/v1/international-minutes/download/${path}/:month`,
        {
          config,
          schema: {
            operationId: `download${name}`,
            summary: 'The workbook of a month',
            workbook: true,
            params: MonthPath,
          },
        },
        (request, reply) =>
          sendWorkbook(deps, request, reply, {
            name: 'international-minutes',
            params: { direction, month: request.params.month },
          }),
      )
    }
  }
}
