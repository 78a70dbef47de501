import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import type { DatasetKeyPlan } from '../../definition/datasets/dataset-plan.ts'
import { getKeyDefinitionKind } from '../../definition/keys.ts'
import { isDayPart, yearPartNames } from '../../time/grains.ts'

/** A column of numbers, as a dataset and a report name it. */
interface InferredMeasure {
  readonly field: string
  readonly label: string
  readonly hasNegative: boolean
  readonly isWhole: boolean
  readonly total: ProposedTotal
}

/** The structure of a table, inferred from its rows. */
export interface Inferred {
  readonly key: {
    readonly kind: DatasetKeyPlan['kind']
    readonly field: string
    readonly label: string
    /** The period of a text key. */
    readonly per: 'month' | 'year'
    /** Whether the file says the period of each name. */
    readonly hasPeriod: boolean
    /** Whether all dates are written as `2025-03-07`. */
    readonly isIso: boolean
  }
  readonly dimensions: readonly {
    readonly id: string
    readonly field: string
    readonly label: string
    readonly values: readonly string[]
  }[]
  /** Columns of remarks. */
  readonly texts: readonly {
    readonly field: string
    readonly label: string
    /** The number of characters of the longest one. */
    readonly longest: number
  }[]
  /** Measures with a field each; empty where the columns are the names of a list. */
  readonly measures: readonly InferredMeasure[]
  /** The headings of columns that become a list, since they are many or not complete. */
  readonly names: readonly string[]
  /** The heading of a column that adds up all others; null without one. */
  readonly rowTotal: string | null
  /** Whether any number of the list is negative, whether all are whole, and their total. */
  readonly hasNegative: boolean
  readonly isWhole: boolean
  readonly total: ProposedTotal
}

/** What a new report says beside its data. */
export interface Draft {
  readonly id: string
  readonly title: string
  readonly permission: number
  readonly order: number
}

/** The selectors of a period that a call can name, in the order of the form. */
const periodSelectors = ['year', 'month', ...yearPartNames, 'date'] as const

/** Drafts a report: plain, complete, and good to be changed. Without a dataset two years and all months are offered. */
export function draftReport({ id, title, permission, order }: Draft, inferred: Inferred, isServed: boolean) {
  const { key, dimensions, measures, names, texts } = inferred
  const calls = draftCalls(id, inferred)
  const selectors = periodSelectors.filter((kind) => calls.list.includes(`{${kind}}`))
  const periods: Readonly<Record<string, object>> = isServed
    ? {
        year: { options: { url: calls.years, fallback: { last: 3 } }, default: 'latest' },
        month: { options: { url: calls.months }, default: 'latest' },
      }
    : { year: { options: { fixed: [2025, 2024] }, default: 2025 } }
  const choices = dimensions.filter(({ values }) => values.length > 1)
  const isNamed = names.length > 0
  const { fill } = getKeyDefinitionKind(key)
  const isFilled =
    fill !== null && (fill.chosen.length === 0 || selectors.some((kind) => fill.chosen.includes(kind)))
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
      ...(isNamed && { recordsPath: 'records.data', listPaths: { names: 'records.names' } }),
    },
    rows: {
      key: {
        kind: key.kind,
        field: key.field,
        label: key.label,
        ...(key.kind === 'date' && key.isIso && { format: 'YYYY-MM-DD' }),
      },
      ...(!isNamed && isFilled && { fillMissing: fill.value }),
      // A level that is not recorded is not 0.
      ...([inferred, ...measures].some((one) => one.total !== null) && { missing: 'blank' }),
      total: 'Total',
    },
    columns: [
      ...measures.map((measure) => ({
        field: measure.field,
        label: measure.label,
        ...draftNumbers(measure),
      })),
      ...(isNamed ? [{ list: 'names', id: 'names', ...draftNumbers(inferred) }] : []),
      ...texts.map(({ field, label }) => ({ text: field, label })),
    ],
    ...(isServed && {
      download: {
        url: calls.download,
        fileName: `${[id.replaceAll('-', '_'), ...[...choices.map(({ id: name }) => name), ...selectors].map(formatPart)].join('_')}.xlsx`,
      },
    }),
  }
}

/** Whole numbers are shown without decimals, means with them. */
const draftNumbers = ({ isWhole, total }: Pick<InferredMeasure, 'isWhole' | 'total'>) => ({
  ...(total !== 'mean' && isWhole && { format: { decimals: 0 } }),
  ...(total !== null && { total }),
})

/** The total of levels, which cannot be added up; null for a sum. */
type ProposedTotal = 'mean' | 'max' | 'min' | null

const totalsByHeading: readonly (readonly [heading: RegExp, total: ProposedTotal])[] = [
  [/\b(?:max|maximum|peak|highest)\b/i, 'max'],
  // At the end, `min` are minutes.
  [/\b(?:minimum|lowest)\b|\bmin\b(?!$)/i, 'min'],
  [
    /\b(?:average|availability|avg|balance|capacit(?:y|ies)|delay|erlang|index|jitter|latency|level|limit|load|mean|median|occupancy|percent|percentage|pct|price|rate|ratio|score|share|speed|tariff|target|temperature|threshold|utili[sz]ation)s?\b|%|\bper\b/i,
    'mean',
  ],
]

/** Proposes the total of a column by its heading, or by its values: parts of a whole are no amounts. */
export const proposeTotal = (heading: string, isPart: boolean): ProposedTotal =>
  totalsByHeading.find(([pattern]) => pattern.test(formatLabel(heading)))?.[1] ?? (isPart ? 'mean' : null)

/** Formats the placeholder of a selector in a file name. */
const formatPart = (name: string): string =>
  `{${name}${name === 'month' || name === 'week' ? ':2' : name === 'year' || name === 'date' ? '' : ':snake'}}`

/** Drafts calls below `/v1/` and the id; dimensions are parameters of the query, where any value is allowed. */
function draftCalls(id: string, { key, dimensions }: Inferred) {
  const hasMonth = key.kind === 'date' || (key.kind === 'text' && key.per === 'month')
  const period = isDayPart(key.kind) ? '{date}' : hasMonth ? '{year}/{month}' : '{year}'
  const query = dimensions
    .filter(({ values }) => values.length > 1)
    .map((dimension) => `${dimension.id}={${dimension.id}}`)
    .join('&')
  const end = query === '' ? '' : `?${query}`
  return {
    list: `/v1/${id}/${period}${end}`,
    years: `/v1/${id}/years`,
    ...(hasMonth && { months: `/v1/${id}/months` }),
    download: `/v1/${id}/download/${period}${end}`,
  }
}

/** How long a text is unless its definition allows more, and the most that it can allow. */
const [USUAL_TEXT, LONGEST_TEXT] = [200, 1000]

/** Drafts a dataset: the content of the file and the calls that serve it. */
export function draftDataset({ id, title }: Draft, inferred: Inferred) {
  const { key, dimensions, measures, names, texts, rowTotal, hasNegative } = inferred
  const getBounds = (isNegative: boolean) => (isNegative ? { min: -MAX_AMOUNT } : {})
  const isNamed = names.length > 0
  return {
    id,
    title,
    key: { kind: key.kind, field: key.field, ...(key.kind === 'text' && { per: key.per }) },
    ...(dimensions.length > 0 && {
      dimensions: dimensions.map(({ id: name, field, values }) => ({ id: name, field, values })),
    }),
    measures: isNamed
      ? [{ list: 'names', ...getBounds(hasNegative) }]
      : measures.map(({ field, label, hasNegative: isSigned }) => ({ field, label, ...getBounds(isSigned) })),
    ...(texts.length > 0 && {
      texts: texts.map(({ field, label, longest }) => ({
        field,
        label,
        ...(longest > USUAL_TEXT && { maxLength: LONGEST_TEXT }),
      })),
    }),
    ...(rowTotal !== null && { rowTotal: [rowTotal] }),
    ...(isNamed && { response: { records: 'records.data' } }),
    endpoints: draftCalls(id, inferred),
  }
}

/** `answeredCalls` and `answered_calls` as `Answered Calls`. */
export function formatLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
