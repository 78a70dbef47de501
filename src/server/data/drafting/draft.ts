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

/** Drafts a report over a call that its author names, with a day and an amount to edit. */
export const draftCall = ({ id, title, permission, order }: Draft) => ({
  id,
  path: `/report/${id}`,
  title,
  menu: { label: title, permission, order },
  breadcrumb: ['Reports', '{report}'],
  selectors: [{ kind: 'year', options: { fixed: [2025, 2024] }, default: 2025 }, { kind: 'month' }],
  data: { url: `/v1/${id}/{year}/{month}` },
  rows: { key: { kind: 'date', field: 'date', label: 'Date' }, fillMissing: 'days', total: 'Total' },
  columns: [{ field: 'minutes', label: 'Minutes' }],
})

/** Drafts a report that asks its dataset: a table over names or times, with a selector for each other dimension. */
export function draftReport({ id, title, permission, order }: Draft, inferred: Inferred) {
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
      ...(measures.some(({ rateOf }) => rateOf.length === 0) && { total: 'Total' }),
    },
    columns: [
      ...draftMeasures(measures.slice(0, inferred.mostShown), computed),
      ...texts.map(({ field, label }) => ({ text: field, label })),
    ],
  }
}

const getTime = ({ key: { kind } }: Inferred): string => (kind === 'date' ? 'day' : kind)

/** Lists the dimensions whose value is the unit of a measure, or that a rate converts. */
const listUnitDimensions = ({ measures }: Inferred) =>
  measures.flatMap(({ unitFrom, rateOf }) => [...(unitFrom === null ? [] : [unitFrom]), ...rateOf])

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
  const describeLook = ({ style, unit }: Inferred['measures'][number]) => [style, unit].join(' ').trim()
  const looks = measures.filter(({ sum }) => sum.length === 0).map(describeLook)
  const charted = looks.includes('') ? '' : looks[0]
  return [
    ...measures.map((measure) => ({
      ...draftMeasure(measure),
      // One axis cannot compare money with other numbers, or a sum with its parts.
      ...((describeLook(measure) !== charted || measure.sum.length > 0) && { role: 'total' }),
    })),
    ...computed.map((column) => ({ ...column, label: draftLabel(column.label) })),
  ]
}

/** Returns a heading as a label, in which braces would name a selector. */
const draftLabel = (heading: string): string => heading.replaceAll(/[{}]/g, ' ').trim() || 'Unnamed'

/** Drafts the column of a measure. Percentages say how records count: the mean of all. Points are divided by 100. */
function draftMeasure(measure: Inferred['measures'][number]) {
  const { field, label: heading, style, decimals, total, rateOf } = measure
  const label = draftLabel(heading)
  if (style !== 'points' && style !== 'percent') {
    if (total === null) return { field, label, ...draftNumbers(measure) }
    const value = { id: field, label, value: `${total}(${field})`, ...draftNumbers(measure), role: 'series' }
    return rateOf.length === 0 ? value : { ...value, total: false }
  }
  const value = `${total ?? 'sum'}(${field}${total === 'mean' ? ', 1' : ''})${style === 'points' ? ' / 100' : ''}`
  const digits = Math.max(0, (decimals ?? 4) - (style === 'points' ? 0 : 2))
  return { id: field, label, value, format: { style: 'percent', decimals: digits }, role: 'series' }
}

/** How many names a table shows before the row of the others. */
const MOST_ROWS = 20
/** From this number on, the names of a dimension are the rows of a table of days or hours. */
const FEWEST_NAMES = 5

/** Lists the dimensions whose values are the rows: those that were asked for, or the one with the most names. */
function listShown({ key, dimensions, rows, texts }: Inferred): Inferred['dimensions'] {
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
function draftNumbers({ average, decimals, total, unit, style, isCount, sum }: Inferred['measures'][number]) {
  const written = decimals ?? (average === 0 ? 6 : 2)
  // A part such as 0.453 is shown as 45.3%.
  const digits = style === 'percent' ? Math.max(0, written - 2) : written
  const isUsual =
    style === 'duration' ||
    (isCount && sum.length === 0) ||
    (style === null && (digits === 1 || digits === 2 || (digits === 0 && total === 'mean')))
  const format = {
    ...(style !== null && style !== 'points' && { style }),
    ...(!isUsual && { decimals: digits }),
    ...(unit !== null && { unit }),
  }
  return Object.keys(format).length > 0 ? { format } : {}
}

/** Returns true for a name that a definition can write as a key; another one has no demo values. */
const canBeKey = ([name]: readonly [string, number]): boolean => !reservedKeys.has(name)

/** How long a text is unless its definition allows more, and the most that it can allow. */
const [USUAL_TEXT, LONGEST_TEXT] = [200, 1000]

/** Drafts the most decimals of counts, rates and money: other amounts can have more in a later file. */
function draftDecimals({ isCount, style, unit, total, decimals }: Inferred['measures'][number]) {
  if (isCount) return { decimals: 0 }
  const isExact = style === null && (unit !== null || total === 'mean')
  return isExact && decimals !== null && decimals > 2 ? { decimals } : {}
}

/** Drafts a dataset: the content of the file. */
export function draftDataset({ id, title }: Draft, inferred: Inferred) {
  const { key, dimensions, measures, texts, rowTotal, read } = inferred
  const rows = listRows(inferred)
  // A row with a text needs one value of each other dimension.
  const isOpen = (one: Inferred['dimensions'][number]) => texts.length === 0 || rows.includes(one.id)
  return {
    id,
    title,
    time: { kind: key.kind, field: key.field },
    ...(dimensions.length > 0 && {
      dimensions: dimensions.map((dimension) => {
        const { id: name, field, values } = dimension
        const named = { ...(name !== field && { id: name }), field }
        return isOpen(dimension) ? named : { ...named, values }
      }),
    }),
    measures: measures.map((measure) => ({
      field: measure.field,
      label: measure.label,
      ...(measure.unit !== null && { unit: measure.unit }),
      ...(measure.unitFrom !== null && { unit: { from: measure.unitFrom } }),
      ...(measure.sum.length > 0
        ? { sum: measure.sum }
        : { ...(measure.hasNegative && { min: -MAX_AMOUNT }), ...draftDecimals(measure) }),
    })),
    ...(texts.length > 0 && {
      texts: texts.map(({ field, label, longest }) => ({
        field,
        label,
        ...(longest > USUAL_TEXT && { maxLength: LONGEST_TEXT }),
      })),
    }),
    ...(rowTotal !== null && { rowTotal: [rowTotal] }),
    ...(Object.keys(read).length > 0 && { read }),
    demo: {
      stored: false,
      values: Object.fromEntries(
        measures.filter(({ sum }) => sum.length === 0).map(({ field, average }) => [field, average]),
      ),
      ...(dimensions.some(isOpen) && {
        dimensions: Object.fromEntries(
          dimensions.filter(isOpen).map((one) => [one.id, Object.fromEntries(one.sizes.filter(canBeKey))]),
        ),
      }),
    },
  }
}
