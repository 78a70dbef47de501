import type { ReportPlan } from '../../report/plan.ts'
import { getSelectorKind } from '../../report/selectors.ts'
import { renderUrl, getPlaceholders } from '../../report/template.ts'
import type { SampleRequest } from './sample-requests.ts'

/** A part of a path or the value of a parameter, as it is sent for one choice. */
export interface SentParameter {
  readonly text: string
  /** The selectors and the parameters of the tab from which it is made. */
  readonly names: readonly string[]
  /** Whether it contains a value that is unknown until a request is sent. */
  readonly isOpen: boolean
  /** Whether it is made of year and month alone. */
  readonly isPeriod: boolean
}

/** A call of a report as it is sent for one choice. */
export interface SentRequest {
  /** The template, with what is fixed. */
  readonly url: string
  readonly path: readonly SentParameter[]
  readonly query: ReadonlyMap<string, SentParameter>
}

/** Fills the URL of a plan; `written` is its template before the parameters of the tab were filled in. */
export function resolveParameters(
  selectors: ReportPlan['selectors'],
  url: string,
  written: string,
  sample: SampleRequest,
): SentRequest {
  const chosen = new Map(
    selectors.flatMap(({ name, kind }) => [
      [name, { name, kind }] as const,
      [`${name}Name`, { name, kind }] as const,
    ]),
  )
  const send = (template: string, before: string): SentParameter => {
    const selected = getPlaceholders(template).flatMap(({ name }) => chosen.get(name) ?? [])
    const names = [...selected, ...getPlaceholders(before)].map(({ name }) => name)
    return {
      text: decode(renderUrl(template, sample.values)),
      names: [...new Set(names)],
      isOpen: selected.some(({ name }) => sample.open.has(name)),
      isPeriod:
        selected.length > 0 &&
        selected.every(({ kind }) => getSelectorKind({ kind }).period !== null) &&
        !/[A-Za-z0-9]/.test(template.replaceAll(/\{[^{}]*\}/g, '')),
    }
  }
  const [path = '', query] = split(url)
  const [pathBefore = '', queryBefore] = split(written)
  const partsBefore = pathBefore.split('/')
  const parts = path.split('/').map((part, index) => send(part, partsBefore[index] ?? ''))
  const pairsBefore = parsePairs(queryBefore)
  const pairs = parsePairs(query).map(
    ([name, value], index) => [decode(name), send(value, pairsBefore[index]?.[1] ?? '')] as const,
  )
  return { url, path: parts.slice(1), query: new Map(pairs) }
}

const split = (url: string) => url.split('?')

const parsePairs = (query: string | undefined): (readonly [string, string])[] =>
  query === undefined || query === ''
    ? []
    : query.split('&').map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      })

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
