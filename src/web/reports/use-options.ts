import { useEffect, useState } from 'react'
import type { ResponseCache } from '../api/response-cache.ts'
import { useApi } from '../api/api-context.ts'
import type { Client } from '../api/client.ts'
import { fallbackOptions, fixedOptions, parseOptions } from '../../report/options.ts'
import type { ReportPlan, ServerOptions } from '../../report/plan.ts'
import type { OptionsBySelector } from '../../report/selection.ts'
import { parseRequestUrl } from '../../report/template.ts'
import { useSessionCache } from '../contexts/session-cache-context.ts'

type Answer = { readonly answer: unknown } | null

const serverOptions = (plan: ReportPlan) =>
  plan.selectors.flatMap(({ name, options }) => ('call' in options ? [{ name, source: options }] : []))

/** The options of every selector, by the answers of those that have a call; null answers are fallbacks. */
const listsOf = (plan: ReportPlan, answerOf: (source: ServerOptions) => Answer): OptionsBySelector => {
  const year = new Date().getFullYear()
  const asked = serverOptions(plan).map(({ name, source }) => {
    const answer = answerOf(source)
    return [name, answer ? parseOptions(source, answer.answer, year) : fallbackOptions(source, year)] as const
  })
  return { ...fixedOptions(plan.selectors), ...Object.fromEntries(asked) }
}

const ask = async (api: Client, cache: ResponseCache, { call }: ServerOptions): Promise<Answer> => {
  const { path, query } = parseRequestUrl(call)
  try {
    return { answer: await cache.get(call, () => api.get(path, { query })) }
  } catch {
    return null
  }
}

/**
 * The options of every selector, null until all are known. A list that cannot be had is its fallback.
 * The plan is the same as long as the screen lives.
 */
export const useOptions = (plan: ReportPlan): OptionsBySelector | null => {
  const api = useApi()
  const { options: cache } = useSessionCache()
  const [lists, setLists] = useState<OptionsBySelector | null>(() => {
    const isKnown = serverOptions(plan).every(({ source }) => cache.held(source.call) !== null)
    return isKnown ? listsOf(plan, ({ call }) => cache.held(call)) : null
  })

  const isKnown = lists !== null
  useEffect(() => {
    if (isKnown) return undefined
    let isWanted = true
    const load = async () => {
      const sources = serverOptions(plan).map(({ source }) => source)
      const answers = await Promise.all(sources.map((source) => ask(api, cache, source)))
      if (isWanted) setLists(listsOf(plan, (source) => answers[sources.indexOf(source)] ?? null))
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [isKnown, api, cache, plan])
  return lists
}
