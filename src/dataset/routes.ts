import { findClosestMatch, suggestMeant } from '../diagnostics/diagnostic.ts'
import {
  type DatasetPlan,
  type EndpointPlan,
  type PathPart,
  type ReadKind,
  readKinds,
} from './dataset-plan.ts'
import { isPeriodPlaceholder } from './placeholders.ts'

/** A part of a path or the value of a parameter, as it is sent for one choice. */
export interface SentParameter {
  readonly text: string
  /** The selectors and the parameters of the tab from which it is made. */
  readonly names: readonly string[]
  /** Whether it contains a value that is unknown until a request is sent. */
  readonly isOpen: boolean
  /** Whether it can contain several values, joined by commas. */
  readonly isMultiple: boolean
  /** Whether it is made of year and month alone. */
  readonly isPeriod: boolean
}

export interface SentRequest {
  /** The template, with what is fixed. */
  readonly url: string
  readonly path: readonly SentParameter[]
  readonly query: ReadonlyMap<string, SentParameter>
}

export interface Route {
  readonly dataset: DatasetPlan
  readonly kind: ReadKind
  readonly endpoint: EndpointPlan
}

/** The endpoint of a call; `isPeriodOther` if only the format of the period does not match. */
export interface Found {
  readonly route: Route
  readonly isPeriodOther: boolean
}

/** Lists every endpoint of the datasets that answers GET. */
export const buildRoutes = (datasets: readonly DatasetPlan[]): Route[] =>
  datasets.flatMap((dataset) =>
    readKinds.flatMap((kind) => {
      const endpoint = dataset.endpoints[kind]
      return endpoint === null ? [] : [{ dataset, kind, endpoint }]
    }),
  )

/** Finds the endpoint that serves a call; in each part, text has precedence over placeholders. Null without one. */
export function findRoute(call: SentRequest, routes: readonly Route[]): Found | null {
  let best: { readonly route: Route; readonly ranks: readonly number[] } | null = null
  for (const route of routes) {
    const ranks = rankParts(call.path, route.endpoint.path, route.dataset)
    if (ranks !== null && (best === null || isBefore(ranks, best.ranks))) best = { route, ranks }
  }
  if (best !== null) return { route: best.route, isPeriodOther: false }
  const match = routes.find(
    ({ kind, endpoint, dataset }) =>
      (kind === 'list' || kind === 'download') && isSameButPeriod(call, endpoint, dataset),
  )
  return match === undefined ? null : { route: match, isPeriodOther: true }
}

const isBefore = (ranks: readonly number[], best: readonly number[]): boolean => {
  const index = ranks.findIndex((rank, at) => rank !== best[at])
  return index >= 0 && (ranks[index] ?? 0) > (best[index] ?? 0)
}

const TEXT = 3
const PLACEHOLDER = 2
const UNKNOWN = 1
const OTHER = 0

/** Ranks how well each part matches; null if one does not match. */
function rankParts(path: readonly SentParameter[], parts: readonly PathPart[], dataset: DatasetPlan) {
  const ranks = parts.map((part, index) => rankPart(path[index], part, dataset))
  return path.length === parts.length && !ranks.includes(OTHER) ? ranks : null
}

function rankPart(sent: SentParameter | undefined, part: PathPart, { dimensions }: DatasetPlan): number {
  if (sent === undefined || sent.text === '') return OTHER
  if ('text' in part) return !sent.isOpen && sent.text === part.text ? TEXT : OTHER
  const paths = dimensions.find(({ id }) => id === part.placeholder)?.paths ?? null
  if (paths === null) return PLACEHOLDER
  // Values with a spelling are texts for a router; any other text is probably an invalid value of this dimension.
  return !sent.isOpen && Object.values(paths).includes(sent.text) ? TEXT : UNKNOWN
}

const isPeriodPart = (part: PathPart) => 'placeholder' in part && isPeriodPlaceholder(part.placeholder)

function isSameButPeriod(call: SentRequest, { path }: EndpointPlan, dataset: DatasetPlan): boolean {
  const isPeriodSent = [...call.path, ...call.query.values()].some(({ isPeriod }) => isPeriod)
  const ranks = rankParts(
    call.path.filter(({ isPeriod }) => !isPeriod),
    path.filter((part) => !isPeriodPart(part)),
    dataset,
  )
  return isPeriodSent && ranks !== null && !ranks.includes(UNKNOWN)
}

/** Formats the end of a sentence that names the most similar URL: of these kinds, or of any. */
export function suggestUrl(
  url: string,
  routes: readonly Route[],
  kinds: readonly ReadKind[] = readKinds,
): string {
  const urls = routes.filter(({ kind }) => kinds.includes(kind)).map(({ endpoint }) => endpoint.url)
  return suggestMeant(findClosestMatch(url, urls))
}

/** Returns true if an endpoint may serve a call: their parts are equal, or one of them is open. */
export function canServe(endpoint: string, call: string): boolean {
  const [parts = [], sent = []] = [endpoint, call].map((url) => url.replace(/\?.*$/, '').split('/'))
  return parts.length === sent.length && parts.every((part, index) => isOpenOrSame(part, sent[index] ?? ''))
}

/** Returns true if two parts of calls can come to one text. */
export const isOpenOrSame = (part: string, other: string): boolean =>
  part === other || part.includes('{') || other.includes('{')
