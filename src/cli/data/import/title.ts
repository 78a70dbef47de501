import { monthNames } from '../../../report/calendar.ts'
import { resolveLabels } from '../../../report/labels.ts'
import type { ReportPlan, Selection, SelectorPlan } from '../../../report/plan.ts'
import { cellText } from '../../../server/workbook/cells.ts'
import { normalizeHeader } from './cells.ts'
import type { Dimension, RecordType } from './import-target.ts'
import type { DatasetPlan, EndpointPlan, PathPart } from '../../../definition/datasets/dataset-plan.ts'
import { parseRequestUrl, type RequestUrl } from '../../../report/template.ts'

/** What stands above the headings of a workbook of the portal. */
export interface Title extends CallValues {
  /** Whether only the portal writes such lines: its workbook may have rows of zeros. */
  readonly isPortal: boolean
}

/** Reads the title of a file and the line below it: what the screen had chosen, or what the words say. */
export function readTitle(kind: RecordType, [title = '', period = '']: readonly string[]): Title {
  const chosen = title === '' ? null : chosenIn(kind, title, period)
  if (chosen !== null) return { ...chosen, isPortal: true }
  const values = Object.fromEntries(
    kind.dimensions.flatMap((dimension) => {
      const value = valueAtStart(dimension, title)
      return value === null ? [] : [[dimension.id, value]]
    }),
  )
  const isPeriod = /^\d{4}(?: [A-Z][a-z]+)?$/.test(period)
  const said = isPeriod ? periodIn(period) : null
  return { values, period: said, isPortal: title.includes(' - ') && isPeriod }
}

/** A value of a dimension that a text names: `NORTH_TO_SOUTH` as `North to South` too; null for none. */
export const readValue = ({ values }: Dimension, text: string): string | null =>
  values.find((value) => normalizeHeader(value) === normalizeHeader(text)) ?? null

/** The value that a title begins with. */
const valueAtStart = ({ values }: Dimension, title: string): string | null =>
  values.find((value) => normalizeHeader(title).startsWith(normalizeHeader(value))) ?? null

/** `2025-03` for `2025 March`, `2025` for a year alone; null for other texts. */
function periodIn(text: string): string | null {
  const year = /\b(?:19|20|21)\d\d\b/.exec(text)?.[0] ?? null
  const month = monthNames.findIndex((name) => text.split(' ').includes(name)) + 1
  if (year === null || month === 0) return year
  return `${year}-${String(month).padStart(2, '0')}`
}

/** So many selections of one screen are tried; a screen with more is known by its words alone. */
const MOST_SELECTIONS = 5_000

/** What the screen had chosen whose workbook has this title and period. */
function chosenIn(kind: RecordType, title: string, period: string): CallValues | null {
  for (const screen of kind.screens) {
    for (const selection of selectionsOf(kind, screen, period)) {
      const names = resolveLabels(screen, selection, '')
      if (cellText(names.tableTitle).trim() !== title || cellText(names.period).trim() !== period) continue
      const read = readCall(kind.dataset, names.dataCall)
      if (read !== null) return read
    }
  }
  return null
}

function selectionsOf(kind: RecordType, { selectors }: ReportPlan, period: string): Selection[] {
  return selectors.reduce<Selection[]>(
    (made, selector) => {
      const values = valuesOf(kind, selector, period)
      if (made.length * values.length > MOST_SELECTIONS) return []
      return made.flatMap((selection) => values.map((value) => ({ ...selection, [selector.name]: value })))
    },
    [{}],
  )
}

function valuesOf(kind: RecordType, { kind: of, name, options }: SelectorPlan, period: string): string[] {
  const [year, month] = (periodIn(period) ?? '').split('-')
  if (of === 'year') return year === undefined || year === '' ? [] : [year]
  if (of === 'month') return month === undefined ? [] : [String(Number(month))]
  const offered = 'fixed' in options ? options.fixed.map(({ value }) => value) : []
  const dimension = kind.dataset.dimensions.find(({ id }) => id === name)
  const known = dimension?.values.map((value) => dimension.paths?.[value] ?? value) ?? []
  return [...new Set([...offered, ...known])]
}

/** What a filled call of a dataset's list asks for. */
export interface CallValues {
  /** The values of dimensions, by their ids. */
  readonly values: Readonly<Record<string, string>>
  /** `2025`, `2025-03`, or null. */
  readonly period: string | null
}

/** The screens whose call is the list of a dataset. */
export function findScreens(dataset: DatasetPlan, plans: readonly ReportPlan[]): ReportPlan[] {
  return plans.filter(({ data }) => partsOf(dataset, templateOf(data.url)) !== null)
}

/** Reads what a filled call asks for; null where it is not the list of the dataset. */
function readCall(dataset: DatasetPlan, call: RequestUrl): CallValues | null {
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
