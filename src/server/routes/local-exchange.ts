import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOf } from '../../../schemas/answer.ts'
import { LocalExchangeRecord } from '../../../schemas/local-exchange.ts'
import { MonthText, YearText } from '../../../schemas/period.ts'
import type { AppDeps } from '../app-deps.ts'
import { sendWorkbook } from '../reports/download.ts'
import { readLocalExchange } from '../reports/report-read.ts'

const config = { permission: 'report' } as const
const MonthPath = z.strictObject({ year: YearText, month: MonthText })

/** Local exchange traffic by month, and its workbook (spec §7 "Local exchange traffic"). */
export function localExchangeRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/local-exchange-traffic/:year/:month',
      {
        config,
        schema: {
          operationId: 'listLocalExchange',
          summary: 'The days of a month',
          params: MonthPath,
          response: { 200: listOf(LocalExchangeRecord) },
        },
      },
      (request) => readLocalExchange(deps.database, request.params),
    )
    app.get(
      '/v1/local-exchange-traffic/download/:year/:month',
      {
        config,
        schema: {
          operationId: 'downloadLocalExchange',
          summary: 'The workbook of a month',
          workbook: true,
          params: MonthPath,
        },
      },
      (request, reply) =>
        sendWorkbook(deps, request, reply, { name: 'local-exchange', params: request.params }),
    )
  }
}
