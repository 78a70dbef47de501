import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import type { Unmatched } from '../../../query/join-groups.ts'
import type { QueryPlan } from '../../../query/plan.ts'

/** The most records that a sentence names. */
const MAX_NAMED = 5

/** Describes what only one of two joined datasets has, as sentences. */
export function describeUnmatched(
  sources: readonly DatasetPlan[],
  { inputs }: QueryPlan,
  { input, missing, extra }: Unmatched,
): string[] {
  const [source = '', joined = ''] = [sources[0]?.title, sources[input]?.title]
  const rows = inputs[input]?.join?.rows ?? 'source'
  const describe = (title: string, names: readonly string[], consequence: string): string[] => {
    if (names.length === 0) return []
    return rows === 'both'
      ? [`Not counted, because ${title} has no record of it: ${listNames(names)}.`]
      : [`${title} has no record of ${listNames(names)}${consequence}.`]
  }
  return [
    ...describe(joined, missing, '; figures that need one leave these out'),
    ...describe(source, extra, rows === 'all' ? '' : '; rows without any are not shown'),
  ]
}

function listNames(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  return names.length <= MAX_NAMED ? named : `${named} and ${names.length - MAX_NAMED} more`
}
