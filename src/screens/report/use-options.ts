import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '../../api/api-context.ts'
import { fallbackOptions, fixedOptions, readOptions } from '../../engine/options.ts'
import type { Option, ReportPlan, ServerOptions } from '../../engine/report-plan.ts'
import type { OptionLists } from '../../engine/selection.ts'
import { splitCall } from '../../engine/template.ts'

const FIVE_MINUTES = 300_000

/** The options of every selector, null until all are known. A list that cannot be had is its fallback (spec §5). */
export const useOptions = (plan: ReportPlan): OptionLists | null => {
  const api = useApi()
  const asked = useMemo(
    () =>
      plan.selectors.flatMap(({ name, options }) => ('call' in options ? [{ name, source: options }] : [])),
    [plan],
  )
  const [currentYear] = useState(() => new Date().getFullYear())
  const answers = useQueries({
    queries: asked.map(({ source }) => ({
      queryKey: ['options', source.call],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<unknown> => {
        const { path, query } = splitCall(source.call)
        return api.get(path, { query, signal })
      },
      staleTime: FIVE_MINUTES,
    })),
    combine: (results) => results.map(({ data, isPending, isError }) => ({ data, isPending, isError })),
  })
  return useMemo(() => {
    if (answers.some(({ isPending }) => isPending)) return null
    const lists = asked.map(({ name, source }, index) => {
      const answer = answers[index]
      return [name, optionsOf(source, answer?.isError === false, answer?.data, currentYear)] as const
    })
    return { ...fixedOptions(plan.selectors), ...Object.fromEntries(lists) }
  }, [plan, asked, answers, currentYear])
}

const optionsOf = (
  source: ServerOptions,
  answered: boolean,
  body: unknown,
  year: number,
): readonly Option[] => (answered ? readOptions(source, body, year) : fallbackOptions(source, year))
