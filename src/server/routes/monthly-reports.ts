import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOf } from '../../../schemas/answer.ts'
import { DailyRecord } from '../../../schemas/daily-record.ts'
import { MonthlyRecord } from '../../../schemas/monthly-record.ts'
import { MonthText, YearText } from '../../../schemas/period.ts'
import { ReportType } from '../../../schemas/report-type.ts'
import { YearList } from '../../../schemas/year-list.ts'
import { list } from '../answer.ts'
import type { AppDeps } from '../app-deps.ts'
import { snapshot } from '../database/transact.ts'
import { sendWorkbook } from '../reports/download.ts'
import { readDailyMinutes, readMonthlyMinutes } from '../reports/report-read.ts'
import { listMinutesYears } from '../repositories/daily-records.ts'

const config = { permission: 'report' } as const
const YearPath = z.strictObject({ year: YearText, type: ReportType })
const MonthPath = z.strictObject({ year: YearText, month: MonthText, type: ReportType })

/** Monthly and daily minutes by year and month, and their workbooks (spec §7 "Monthly reports"). */
export function monthlyReportRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  return async (app) => {
    app.get(
      '/v1/monthly-reports/years',
      {
        config: { permission: 'report-options' },
        schema: {
          operationId: 'listMinutesYears',
          summary: 'The years that have records, latest first',
          response: { 200: YearList },
        },
      },
      async () => list(await snapshot(database, listMinutesYears)),
    )
    app.get(
      '/v1/monthly-reports/:year/:type',
      {
        config,
        schema: {
          operationId: 'listMonthlyMinutes',
          summary: 'The monthly averages of a year',
          params: YearPath,
          response: { 200: listOf(MonthlyRecord) },
        },
      },
      (request) => readMonthlyMinutes(database, request.params),
    )
    app.get(
      '/v1/monthly-reports/:year/:month/:type',
      {
        config,
        schema: {
          operationId: 'listDailyMinutes',
          summary: 'The days of a month',
          params: MonthPath,
          response: { 200: listOf(DailyRecord) },
        },
      },
      (request) => readDailyMinutes(database, request.params),
    )
    app.get(
      '/v1/monthly-reports/download/:year/:type',
      {
        config,
        schema: {
          operationId: 'downloadMonthlyMinutes',
          summary: 'The workbook of a year',
          workbook: true,
          params: YearPath,
        },
      },
      (request, reply) =>
        sendWorkbook(deps, request, reply, { name: 'monthly-minutes', params: request.params }),
    )
    app.get(
      '/v1/monthly-reports/download/:year/:month/:type',
      {
        config,
        schema: {
          operationId: 'downloadDailyMinutes',
          summary: 'The workbook of a month',
          workbook: true,
          params: MonthPath,
        },
      },
      (request, reply) =>
        sendWorkbook(deps, request, reply, { name: 'daily-minutes', params: request.params }),
    )
  }
}
