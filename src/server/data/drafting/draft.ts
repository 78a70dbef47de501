import { z } from 'zod'
import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'
import { reservedKeys } from '../../../diagnostics/json-document.ts'
import { isDayPart } from '../../../time/grains.ts'
import type { Inferred } from './infer.ts'

/** What a new report says beside its data. */
export interface Draft {
  readonly id: string
  readonly title: string
  readonly permission: number
  readonly order: number
}

const WrittenMenu = z.object({ menu: z.object({ permission: z.number(), order: z.number() }) })

/** Reads the place of a report in the menu, also of one with errors; nothing if it has none. */
function readMenu(text: string) {
  try {
    const written = WrittenMenu.safeParse(JSON.parse(text))
    return written.success ? [written.data.menu] : []
  } catch {
    return []
  }
}

/** Returns the right and the place in the menu that follow those of other reports. */
export function placeReport(reports: readonly string[]): Pick<Draft, 'permission' | 'order'> {
  const menus = reports.flatMap(readMenu)
  return {
    permission: Math.max(89, ...menus.map(({ permission }) => permission)) + 1,
    order: Math.max(0, ...menus.map(({ order }) => order)) + 1,
  }
}

/** Formats a definition; its innermost objects and lists are in one line each. */
export const formatDefinition = (definition: object): string =>
  `${JSON.stringify(definition, null, 2).replaceAll(
    /(?<=[[{])\n\s+[^[\]{}]{0,200}(?=\n\s+[\]}])\n\s+/g,
    (inner) => ` ${inner.trim().replaceAll(/\n\s+/g, ' ')} `,
  )}\n`

/** Returns a period with which an import of the file can be tried; null if the file says its periods. */
export const getTriedPeriod = ({ key: { kind, hasPeriod } }: Inferred): string | null =>
  hasPeriod ? null : kind === 'year' ? '2025' : '2025-03'

/** Drafts a report: plain, complete, and good to be changed. Without a dataset two years and all months are offered. */
export const draftReport = (draft: Draft, inferred: Inferred, isServed: boolean) =>
  isServed && inferred.names.length === 0
    ? draftQuestion(draft, inferred)
    : draftCall(draft, inferred, isServed)

/** Drafts a report that asks its dataset: a table over names or times, with a selector for each other dimension. */
function draftQuestion({ id, title, permission, order }: Draft, inferred: Inferred) {
  const { key, dimensions, measures, computed, texts } = inferred
  const rowDimensions = listShown(inferred)
  const by = listRows(inferred)
  const [byMeasure] = measures.filter((one) => one.total === null)
  const isRanked = byMeasure !== undefined && !by.includes(getTime(inferred))
  return {
    id,
    title,
    menu: { label: title, permission, order },
    selectors: [
      ...(isDayPart(key.kind)
        ? [{ kind: 'date' }]
        : [{ kind: 'year' }, ...(hasMonth(key.kind, rowDimensions) ? [{ kind: 'month' }] : [])]),
      ...dimensions
        .filter((one) => one.values.length > 1 && !by.includes(one.id))
        .map(({ id: dimension, label }) => ({
          dimension,
          label,
          ...((texts.length > 0 || listUnitDimensions(inferred).includes(dimension)) && { multiple: false }),
        })),
    ],
    data: { dataset: id },
    rows: {
      by,
      ...(isRanked && { sort: `-${byMeasure.field}` }),
      ...(isRanked &&
        (rowDimensions[0]?.values.length ?? 0) > MOST_ROWS && { top: MOST_ROWS, rest: 'Others' }),
      total: 'Total',
    },
    columns: [
      ...draftMeasures(measures, computed),
      ...texts.map(({ field, label }) => ({ text: field, label })),
    ],
  }
}

const getTime = ({ key: { kind } }: Inferred): string => (kind === 'date' ? 'day' : kind)

/** Lists the dimensions whose value is the unit of a measure. */
const listUnitDimensions = ({ measures }: Inferred) => measures.flatMap(({ unitFrom }) => unitFrom ?? [])

/** Lists the dimensions and the time of the rows. A row with a text is one record. */
function listRows(inferred: Inferred): string[] {
  const { key, texts } = inferred
  const rowDimensions = listShown(inferred).map(({ id }) => id)
  const isTimed = rowDimensions.length === 0 || (texts.length > 0 && !isChosenTime(key.kind))
  // Amounts of two currencies are in rows of their own.
  return [
    ...new Set([...(isTimed ? [getTime(inferred)] : []), ...rowDimensions, ...listUnitDimensions(inferred)]),
  ].slice(0, 2)
}

/** Returns true for a time of which selectors choose one. */
const isChosenTime = (kind: Inferred['key']['kind']): boolean => kind === 'month' || kind === 'year'

/** Returns true for days, and for months unless they are the rows. */
const hasMonth = (kind: Inferred['key']['kind'], shown: Inferred['dimensions']): boolean =>
  kind === 'date' || (kind === 'month' && shown.length > 0)

function draftMeasures(measures: Inferred['measures'], computed: Inferred['computed']) {
  const describeLook = ({ style, unit }: Inferred['list']) => [style, unit].join(' ').trim()
  const looks = measures.filter(({ sum }) => sum.length === 0).map(describeLook)
  const charted = looks.includes('') ? '' : looks[0]
  return [
    ...measures.map((measure) => ({
      ...draftMeasure(measure),
      // One axis cannot compare money with other numbers, or a sum with its parts.
      ...((describeLook(measure) !== charted || measure.sum.length > 0) && { role: 'total' }),
    })),
    ...computed,
  ]
}

/** Drafts the column of a measure. Percentages say how records count: the mean of all. Points are divided by 100. */
function draftMeasure(measure: Inferred['measures'][number]) {
  const { field, label, style, decimals, total } = measure
  if (style !== 'points' && style !== 'percent') {
    if (total === null) return { field, label, ...draftNumbers(measure) }
    return { id: field, label, value: `${total}(${field})`, ...draftNumbers(measure), role: 'series' }
  }
  const value = `${total ?? 'sum'}(${field}${total === 'mean' ? ', 1' : ''})${style === 'points' ? ' / 100' : ''}`
  const digits = Math.max(0, (decimals ?? 4) - (style === 'points' ? 0 : 2))
  return { id: field, label, value, format: { style: 'percent', decimals: digits }, role: 'series' }
}

/** Drafts a report with calls of its own, for lists of names. */
function draftCall({ id, title, permission, order }: Draft, inferred: Inferred, isServed: boolean) {
  const { key, dimensions, measures, computed, names, list } = inferred
  const calls = draftCalls(id, inferred)
  const selectors = periodSelectors.filter((kind) => calls.list.includes(`{${kind}}`))
  const periods: Readonly<Record<string, object>> = isServed
    ? {
        year: { options: { url: calls.years, fallback: { last: 3 } }, default: 'latest' },
        month: { options: { url: calls.months }, default: 'latest' },
      }
    : { year: { options: { fixed: [2025, 2024] }, default: 2025 } }
  const rowDimensions = listShown(inferred)
  const choices = dimensions.filter((one) => one.values.length > 1 && !rowDimensions.includes(one))
  const [first, second] = rowDimensions
  const isNamed = names.length > 0
  const ignored = [
    ...dimensions.filter((one) => !rowDimensions.includes(one)).map(({ field }) => field),
    ...(first === undefined ? [] : [key.field]),
    // A month is sent with its year.
    ...(key.kind === 'month' ? ['year'] : []),
  ]
  return {
    id,
    path: `/report/${id}`,
    title,
    menu: { label: title, permission, order },
    breadcrumb: ['Reports', '{report}'],
    selectors: [
      ...choices.map(({ id: name, label, values }) => ({
        kind: 'select',
        name,
        label,
        prompt: `Choose ${label}`,
        options: values.map((value) => ({ value, label: value })),
      })),
      ...selectors.map((kind) => ({ kind, ...periods[kind] })),
    ],
    data: {
      url: calls.list,
      ...(ignored.length > 0 && { ignoreFields: ignored }),
      ...(isNamed && { recordsPath: 'records.data', listPaths: { names: 'records.names' } }),
    },
    rows: {
      key:
        first === undefined
          ? {
              kind: key.kind,
              field: key.field,
              label: key.label,
              ...(key.kind === 'date' && key.isIso && { format: 'YYYY-MM-DD' }),
            }
          : { kind: 'text', field: first.field, label: first.label },
      ...(second !== undefined && { dimension: { field: second.field, label: second.label } }),
      ...(!isNamed && { fillMissing: 'days' }),
      // A level that is not recorded is not 0.
      ...([list, ...measures].some((one) => one.total !== null || one.hasBlanks) && { missing: 'blank' }),
      ...(first !== undefined && { duplicates: 'combine' }),
      total: 'Total',
    },
    columns: [
      ...draftMeasures(measures, computed),
      ...(isNamed
        ? [
            {
              list: 'names',
              id: 'names',
              ...draftNumbers(list),
              ...(list.total !== null && { total: false }),
            },
          ]
        : []),
    ],
    ...(isServed && {
      download: {
        url: calls.download,
        fileName: `${[id.replaceAll('-', '_'), ...[...choices.map(({ id: name }) => name), ...selectors].map(formatPart)].join('_')}.xlsx`,
      },
    }),
  }
}

/** The selectors of a period that a call can name, in the order of the form. */
const periodSelectors = ['year', 'month', 'date'] as const

/** How many names a table shows before the row of the others. */
const MOST_ROWS = 20
/** From this number on, the names of a dimension are the rows of a table of days or hours. */
const FEWEST_NAMES = 5

/** Lists the dimensions whose values are the rows: those that were asked for, or the one with the most names. */
function listShown({ key, dimensions, rows, texts, names, list }: Inferred): Inferred['dimensions'] {
  // The days of a level cannot be added up, and a list has no expression for them.
  if (names.length > 0 && list.total !== null) return []
  const most = texts.length > 0 && !isChosenTime(key.kind) ? 1 : 2
  if (rows.length > 0)
    return rows.flatMap((label) => dimensions.filter((one) => one.label === label)).slice(0, most)
  if (texts.length > 0) return dimensions.toSorted(compareSizes).slice(0, most)
  const named = dimensions.filter((one) => one.isName)
  if (named.length > 0) return named
  const [largest] = dimensions.toSorted(compareSizes)
  return largest === undefined || largest.values.length < FEWEST_NAMES ? [] : [largest]
}

const compareSizes = (one: Inferred['dimensions'][number], other: Inferred['dimensions'][number]): number =>
  other.values.length - one.values.length

/** Shows whole numbers without decimals, means and percentages with them, small rates with theirs, money with its unit. */
function draftNumbers({ average, decimals, total, unit, style }: Inferred['list']) {
  const written = decimals ?? (average === 0 ? 6 : 2)
  // A part such as 0.453 is shown as 45.3%.
  const digits = style === 'percent' ? Math.max(0, written - 2) : written
  const isUsual =
    style === 'duration' ||
    (style === null && (digits === 1 || digits === 2 || (digits === 0 && total === 'mean')))
  const format = {
    ...(style !== null && style !== 'points' && { style }),
    ...(!isUsual && { decimals: digits }),
    ...(unit !== null && { unit }),
  }
  return Object.keys(format).length > 0 ? { format } : {}
}

/** Formats the placeholder of a selector in a file name. */
const formatPart = (name: string): string =>
  `{${name}${name === 'month' || name === 'week' ? ':2' : name === 'year' || name === 'date' ? '' : ':snake'}}`

/** Drafts calls below `/v1/` and the id; dimensions are parameters of the query, where any value is allowed. */
function draftCalls(id: string, inferred: Inferred) {
  const { key, dimensions } = inferred
  const rowDimensions = listShown(inferred)
  const ofMonth = hasMonth(key.kind, rowDimensions)
  const period = isDayPart(key.kind) ? '{date}' : ofMonth ? '{year}/{month}' : '{year}'
  const query = dimensions
    .filter((one) => one.values.length > 1 && !rowDimensions.includes(one))
    .map((dimension) => `${dimension.id}={${dimension.id}}`)
    .join('&')
  const end = query === '' ? '' : `?${query}`
  return {
    list: `/v1/${id}/${period}${end}`,
    years: `/v1/${id}/years`,
    ...(ofMonth && { months: `/v1/${id}/months` }),
    download: `/v1/${id}/download/${period}${end}`,
  }
}

/** Returns true for a name that a definition can write as a key; another one has no demo values. */
const canBeKey = ([name]: readonly [string, number]): boolean => !reservedKeys.has(name)

/** How long a text is unless its definition allows more, and the most that it can allow. */
const [USUAL_TEXT, LONGEST_TEXT] = [200, 1000]

/** Drafts a dataset: the content of the file and the calls that serve it. */
export function draftDataset({ id, title }: Draft, inferred: Inferred) {
  const { key, dimensions, measures, names, list, texts, rowTotal, averages, read } = inferred
  const getBounds = (isNegative: boolean) => (isNegative ? { min: -MAX_AMOUNT } : {})
  const isNamed = names.length > 0
  const rowDimensions = listShown(inferred)
  // Names of a list are measures of closed dimensions. A row with a text needs one value of each other dimension.
  const isOpen = (one: Inferred['dimensions'][number]) =>
    !isNamed && (texts.length === 0 || listRows(inferred).includes(one.id))
  return {
    id,
    title,
    time: { kind: key.kind, field: key.field },
    ...(dimensions.length > 0 && {
      dimensions: dimensions.map((dimension) => {
        const { id: name, field, values } = dimension
        const named = { ...(name !== field && { id: name }), field }
        if (isOpen(dimension)) return named
        return { ...named, values, ...(isNamed && rowDimensions.includes(dimension) && { multiple: true }) }
      }),
    }),
    measures: isNamed
      ? [{ list: 'names', ...getBounds(list.hasNegative) }]
      : measures.map(
          ({ field, label, hasNegative: isSigned, unit, unitFrom, decimals, total, sum, style }) => ({
            field,
            label,
            ...(unit !== null && { unit }),
            ...(unitFrom !== null && { unit: { from: unitFrom } }),
            ...(sum.length > 0 ? { sum } : getBounds(isSigned)),
            // Rates and money are written with the decimals that they have, other amounts are not.
            ...(sum.length === 0 &&
              style === null &&
              (unit !== null || total === 'mean') &&
              decimals !== null &&
              decimals > 2 && { decimals }),
          }),
        ),
    ...(texts.length > 0 && {
      texts: texts.map(({ field, label, longest }) => ({
        field,
        label,
        ...(longest > USUAL_TEXT && { maxLength: LONGEST_TEXT }),
      })),
    }),
    ...(rowTotal !== null && { rowTotal: [rowTotal] }),
    ...(Object.keys(read).length > 0 && { read }),
    ...(isNamed && { response: { records: 'records.data' } }),
    ...(isNamed && { endpoints: draftCalls(id, inferred) }),
    demo: {
      stored: false,
      ...(!isNamed && {
        values: Object.fromEntries(
          measures.filter(({ sum }) => sum.length === 0).map(({ field, average }) => [field, average]),
        ),
      }),
      ...(dimensions.some(isOpen) && {
        dimensions: Object.fromEntries(
          dimensions.filter(isOpen).map((one) => [one.id, Object.fromEntries(one.sizes.filter(canBeKey))]),
        ),
      }),
      ...(isNamed && { names: Object.fromEntries(averages.filter(canBeKey)) }),
    },
  }
}
