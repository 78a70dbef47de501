import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../../dataset/key-spans.ts'
import type { PeriodPlaceholder } from '../../../dataset/placeholders.ts'
import { parseDate } from '../../../time/calendar.ts'
import { countRange, type DayRange } from '../../../time/days.ts'
import { extendToWhole, getDays, type YearPart } from '../../../time/grain.ts'
import { grains, isDayPart, yearPartNames, yearParts } from '../../../time/grains.ts'
import { splitList } from '../../../report/model/lists.ts'
import { badRequest } from '../../platform/http/responses.ts'
import type { EndpointRoute } from '../../identity/access/scope-access.ts'
import type { RequestedPeriod, Wanted } from '../../../dataset/record-keys.ts'

const Parameters = z.record(z.string(), z.unknown())
const Value = z.union([z.string(), z.number()]).optional()

/** Reads the parameters of the path and of the query of a request. */
export const readParameters = ({ params, query }: Pick<FastifyRequest, 'params' | 'query'>) => ({
  path: Parameters.parse(params ?? {}),
  query: Parameters.parse(query ?? {}),
})

/** Reads the period of a request, whose parameters are validated, and the values of each dimension. */
export function parseRequested(
  { dimensions, key }: DatasetPlan,
  { endpoint: { query }, values }: EndpointRoute,
  request: Pick<FastifyRequest, 'params' | 'query'>,
): RequestedPeriod & { readonly wanted: Wanted } {
  const sent = readParameters(request)
  // Without a schema of the query a request may contain any parameter, once or several times.
  const parameters = new Map<string, unknown>([
    ...Object.entries(sent.path),
    ...query.map(({ name, placeholder }) => [placeholder, sent.query[name]] as const),
    ...Object.entries(values),
  ])
  const getValue = (placeholder: string) => Value.parse(parameters.get(placeholder))
  const wanted = dimensions.map(({ id, values, multiple }) => {
    const value = getValue(id)
    if (value === undefined) return values
    if (values === null) return value === '' ? null : [...new Set(splitList(String(value)))]
    return multiple ? [...new Set(String(value).split(','))] : [String(value)]
  })
  const period = parsePeriod(getValue)
  if (period.days !== undefined) checkWhole(key, period.days)
  return { wanted, ...period }
}

/** Returns days if they are those of whole periods of the records. Throws 400 for others. */
export function checkWhole(key: DatasetPlan['key'], days: DayRange): DayRange {
  const { grain } = getKeyTime(key)
  if (isDayPart(grain)) return days
  const whole = extendToWhole(grains[grain], days)
  if (whole.first === days.first && whole.last === days.last) return days
  throw badRequest(
    `The records are about whole ${grain}s, such as those from ${whole.first} to ${whole.last}.`,
  )
}

/** Reads the period of a request. A month, week or quarter without a year parameter contains the year. */
function parsePeriod(getValue: (name: PeriodPlaceholder) => string | number | undefined): RequestedPeriod {
  const sentYear = getValue('year')
  const year = sentYear === undefined ? undefined : Number(sentYear)
  const getPart = (grain: YearPart, name: PeriodPlaceholder) => {
    const value = getValue(name)
    if (value === undefined) return null
    return typeof value === 'number'
      ? { year: year ?? 0, part: value }
      : { year: Number(value.slice(0, 4)), part: grain.parsePart(value.slice(5)) ?? 0 }
  }
  const month = getPart(grains.month, 'month')
  if (month !== null) return { year: month.year, month: month.part }
  for (const name of yearPartNames) {
    const grain = yearParts[name]
    const part = getPart(grain, name)
    if (part === null) continue
    const count = grain.count(part.year)
    if (part.part > count) throw badRequest(`${name} must be from 1 to ${count} in ${part.year}.`)
    return { days: getDays(grain, grain.of(part.year, part.part)) }
  }
  const date = getValue('date')
  if (date !== undefined) {
    const day = String(date)
    if (parseDate(day) === null) throw badRequest('date must be a day of the calendar.')
    return { days: { first: day, last: day } }
  }
  const [from, to] = [getValue('from'), getValue('to')]
  if (from !== undefined && to !== undefined) return { days: parseRange(String(from), String(to)) }
  return year === undefined ? {} : { year }
}

const MAX_DAYS = 366

/** Parses the first and the last day of a request. Throws 400 for no days of the calendar, and for too many. */
export function parseRange(first: string, last: string): DayRange {
  for (const [name, day] of Object.entries({ from: first, to: last })) {
    if (parseDate(day) === null) throw badRequest(`${name} must be a day of the calendar.`)
  }
  const count = countRange({ first, last })
  if (count < 1) throw badRequest('from must not be after to.')
  if (count > MAX_DAYS) throw badRequest(`At most ${MAX_DAYS} days can be requested; these are ${count}.`)
  return { first, last }
}

/** Returns the period for the log: `2025-03`, `2025`, `2025-02-10..2025-02-16`, or empty. */
export function formatRequestedPeriod({ year, month, days }: RequestedPeriod): string {
  if (days !== undefined) return days.first === days.last ? days.first : `${days.first}..${days.last}`
  if (year === undefined) return ''
  return month === undefined ? String(year) : grains.month.format(grains.month.of(year, month))
}
