import {
  type DatasetPlan,
  type EndpointPlan,
  type PathPart,
} from '../../../definition/datasets/dataset-plan.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import { type RequestUrl, parseRequestUrl } from '../../../report/template.ts'

/** What a filled call of a dataset's list asks for. */
export interface CallValues {
  /** The values of dimensions, by their ids. */
  readonly values: Readonly<Record<string, string>>
  /** `2025`, `2025-03`, or null. */
  readonly period: string | null
}

/** The screens whose call is the list of a dataset. */
export function findScreens(dataset: DatasetPlan, plans: readonly ReportPlan[]): ReportPlan[] {
  return plans.filter(({ data }) => partsOf(dataset, templateOf(data.call)) !== null)
}

/** Reads what a filled call asks for; null where it is not the list of the dataset. */
export function readCall(dataset: DatasetPlan, call: RequestUrl): CallValues | null {
  const parts = partsOf(dataset, call)
  if (parts === null) return null
  const values: Record<string, string> = {}
  for (const { id, values: known, paths } of dataset.dimensions) {
    const word = parts.get(id)
    const value = known.find((one) => (paths?.[one] ?? one) === word)
    if (value !== undefined) values[id] = value
  }
  const [year, month] = [parts.get('year'), parts.get('month')]
  if (month === undefined) return { values, period: year ?? null }
  return { values, period: year === undefined ? month : `${year}-${month.padStart(2, '0')}` }
}

const templateOf = (call: string): RequestUrl => {
  const { path, query } = parseRequestUrl(call)
  return { path: path.startsWith('/') ? path : `/${path}`, query }
}

/** What stands in the place of each placeholder of the list; null where the call has another form. */
function partsOf(
  { endpoints, dimensions }: DatasetPlan,
  { path, query }: RequestUrl,
): ReadonlyMap<string, string> | null {
  const { list } = endpoints
  if (list === null) return null
  const segments = path.slice(1).split('/')
  const pairs = [...inPath(list.path, segments), ...inQuery(list.query, query)]
  const isList =
    segments.length === list.path.length &&
    Object.keys(query).length === list.query.length &&
    pairs.every(([part, text]) => {
      if (text === undefined) return false
      // What a report's template leaves open may be anything.
      if (text.includes('{')) return 'placeholder' in part
      if ('text' in part) return part.text === text
      const dimension = dimensions.find(({ id }) => id === part.placeholder)
      if (dimension === undefined) return /^\d{1,4}(?:-\d\d)?$/.test(text)
      return dimension.values.some((value) => (dimension.paths?.[value] ?? value) === text)
    })
  if (!isList) return null
  return new Map(
    pairs.flatMap(([part, text]) => ('placeholder' in part ? [[part.placeholder, text ?? '']] : [])),
  )
}

type Pair = readonly [part: PathPart, text: string | undefined]

const inPath = (parts: readonly PathPart[], segments: readonly string[]): Pair[] =>
  parts.map((part, index) => {
    const segment = segments[index]
    return [part, segment?.includes('{') === false ? decodeURIComponent(segment) : segment]
  })

const inQuery = (parts: EndpointPlan['query'], query: RequestUrl['query']): Pair[] =>
  parts.map(({ name, placeholder }) => [{ placeholder }, query[name]])
