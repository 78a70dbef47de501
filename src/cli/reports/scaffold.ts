import type { Json } from './print-json.ts'
import { parseNumber } from '../../report/response.ts'
import { parseDate, parseHour } from '../../report/calendar.ts'
import { parseQuarter, parseWeek } from '../../report/parts-of-year.ts'
import type { KeyPlan, ReportPlan } from '../../report/plan.ts'
import { parseRequestUrl, renderUrl } from '../../report/template.ts'
import { getErrorReason } from '../../server/database/errors.ts'
import { type ApiClient, parseJson } from './api-client.ts'
import { UsageError } from '../command.ts'

/** The input for a new report. */
export interface Draft {
  readonly schema: string
  readonly id: string
  readonly title: string
  readonly permission: number
  readonly order: number
  readonly selectors: readonly PeriodSelector[]
  /** The call that lists the years; without one two years are offered. */
  readonly years?: string
  /** Lists to choose from, beside the period. */
  readonly choices?: readonly {
    readonly name: string
    readonly label: string
    readonly values: readonly string[]
  }[]
  readonly url: string
  readonly download: string | null
  readonly recordsPath: string
  /** The path of the names of further columns in the response; null if it has none. */
  readonly listPath: readonly string[] | null
  readonly key: { readonly kind: KeyPlan['kind']; readonly field: string; readonly label?: string }
  readonly columns: readonly { readonly field: string; readonly label: string }[]
}

/** The header of each kind of key, and the missing rows that a screen with these selectors can add. */
const keyKinds: Readonly<
  Record<
    KeyPlan['kind'],
    {
      readonly label: string
      readonly fill: ReportPlan['rows']['fillMissing']
      readonly needs: readonly PeriodSelector[]
    }
  >
> = {
  date: { label: 'Date', fill: 'days', needs: ['month', 'week', 'quarter'] },
  hour: { label: 'Hour', fill: 'hours', needs: ['date'] },
  week: { label: 'Week', fill: 'weeks', needs: ['year'] },
  month: { label: 'Month', fill: 'months', needs: ['year'] },
  quarter: { label: 'Quarter', fill: 'quarters', needs: ['year'] },
  text: { label: 'Name', fill: 'none', needs: [] },
}

/** The selectors of a period that a call can name, in the order of the form. */
export const periodSelectors = ['year', 'month', 'week', 'quarter', 'date'] as const
type PeriodSelector = (typeof periodSelectors)[number]

/** A first definition: plain, complete, and good to be changed. */
export function scaffoldDefinition(draft: Draft): Json {
  const {
    schema,
    id,
    title,
    permission,
    order,
    selectors,
    url,
    download,
    recordsPath,
    listPath,
    key,
    columns,
  } = draft
  const { years, choices = [] } = draft
  const yearOptions = years === undefined ? { fixed: [2025, 2024] } : { url: years, fallback: { last: 3 } }
  const group = listPath?.at(-1) ?? null
  const { label: keyLabel, fill, needs } = keyKinds[key.kind]
  const fillMissing = group === null && needs.some((kind) => selectors.includes(kind)) ? fill : 'none'
  return {
    $schema: schema,
    id,
    path: `/report/${id}`,
    title,
    menu: { label: title, permission, order },
    breadcrumb: ['Reports', '{report}'],
    selectors: [
      ...choices.map(({ name, label, values }) => ({
        kind: 'select',
        name,
        label,
        prompt: `Choose ${label}`,
        options: values.map((value) => ({ value, label: value })),
      })),
      ...selectors.map((kind) => (kind === 'year' ? { kind, options: yearOptions } : { kind })),
    ],
    data: {
      url,
      ...(recordsPath === 'records' ? {} : { recordsPath }),
      ...(listPath === null || group === null ? {} : { listPaths: { [group]: listPath.join('.') } }),
    },
    rows: {
      key: { kind: key.kind, field: key.field, label: key.label ?? keyLabel },
      ...(fillMissing === 'none' ? {} : { fillMissing }),
      total: 'Total',
    },
    columns: [
      ...columns.map(({ field, label }) => ({ field, label, ...(isRate(label) ? { total: 'mean' } : {}) })),
      ...(group === null ? [] : [{ list: group, id: group }]),
    ],
    ...(download === null
      ? {}
      : {
          download: {
            url: download,
            fileName: buildFileName(id, [...choices.map(({ name }) => name), ...selectors]),
          },
        }),
  }
}

const RATE = /\b(?:average|avg|mean|rate|ratio|percent|percentage|share|price)\b|%/i

/** Whether a heading names values that cannot be added up, such as averages and percentages. */
export const isRate = (heading: string): boolean => RATE.test(formatLabel(heading))

const buildFileName = (id: string, selectors: readonly string[]) =>
  [
    id.replaceAll('-', '_'),
    ...selectors.map((name) =>
      name === 'month' || name === 'week'
        ? `{${name}:2}`
        : name === 'year' || name === 'date'
          ? `{${name}}`
          : `{${name}:snake}`,
    ),
  ].join('_') + '.xlsx'

/** `answeredCalls` and `answered_calls` as `Answered Calls`. */
export function formatLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

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
    .filter((name) => name !== key.field && !/^(id|year|month)$/.test(name) && !TIMESTAMP.test(name))
    .filter((name) => listed === null || !listed.list.includes(name))
    .filter((name) => records.every((record) => typeof parseNumber(record[name]) === 'number'))
    .map((field) => ({ field, label: formatLabel(field) }))
  if (columns.length === 0 && listed === null) {
    throw new UsageError(`the records of ${address} contain no numbers`)
  }
  return { recordsPath: found.path.join('.'), listPath: listed?.path ?? null, key, columns }
}

const TIMESTAMP = /_at$|At$/

/**
 * Infers the key of the records: a field of dates, else of months, else of texts. Preferred is one that differs in each
 * record, then any that differs at all: a constant, such as the time of the report, identifies no row.
 */
function inferKey(records: readonly Fields[], names: readonly string[]): Draft['key'] {
  const find = (fits: (value: unknown) => boolean, isCandidate = (_name: string) => true) => {
    const fitting = names
      .filter((name) => isCandidate(name) && records.every((record) => fits(record[name])))
      .toSorted((a, b) => Number(TIMESTAMP.test(a)) - Number(TIMESTAMP.test(b)))
    const count = (name: string) => new Set(records.map((record) => record[name])).size
    return fitting.find((name) => count(name) === records.length) ?? fitting.find((name) => count(name) > 1)
  }
  const isTime = (value: unknown) =>
    typeof value === 'string' && parseDate(value) !== null && (parseHour(value) ?? 0) > 0
  const isHourly = (name: string) => records.some((record) => isTime(record[name])) && !TIMESTAMP.test(name)
  const date = find((value) => typeof value === 'string' && parseDate(value) !== null)
  if (date !== undefined) return { kind: isHourly(date) ? 'hour' : 'date', field: date }
  for (const [kind, parse] of [
    ['week', parseWeek],
    ['quarter', parseQuarter],
  ] as const) {
    const field = find((value) => typeof value === 'string' && parse(value) !== null)
    if (field !== undefined) return { kind, field }
  }
  const isMonth = (value: unknown) => value !== null && value !== undefined && value !== ''
  const month = find(isMonth, (name) => /month/i.test(name))
  if (month !== undefined) return { kind: 'month', field: month }
  return { kind: 'text', field: find((value) => typeof value === 'string') ?? names[0] ?? 'name' }
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
