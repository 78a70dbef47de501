import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { rememberAnswers } from '../reports/remembered-answers.ts'
import { dummyDataRoutes } from './dummy-data.ts'
import { internationalExchangeRoutes } from './international-exchange.ts'
import { internationalMinutesRoutes } from './international-minutes.ts'
import { localExchangeRoutes } from './local-exchange.ts'
import { monthlyRecordRoutes } from './monthly-records.ts'
import { monthlyReportRoutes } from './monthly-reports.ts'

/** Every call of the reports (spec §7); the dummy-data calls are not there in production (R26). */
export function reportRoutes(deps: AppDeps): FastifyPluginAsync {
  return async (app) => {
    rememberAnswers(app)
    await app.register(monthlyReportRoutes(deps))
    await app.register(monthlyRecordRoutes(deps))
    await app.register(internationalMinutesRoutes(deps))
    await app.register(localExchangeRoutes(deps))
    await app.register(internationalExchangeRoutes(deps))
    if (!deps.production) await app.register(dummyDataRoutes(deps))
  }
}
