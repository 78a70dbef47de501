import { useState } from 'react'
import type { ChartType } from '../../engine/report-plan.ts'

/** The kinds of chart shown so far: a view once made stays, so that coming back to it costs no start. */
export function useMounted(shown: ChartType | null): ReadonlySet<ChartType> {
  const [mounted, setMounted] = useState<ReadonlySet<ChartType>>(new Set())
  if (shown === null || mounted.has(shown)) return mounted
  const next = new Set(mounted).add(shown)
  setMounted(next)
  return next
}
