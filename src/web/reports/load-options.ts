import type { Client } from '../api/client.ts'
import { fallbackOptions, fixedOptions, parseOptions } from '../../report/options.ts'
import type { ReportPlan } from '../../report/plan.ts'
import type { OptionsBySelector } from '../../report/selection.ts'
import { parseRequestUrl } from '../../report/template.ts'

const LIFETIME_MS = 300_000

/** Loads the options of every selector of a plan. Never rejects: a list that cannot be loaded is its fallback. */
export type OptionsLoader = (plan: ReportPlan) => Promise<OptionsBySelector>

/**
 * Responses are shared by all reports and kept for five minutes; failures are not kept (spec 5.8).
 * `now` is in milliseconds from any fixed moment.
 */
export const createOptionsLoader = (
  api: Pick<Client, 'get'>,
  now = () => performance.now(),
): OptionsLoader => {
  const requests = new Map<string, { readonly body: Promise<unknown>; expires: number }>()

  const fetchBody = (url: string): Promise<unknown> => {
    const known = requests.get(url)
    if (known !== undefined && now() < known.expires) return known.body
    const { path, query } = parseRequestUrl(url)
    const request = { body: api.get(path, { query }), expires: Infinity }
    requests.set(url, request)
    request.body.then(
      () => (request.expires = now() + LIFETIME_MS),
      () => requests.delete(url),
    )
    return request.body
  }

  return async ({ selectors }) => {
    const year = new Date().getFullYear()
    const loaded = selectors.flatMap(({ name, options }) =>
      'url' in options
        ? [
            fetchBody(options.url).then(
              (body) => [name, parseOptions(options, body, year)] as const,
              () => [name, fallbackOptions(options, year)] as const,
            ),
          ]
        : [],
    )
    return { ...fixedOptions(selectors), ...Object.fromEntries(await Promise.all(loaded)) }
  }
}
