import { useState } from 'react'
import type { Series } from '../../engine/report-table.ts'

/** The list given first, as long as the given one holds the same series: an equal chart is not drawn again. */
export function useSameSeries(given: readonly Series[]): readonly Series[] {
  const [kept, setKept] = useState(given)
  const isSame = kept.length === given.length && kept.every((one, index) => one === given[index])
  if (!isSame) setKept(given)
  return isSame ? kept : given
}
