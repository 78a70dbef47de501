import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DatasetPlan, EndpointPlan } from '../../definition/datasets/dataset-plan.ts'
import { formatMonth } from '../../report/calendar.ts'
import { type RequestedPeriod, buildScope } from './keys.ts'

/** The records of a request: a period, and the value of each dimension. */
export interface RequestedRecords extends RequestedPeriod {
  readonly scope: string
}

/** One route of an endpoint; an endpoint has one for each value that its path writes as a word. */
export interface EndpointRoute {
  /** The router's pattern. */
  readonly pattern: string
  /** The values of dimensions that the pattern contains as words. */
  readonly values: Readonly<Record<string, string>>
  /** Those words, for the id of the operation. */
  readonly words: readonly string[]
}

/** The routes of an endpoint. */
export function buildEndpointRoutes(
  { dimensions }: DatasetPlan,
  { path }: EndpointPlan,
): readonly EndpointRoute[] {
  const start: readonly EndpointRoute[] = [{ pattern: '', values: {}, words: [] }]
  return path.reduce((routes, part) => {
    if ('text' in part) return routes.map((route) => ({ ...route, pattern: `${route.pattern}/${part.text}` }))
    const { placeholder } = part
    const paths = dimensions.find(({ id }) => id === placeholder)?.paths ?? null
    if (paths === null) {
      return routes.map((route) => ({ ...route, pattern: `${route.pattern}/:${placeholder}` }))
    }
    return routes.flatMap(({ pattern, values, words }) =>
      Object.entries(paths).map(([value, word]) => ({
        pattern: `${pattern}/${word}`,
        values: { ...values, [placeholder]: value },
        words: [...words, word],
      })),
    )
  }, start)
}

const Parameters = z.record(z.string(), z.unknown())
const Value = z.union([z.string(), z.number()]).optional()

/** Reads period and scope of a request, whose parameters are validated. */
export function parseRequested(
  { dimensions }: DatasetPlan,
  { query }: EndpointPlan,
  { values }: EndpointRoute,
  request: FastifyRequest,
): RequestedRecords {
  const inPath = Parameters.parse(request.params ?? {})
  const inQuery = Parameters.parse(request.query ?? {})
  // Without a schema of the query a request may contain any parameter, once or several times.
  const parameters = new Map<string, unknown>([
    ...Object.entries(inPath),
    ...query.map(({ name, placeholder }) => [placeholder, inQuery[name]] as const),
    ...Object.entries(values),
  ])
  const getValue = (placeholder: string) => Value.parse(parameters.get(placeholder))
  const scope = buildScope(dimensions.map(({ id, values: [only = ''] }) => String(getValue(id) ?? only)))
  const [year, month] = [getValue('year'), getValue('month')]
  // A month without a year parameter contains the year.
  if (typeof month === 'string') {
    return { scope, year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
  }
  return {
    scope,
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(month === undefined ? {} : { month }),
  }
}

/** The period for the log: `2025-03`, `2025`, or empty. */
export function formatRequestedPeriod({ year, month }: RequestedPeriod): string {
  if (year === undefined) return ''
  return month === undefined ? String(year) : formatMonth(year, month)
}
