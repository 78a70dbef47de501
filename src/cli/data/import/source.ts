import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { yearPartNames } from '../../../time/grains.ts'
import { parseRequestUrl } from '../../../report/request/template.ts'

/** What the API call of an exported workbook names. */
export interface Source {
  /** The values of dimensions, by their ids. */
  readonly values: Readonly<Record<string, string>>
  /** `2025`, `2025-03`, `2025-03-07`, or null. */
  readonly period: string | null
}

/** Reads the call of a dataset's list; null for another call. */
export function readSource({ endpoints, dimensions }: DatasetPlan, call: string): Source | null {
  const { list } = endpoints
  const { path, query } = parseRequestUrl(call)
  const segments = path.split('/').slice(1)
  if (list === null || segments.length !== list.path.length) return null
  const parts = new Map(list.query.map(({ name, placeholder }) => [placeholder, query[name] ?? '']))
  for (const [index, part] of list.path.entries()) {
    const segment = decodeURIComponent(segments[index] ?? '')
    if ('placeholder' in part) parts.set(part.placeholder, segment)
    else if (part.text !== segment) return null
  }
  const values: Record<string, string> = {}
  for (const { id, values: known, paths } of dimensions) {
    const value = known.find((one) => (paths?.[one] ?? one) === parts.get(id) || one === parts.get(id))
    if (value !== undefined) values[id] = value
  }
  return { values, period: formatPeriod(parts) }
}

function formatPeriod(parts: ReadonlyMap<string, string>): string | null {
  const [date, month] = [parts.get('date'), parts.get('month')]
  if (date !== undefined) return date
  const [part] = yearPartNames.flatMap((name) => parts.get(name) ?? [])
  const year = parts.get('year') ?? part?.slice(0, 4)
  if (month === undefined || year === undefined) return month ?? year ?? null
  return `${year}-${month.padStart(2, '0')}`
}
