import type { Path } from '../diagnostic.ts'
import type { Option, ReportPlan, SelectorPlan } from '../../report/plan.ts'
import { type OptionsBySelector, selectionValues } from '../../report/selection.ts'
import { getSelectorDefinitionKind } from '../selectors.ts'
import { findRoute, type Route } from './routes.ts'
import { resolveParameters } from './sent-parameters.ts'

/** A value for each selector, with which the URLs are filled. */
export interface SampleRequest {
  readonly values: ReadonlyMap<string, string>
  /** Selectors whose values are known only from a response. */
  readonly open: ReadonlySet<string>
  /** Where the value of a selector is written, within the selectors. */
  readonly paths: ReadonlyMap<string, Path>
}

const TODAY = '2025-06-30'

interface Candidate {
  readonly option: Option
  readonly path: Path | null
  readonly isOpen: boolean
}

/** The requests by which a screen is compared with datasets: one for each fixed option of each selector. */
export function buildSampleRequests(
  { selectors }: Pick<ReportPlan, 'selectors'>,
  routes: readonly Route[],
): SampleRequest[] {
  const candidates = selectors.map((selector, index) => buildCandidates(selector, index, routes))
  const first = candidates.map((list) => list[0])
  const choices = candidates.flatMap((list, index) =>
    list.slice(index === 0 ? 0 : 1).map((one) => first.with(index, one)),
  )
  return choices.map((choice) => buildSample(selectors, choice))
}

function buildCandidates(selector: SelectorPlan, index: number, routes: readonly Route[]): Candidate[] {
  const { options } = selector
  const known = (value: string): Candidate => ({
    option: { value, label: value },
    path: null,
    isOpen: false,
  })
  const { sampleValue } = getSelectorDefinitionKind(selector)
  if (sampleValue !== null) return [known(sampleValue)]
  const fixed = (list: readonly Option[], path: Path) =>
    list.map((option, at): Candidate => ({ option, path: [index, ...path, at, 'value'], isOpen: false }))
  if ('fixed' in options) return fixed(options.fixed, ['options'])
  const fallback = 'fixed' in options.fallback ? fixed(options.fallback.fixed, ['options', 'fallback']) : []
  const from = findRoute(resolveParameters([], options.url, options.url, noChoice), routes)?.route.kind
  if (from === 'years') return [known('2025'), ...fallback]
  if (from === 'months') return [known('2025-03'), ...fallback]
  return [{ ...known('open'), isOpen: true }, ...fallback]
}

/** For a call that names no selector. */
export const noChoice: SampleRequest = { values: new Map(), open: new Set(), paths: new Map() }

function buildSample(
  selectors: readonly SelectorPlan[],
  choice: readonly (Candidate | undefined)[],
): SampleRequest {
  const chosen = selectors.map(({ name }, index) => ({ name, candidate: choice[index] }))
  const lists: OptionsBySelector = Object.fromEntries(
    chosen.map(({ name, candidate }) => [name, candidate === undefined ? [] : [candidate.option]]),
  )
  const selection = Object.fromEntries(
    chosen.map(({ name, candidate }) => [name, candidate?.option.value ?? '']),
  )
  return {
    values: selectionValues({ selectors }, selection, TODAY, lists),
    open: new Set(chosen.flatMap(({ name, candidate }) => (candidate?.isOpen ? [name] : []))),
    paths: new Map(
      chosen.flatMap(({ name, candidate }) =>
        candidate === undefined || candidate.path === null ? [] : [[name, candidate.path] as const],
      ),
    ),
  }
}
