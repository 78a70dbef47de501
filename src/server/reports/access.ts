import type { Report } from '../../engine/report-plan.ts'
import { likeness, nounOf, segmentsOf } from './call-template.ts'

/** Which menu ids open which report call (R66). */
export interface ReportAccess {
  /** The ids of which one suffices for the route with this pattern; none means that nobody may call it. */
  readonly idsFor: (pattern: string) => readonly number[]
}

/**
 * Derives the rights of the report calls from the definitions: a call opens with the id of any definition that
 * names it. A call that no definition names, such as the reading of one record, opens with the id of
 * any definition that names a call below the same noun.
 */
export function deriveReportAccess(reports: readonly Report[], patterns: readonly string[]): ReportAccess {
  const named = new Map<string, Set<number>>()
  const nouns = new Map<string, Set<number>>()
  for (const report of reports) {
    for (const call of callsOf(report)) {
      note(nouns, nounOf(call), report.menu.permission)
      for (const pattern of reachedBy(call, patterns)) note(named, pattern, report.menu.permission)
    }
  }
  return {
    idsFor: (pattern) => [...(named.get(pattern) ?? nouns.get(nounOf(pattern)) ?? [])],
  }
}

/** Every call template that a report names. */
export function callsOf(report: Report): readonly string[] {
  return report.plans.flatMap(({ data, download, selectors }) => [
    data.call,
    ...(download === null ? [] : [download.call]),
    ...selectors.flatMap(({ options }) => ('call' in options ? [options.call] : [])),
  ])
}

/** The route patterns that a call template leads to: those most like it, as a router would choose. */
function reachedBy(call: string, patterns: readonly string[]): readonly string[] {
  const segments = segmentsOf(call)
  const scored = patterns
    .map((pattern) => ({ pattern, score: likeness(segments, segmentsOf(pattern)) }))
    .filter(({ score }) => score !== null)
  const best = Math.max(...scored.map(({ score }) => score ?? 0))
  return scored.filter(({ score }) => score === best).map(({ pattern }) => pattern)
}

function note(ids: Map<string, Set<number>>, key: string, id: number): void {
  const found = ids.get(key) ?? new Set()
  ids.set(key, found.add(id))
}
