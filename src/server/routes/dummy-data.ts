import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { DummyDataResult } from '../../../schemas/dummy-data.ts'
import { InternationalDirection } from '../../../schemas/international-minutes.ts'
import { MonthText, YearMonthText, YearText } from '../../../schemas/period.ts'
import { ReportType } from '../../../schemas/report-type.ts'
import { transactAsCaller } from '../access/transact-as-caller.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit, routeOf } from '../audit.ts'
import { monthText } from '../calendar-month.ts'
import { everyDate } from '../demo/noise.ts'
import { addDemoInternational, addDemoLocalExchange, addDemoMinutes } from '../demo/records.ts'
import { internationalMonths } from './international-minutes.ts'

const response = { 200: DummyDataResult }

/** Gives every day of a period a dummy record if it has none; stored records are never changed (spec §7, R26, R32, R73). */
export function dummyDataRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/v1/monthly-reports/generate-dummy-data',
      {
        config: { permission: 'report-write', partOf: ['/v1/monthly-reports/:year/:type'] },
        schema: {
          operationId: 'generateMinutes',
          summary: 'Adds dummy records to the days of a year that have none',
          querystring: z.strictObject({ year: YearText, reportType: ReportType }),
          response,
        },
      },
      async (request) => {
        const { year, reportType } = request.query
        const days = await transactAsCaller(deps, request, (trx) =>
          addDemoMinutes(trx, year, reportType, everyDate),
        )
        return generated(request, String(year), days)
      },
    )
    app.post(
      '/v1/international-minutes/generate-dummy-data',
      {
        config: { permission: 'report-write', partOf: internationalMonths },
        schema: {
          operationId: 'generateInternationalMinutes',
          summary: 'Adds dummy records to the days of a month that have none',
          querystring: z.strictObject({ month: YearMonthText, direction: InternationalDirection }),
          response,
        },
      },
      async (request) => {
        const { month, direction } = request.query
        const days = await transactAsCaller(deps, request, (trx) =>
          addDemoInternational(trx, direction, month, everyDate),
        )
        return generated(request, month, days)
      },
    )
    app.post(
      '/v1/local-exchange-traffic/generate-dummy-data',
      {
        config: { permission: 'report-write', partOf: ['/v1/local-exchange-traffic/:year/:month'] },
        schema: {
          operationId: 'generateLocalExchange',
          summary: 'Adds dummy records to the days of a month that have none',
          querystring: z.strictObject({ year: YearText, month: MonthText }),
          response,
        },
      },
      async (request) => {
        const { year, month } = request.query
        const days = await transactAsCaller(deps, request, (trx) =>
          addDemoLocalExchange(trx, year, month, everyDate),
        )
        return generated(request, monthText(year, month), days)
      },
    )
  }
}

function generated(request: FastifyRequest, period: string, days: number) {
  audit(request, 'dummy data generated', { call: routeOf(request), period, days })
  const message = `Dummy data generated successfully! ${days} days were added.`
  return { success: true as const, message, records: [] as [], totalCount: days }
}
