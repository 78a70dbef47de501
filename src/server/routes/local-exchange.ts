import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOf } from '../../../schemas/answer.ts'
import { LocalExchangeRecord } from '../../../schemas/local-exchange.ts'
import { MonthText, YearText } from '../../../schemas/period.ts'
import { list } from '../answer.ts'
import type { AppDeps } from '../app-deps.ts'
import { monthText } from '../calendar-month.ts'
import { sendWorkbook } from '../reports/download.ts'
import { listLocalExchange } from '../repositories/local-exchange.ts'

const config = { permission: 'report' } as const
const MonthPath = z.strictObject({ year: YearText, month: MonthText })

/** Local exchange traffic by month, and its workbook (spec §7 "Local exchange traffic"). */
export function localExchangeRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const answer = async ({ year, month }: z.infer<typeof MonthPath>) => {
    const records = await listLocalExchange(deps.database, monthText(year, month))
    const message = records.length === 0 ? 'No data available for the selected period.' : ''
    return list(records, records.length, message)
  }
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
      (request) => answer(request.params),
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
      async (request, reply) => sendWorkbook(deps, request, reply, await answer(request.params)),
    )
  }
}
