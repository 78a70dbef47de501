import { parseNumber } from '../../report/response.ts'
import { parseDate } from '../../report/calendar.ts'
import { renderUrl, parseRequestUrl } from '../../report/template.ts'
import { getErrorReason } from '../../server/database/errors.ts'
import { type ApiClient, parseJson } from './api-client.ts'
import { UsageError } from '../command.ts'
import { type Draft, formatLabel } from './scaffold.ts'

type InferredDraft = Pick<Draft, 'recordsPath' | 'listPath' | 'key' | 'columns'>
type Fields = Readonly<Record<string, unknown>>

/** Infers key and columns of a report from a response to its call. Throws UsageError if it contains no records. */
export async function inferDefinition(
  api: ApiClient,
  call: string,
  values: ReadonlyMap<string, string>,
): Promise<InferredDraft> {
  const address = renderUrl(call, values)
  const response = await api.request(parseRequestUrl(address)).catch((error: unknown) => {
    throw new UsageError(`${address}: ${getErrorReason(error)}`)
  })
  const body = response.status === 200 ? parseJson(response) : undefined
  const found = findList(body, [], isRecord)
  if (found === null) throw new UsageError(`${address} answered ${response.status} without a list of records`)
  const records = found.list as readonly Fields[]
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const listed = findList(body, [], (entry) => typeof entry === 'string' && names.includes(entry))
  const key = inferKey(records, names)
  const columns = names
    .filter((name) => name !== key.field && !/^(id|year|month)$|_at$|At$/.test(name))
    .filter((name) => listed === null || !listed.list.includes(name))
    .filter((name) => records.every((record) => typeof parseNumber(record[name]) === 'number'))
    .map((field) => ({ field, label: formatLabel(field) }))
  if (columns.length === 0 && listed === null) {
    throw new UsageError(`the records of ${address} contain no numbers`)
  }
  return { recordsPath: found.path.join('.'), listPath: listed?.path ?? null, key, columns }
}

/** Infers the key of the records: a field of dates, else of months, else of texts. */
function inferKey(records: readonly Fields[], names: readonly string[]): Draft['key'] {
  const all = (fits: (value: unknown) => boolean) =>
    names.find((name) => records.every((record) => fits(record[name])))
  const date = all((value) => typeof value === 'string' && parseDate(value) !== null)
  if (date !== undefined) return { kind: 'date', field: date }
  const month = names.find((name) => /month/i.test(name))
  if (month !== undefined) return { kind: 'month', field: month }
  return { kind: 'text', field: all((value) => typeof value === 'string') ?? names[0] ?? 'name' }
}

const isRecord = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry)

/** The first list in a body whose entries all fit, at most two steps deep. */
function findList(
  value: unknown,
  path: readonly string[],
  fits: (entry: unknown) => boolean,
): { readonly path: readonly string[]; readonly list: readonly unknown[] } | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(fits) ? { path, list: value } : null
  if (typeof value !== 'object' || value === null || path.length > 2) return null
  for (const [name, entry] of Object.entries(value)) {
    const found = findList(entry, [...path, name], fits)
    if (found !== null) return found
  }
  return null
}
