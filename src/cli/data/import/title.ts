import { monthNames } from '../../../time/calendar.ts'
import { grains, mapGrains, yearPartNames, yearParts } from '../../../time/grains.ts'
import { resolveLabels } from '../../../report/labels.ts'
import type { ReportPlan, Selection, SelectorPlan } from '../../../report/plan.ts'
import { formatCellText } from '../../../workbook/cells.ts'
import { normalizeHeader } from './cells.ts'
import type { Dimension, ImportTarget } from './import-target.ts'
import type { DatasetPlan, EndpointPlan, PathPart } from '../../../definition/datasets/dataset-plan.ts'
import { parseRequestUrl, type RequestUrl } from '../../../report/request/template.ts'

/** The title lines above the header row of a workbook of the portal. */
export interface Title extends CallValues {
  /** Whether the portal wrote the file; its workbooks may have rows of zeros. */
  readonly isPortal: boolean
}

/** Reads the title of a file and the line below it: the selection of a screen, or the values that the texts contain. */
export function readTitle(target: ImportTarget, [title = '', period = '']: readonly string[]): Title {
  const selected = title === '' ? null : findSelection(target, title, period)
  if (selected !== null) return { ...selected, isPortal: true }
  const values = Object.fromEntries(
    target.dimensions.flatMap((dimension) => {
      const value = findLeadingValue(dimension, title)
      return value === null ? [] : [[dimension.id, value]]
    }),
  )
  const isPeriod = /^\d{4}(?: [A-Z][a-z]+)?$/.test(period)
  const readPeriod = isPeriod ? parsePeriod(period) : null
  return { values, period: readPeriod, isPortal: title.includes(' - ') && isPeriod }
}

/** Finds the value of a dimension for a text, ignoring case, spaces and underscores; null if no value fits. */
export const findDimensionValue = ({ values }: Dimension, text: string): string | null =>
  values.find((value) => normalizeHeader(value) === normalizeHeader(text)) ?? null

/** The dimension value that a title begins with. */
const findLeadingValue = ({ values }: Dimension, title: string): string | null =>
  values.find((value) => normalizeHeader(title).startsWith(normalizeHeader(value))) ?? null

/** `2025-03` for `2025 March`, `2025` for a year alone; null for other texts. */
function parsePeriod(text: string): string | null {
  const year = /\b(?:19|20|21)\d\d\b/.exec(text)?.[0] ?? null
  const month = monthNames.findIndex((name) => text.split(' ').includes(name)) + 1
  if (year === null || month === 0) return year
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Selections of one screen that are compared with a title; screens with more are skipped. */
const MAX_SELECTIONS = 5_000

/** The values of the screen and selection whose workbook has this title and period. */
function findSelection(target: ImportTarget, title: string, period: string): CallValues | null {
  for (const screen of target.screens) {
    for (const selection of listSelections(target, screen, period)) {
      const names = resolveLabels(screen, selection, '')
      if (formatCellText(names.tableTitle).trim() !== title || formatCellText(names.period).trim() !== period)
        continue
      const read = readCall(target.dataset, names.dataCall)
      if (read !== null) return read
    }
  }
  return null
}

function listSelections(target: ImportTarget, { selectors }: ReportPlan, period: string): Selection[] {
  return selectors.reduce<Selection[]>(
    (selections, selector) => {
      const values = listValues(target, selector, period)
      if (selections.length * values.length > MAX_SELECTIONS) return []
      return selections.flatMap((selection) =>
        values.map((value) => ({ ...selection, [selector.name]: value })),
      )
    },
    [{}],
  )
}

/** The value of each selector of a period, from the line below the title; null for a line without it. */
const readPart: Readonly<Record<Exclude<SelectorPlan['kind'], 'select'>, (period: string) => string | null>> =
  {
    year: (period) => parsePeriod(period)?.slice(0, 4) ?? null,
    month: (period) => formatNumber(parsePeriod(period)?.slice(5)),
    ...mapGrains(yearParts, ({ pattern, parsePart }) => (period: string) => {
      const part = parsePart(new RegExp(`\\b${pattern}\\b`).exec(period)?.[0] ?? '')
      return part === null ? null : String(part)
    }),
    date: (period) => /\b\d{4}-\d\d-\d\d\b/.exec(period)?.[0] ?? null,
    dateRange: (period) => {
      const [first, last] = period.match(/\b\d{4}-\d\d-\d\d\b/g) ?? []
      return first === undefined || last === undefined ? null : `${first}..${last}`
    },
  }

const formatNumber = (digits: string | undefined): string | null =>
  digits === undefined || digits === '' ? null : String(Number(digits))

function listValues(
  target: ImportTarget,
  { kind: of, name, options }: SelectorPlan,
  period: string,
): string[] {
  if (of !== 'select') {
    const value = readPart[of](period)
    return value === null ? [] : [value]
  }
  const offered = 'fixed' in options ? options.fixed.map(({ value }) => value) : []
  const dimension = target.dataset.dimensions.find(({ id }) => id === name)
  const known = dimension?.values.map((value) => dimension.paths?.[value] ?? value) ?? []
  return [...new Set([...offered, ...known])]
}

/** The dimension values and the period of a request to a dataset's list. */
export interface CallValues {
  /** The values of dimensions, by their ids. */
  readonly values: Readonly<Record<string, string>>
  /** `2025`, `2025-03`, `2025-03-07`, or null. */
  readonly period: string | null
}

/** The screens that load the list of a dataset. */
export function findScreens(dataset: DatasetPlan, plans: readonly ReportPlan[]): ReportPlan[] {
  return plans.filter(({ data }) => matchList(dataset, parseTemplate(data.url)) !== null)
}

/** Reads the values of a request; null if it is not the list of the dataset. */
function readCall(dataset: DatasetPlan, call: RequestUrl): CallValues | null {
  const parts = matchList(dataset, call)
  if (parts === null) return null
  const values: Record<string, string> = {}
  for (const { id, values: known, paths } of dataset.dimensions) {
    const word = parts.get(id)
    const value = known.find((one) => (paths?.[one] ?? one) === word)
    if (value !== undefined) values[id] = value
  }
  const date = parts.get('date')
  if (date !== undefined) return { values, period: date }
  const [part] = yearPartNames.flatMap((name) => parts.get(name) ?? [])
  const year = parts.get('year') ?? part?.slice(0, 4)
  const month = parts.get('month')
  if (month === undefined) return { values, period: year ?? null }
  return { values, period: year === undefined ? month : `${year}-${month.padStart(2, '0')}` }
}

const isPeriod = (text: string): boolean => Object.values(grains).some(({ parse }) => parse(text) !== null)

const parseTemplate = (call: string): RequestUrl => {
  const { path, query } = parseRequestUrl(call)
  return { path: path.startsWith('/') ? path : `/${path}`, query }
}

/** The text for each placeholder of the list; null if the request does not match. */
function matchList(
  { endpoints, dimensions }: DatasetPlan,
  { path, query }: RequestUrl,
): ReadonlyMap<string, string> | null {
  const { list } = endpoints
  if (list === null) return null
  const segments = path.slice(1).split('/')
  const pairs = [...pairPath(list.path, segments), ...pairQuery(list.query, query)]
  const isList =
    segments.length === list.path.length &&
    Object.keys(query).length === list.query.length &&
    pairs.every(([part, text]) => {
      if (text === undefined) return false
      // An unfilled placeholder of a report matches any value.
      if (text.includes('{')) return 'placeholder' in part
      if ('text' in part) return part.text === text
      const dimension = dimensions.find(({ id }) => id === part.placeholder)
      if (dimension === undefined) return /^\d{1,4}$/.test(text) || isPeriod(text)
      return dimension.values.some((value) => (dimension.paths?.[value] ?? value) === text)
    })
  if (!isList) return null
  return new Map(
    pairs.flatMap(([part, text]) => ('placeholder' in part ? [[part.placeholder, text ?? '']] : [])),
  )
}

type Pair = readonly [part: PathPart, text: string | undefined]

const pairPath = (parts: readonly PathPart[], segments: readonly string[]): Pair[] =>
  parts.map((part, index) => {
    const segment = segments[index]
    return [part, segment?.includes('{') === false ? decodeURIComponent(segment) : segment]
  })

const pairQuery = (parts: EndpointPlan['query'], query: RequestUrl['query']): Pair[] =>
  parts.map(({ name, placeholder }) => [{ placeholder }, query[name]])
