import { logger } from '../api/logger.ts'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import { resolveLabels } from '../../report/labels.ts'
import { listPeriods } from '../../report/selection/latest-period.ts'
import { pickPeriod } from '../../report/selection/period-steps.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { parseResponse } from '../../report/request/response.ts'
import type { Client } from '../api/client.ts'
import { ApiError } from '../api/response.ts'
import { createOptionsRequest, today } from './report-services.ts'

/** So many periods are requested to find one with records: three years of months. */
const MAX_PERIODS = 36

/**
 * Finds the latest period with records for what else is chosen: the values of its selectors, or a sentence why there is
 * none. Periods after today do not count.
 */
export async function findLatest(
  plan: ReportPlan,
  selection: Selection,
  api: Client,
  signal: AbortSignal,
): Promise<Selection | string> {
  const periods = pickPeriod(plan, selection)
  const others = plan.selectors.filter(({ name }) => !(name in periods))
  const missing = others.find(({ name }) => (selection[name] ?? '') === '')
  if (missing !== undefined) return `First choose ${missing.label.toLowerCase()}.`
  const chosen = Object.fromEntries(others.map(({ name }) => [name, selection[name] ?? '']))
  try {
    const { options, selections } = await listPeriods(plan, createOptionsRequest(api), today(), chosen)
    for (const one of selections.slice(0, MAX_PERIODS)) {
      const { path, query } = resolveLabels(plan, one, today(), options).dataCall
      if (await hasRecords(plan, api, path, query, signal)) return pickPeriod(plan, one)
    }
    return 'No period with data was found.'
  } catch (error) {
    logger.warn('The latest period could not be found.', error)
    return error instanceof ApiError ? error.message : 'The latest period could not be found.'
  }
}

async function hasRecords(
  plan: ReportPlan,
  api: Client,
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const body = await api.get(path, { query, signal, schema: ReportEnvelope })
    return parseResponse(plan, body).records.length > 0
  } catch (error) {
    // An API can refuse a period without records instead of sending an empty list.
    if (error instanceof ApiError && error.kind !== 'unauthorized' && (error.status ?? 500) < 500)
      return false
    throw error
  }
}
