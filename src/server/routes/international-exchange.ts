import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOf } from '../../../schemas/answer.ts'
import { InternationalExchangeRecord } from '../../../schemas/international-exchange.ts'
import { MonthText, YearText } from '../../../schemas/period.ts'
import { YearList } from '../../../schemas/year-list.ts'
import { list } from '../answer.ts'
import type { AppDeps } from '../app-deps.ts'
import { snapshot } from '../database/transact.ts'
import { sendWorkbook } from '../reports/download.ts'
import { readInternationalExchange } from '../reports/report-read.ts'
import { listExchangeYears } from '../repositories/international-exchange.ts'

const config = { permission: 'report' } as const
const MonthQuery = z.strictObject({ year: YearText, month: MonthText })

/** International exchange traffic by month, and its workbook (spec §7 "International exchange traffic"). */
export function internationalExchangeRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/api/international-exchange/years',
      {
        config: { permission: 'report-options' },
        schema: {
          operationId: 'listInternationalExchangeYears',
          summary: 'The years that have records, latest first',
          response: { 200: YearList },
        },
      },
      async () => list(await listExchangeYears(deps.database)),
    )
    app.get(
      '/api/international-exchange/data',
      {
        config,
        schema: {
          operationId: 'listInternationalExchange',
          summary: 'The days of a month',
          querystring: MonthQuery,
          response: { 200: listOf(InternationalExchangeRecord) },
        },
      },
      (request) => snapshot(deps.database, (db) => readInternationalExchange(db, request.query)),
    )
    app.get(
      '/api/international-exchange/download',
      {
        config,
        schema: {
          operationId: 'downloadInternationalExchange',
          summary: 'The workbook of a month',
          workbook: true,
          querystring: MonthQuery,
        },
      },
      (request, reply) =>
        sendWorkbook(deps, request, reply, { name: 'international-exchange', params: request.query }),
    )
  }
}
