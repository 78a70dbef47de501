import type { Path } from '../diagnostics/diagnostic.ts'
import type { Option, ReportPlan, SelectorPlan } from '../report/model/report-plan.ts'
import { listMultiple, selectionValues } from '../report/selection/selection.ts'
import { getSampleValue } from '../report/selection/sample-values.ts'
import { isPeriod, listPlaceholders } from '../report/selection/selector-kinds.ts'
import type { DatasetPlan } from './dataset-plan.ts'
import { findRoute, type Route, type SentParameter, type SentRequest } from './routes.ts'
import { getPlaceholders, renderUrl } from '../report/model/template.ts'

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

/** Builds the requests by which a screen is compared with datasets: one for each fixed option of each selector. */
export function buildSampleRequests(
  { selectors }: Pick<ReportPlan, 'selectors'>,
  routes: readonly Route[],
): SampleRequest[] {
  const candidates = selectors.map((selector, index) => buildCandidates(selector, index, routes))
  const first = candidates.map((list) => list[0])
  const choices = candidates.flatMap((list, index) =>
    list.slice(index === 0 ? 0 : 1).map((choice) => first.with(index, choice)),
  )
  return choices.map((choice) => buildSample(selectors, choice))
}

function buildCandidates(selector: SelectorPlan, index: number, routes: readonly Route[]): Candidate[] {
  const { options } = selector
  const createSample = (value: string, isOpen = false) => ({
    option: { value, label: value },
    path: null,
    isOpen,
  })
  const sampleValue = getSampleValue(selector.kind)
  if (sampleValue !== null) return [createSample(sampleValue)]
  const fixed = (list: readonly Option[], path: Path) =>
    list.map((option, at) => ({ option, path: [index, ...path, at, 'value'], isOpen: false }))
  if ('fixed' in options) return fixed(options.fixed, ['options'])
  const fallback = 'fixed' in options.fallback ? fixed(options.fallback.fixed, ['options', 'fallback']) : []
  const from = findRoute(resolveParameters([], options.url, noChoice), routes)?.route.kind
  if (from === 'years') return [createSample('2025'), ...fallback]
  return [from === 'months' ? createSample('2025-03') : createSample('open', true), ...fallback]
}

/** For a call that names no selector. */
export const noChoice: SampleRequest = { values: new Map(), open: new Set(), paths: new Map() }

function buildSample(
  selectors: readonly SelectorPlan[],
  choice: readonly (Candidate | undefined)[],
): SampleRequest {
  const chosen = selectors.flatMap(({ name }, index) => {
    const candidate = choice[index]
    return candidate === undefined ? [] : [{ name, ...candidate }]
  })
  const lists = Object.fromEntries(chosen.map(({ name, option }) => [name, [option]]))
  const selection = Object.fromEntries(chosen.map(({ name, option }) => [name, option.value]))
  return {
    values: selectionValues({ selectors }, selection, TODAY, lists),
    open: new Set(chosen.flatMap(({ name, isOpen }) => (isOpen ? [name] : []))),
    paths: new Map(chosen.flatMap(({ name, path }) => (path === null ? [] : [[name, path] as const]))),
  }
}

/** Finds the datasets whose list a screen calls, by id. */
export function bindDatasets(
  screen: Pick<ReportPlan, 'selectors'>,
  url: string,
  routes: readonly Route[],
): readonly string[] {
  const matches = buildSampleRequests(screen, routes).flatMap((sample) => {
    const match = findRoute(resolveParameters(screen.selectors, url, sample), routes)
    return match === null || match.isPeriodOther || match.route.kind !== 'list' ? [] : match.route.dataset.id
  })
  return [...new Set(matches)]
}

/** Lists the datasets whose records a screen shows. */
export const listBound = (
  datasets: readonly DatasetPlan[],
  { data }: Pick<ReportPlan, 'data'>,
): readonly DatasetPlan[] => datasets.filter(({ id }) => data.binding.includes(id))

/** Fills a URL as it is written; `fixed` are the placeholders whose values are fixed for the screen. */
export function resolveParameters(
  selectors: ReportPlan['selectors'],
  written: string,
  sample: SampleRequest,
  fixed: ReadonlyMap<string, string> = new Map(),
): SentRequest {
  const chosen = new Map(
    selectors.flatMap((selector) => listPlaceholders(selector).map((name) => [name, selector] as const)),
  )
  const send = (part: string): SentParameter => {
    const template = renderUrl(part, fixed)
    const selected = getPlaceholders(template).flatMap(({ name }) => chosen.get(name) ?? [])
    const names = [...selected, ...getPlaceholders(part)].map(({ name }) => name)
    return {
      text: decode(renderUrl(template, sample.values, listMultiple({ selectors }))),
      names: [...new Set(names)],
      isOpen: selected.some(({ name }) => sample.open.has(name)),
      isMultiple: selected.some(({ multiple }) => multiple),
      isPeriod:
        selected.length > 0 &&
        selected.every(isPeriod) &&
        !/[A-Za-z0-9]/.test(template.replaceAll(/\{[^{}]*\}/g, '')),
    }
  }
  const [path = '', query] = written.split('?')
  const [, ...parts] = path.split('/').map(send)
  const pairs = query ? query.split('&').map((pair) => pair.split(/=(.*)/s)) : []
  const parameters = pairs.map(([name = '', value = '']) => [decode(name), send(value)] as const)
  return { url: renderUrl(written, fixed), path: parts, query: new Map(parameters) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
