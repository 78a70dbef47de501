import type { Json } from './print-json.ts'
import type { KeyPlan } from '../../report/plan.ts'
import { getKeyDefinitionKind } from '../../definition/keys.ts'
import { yearPartNames } from '../../time/grains.ts'

interface ColumnFormat {
  readonly format?: { readonly decimals: number }
}

/** The input for a new report. */
export interface Draft {
  readonly schema: string
  readonly id: string
  readonly title: string
  readonly permission: number
  readonly order: number
  readonly selectors: readonly PeriodSelector[]
  /** The calls that list the years and the months that have records; without one two years and all months are offered. */
  readonly years?: string
  readonly months?: string | undefined
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
  readonly key: {
    readonly kind: KeyPlan['kind']
    readonly field: string
    readonly label: string
    readonly format?: string
  }
  readonly columns: readonly ({ readonly field: string; readonly label: string } & ColumnFormat)[]
  readonly texts?: readonly { readonly text: string; readonly label: string }[]
  /** How the numbers of the further columns are written. */
  readonly listFormat?: ColumnFormat
}

/** The selectors of a period that a call can name, in the order of the form. */
export const periodSelectors = ['year', 'month', ...yearPartNames, 'date'] as const
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
  const { years, months, choices = [], texts = [] } = draft
  const periods: { readonly [K in PeriodSelector]?: Readonly<Record<string, Json>> } = {
    year:
      years === undefined
        ? { options: { fixed: [2025, 2024] }, default: 2025 }
        : { options: { url: years, fallback: { last: 3 } }, default: 'latest' },
    ...(months !== undefined && { month: { options: { url: months }, default: 'latest' } }),
  }
  const group = listPath?.at(-1) ?? null
  const { fill } = getKeyDefinitionKind(key)
  const isKnown =
    fill !== null && (fill.chosen.length === 0 || selectors.some((kind) => fill.chosen.includes(kind)))
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
      ...selectors.map((kind) => ({ kind, ...periods[kind] })),
    ],
    data: {
      url,
      ...(recordsPath === 'records' ? {} : { recordsPath }),
      ...(listPath === null || group === null ? {} : { listPaths: { [group]: listPath.join('.') } }),
    },
    rows: {
      key,
      ...(group === null && isKnown ? { fillMissing: fill.value } : {}),
      total: 'Total',
    },
    columns: [
      ...columns.map((column) => ({ ...column, ...(isRate(column.label) ? { total: 'mean' } : {}) })),
      ...(group === null ? [] : [{ list: group, id: group, ...draft.listFormat }]),
      ...texts,
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

const RATE = /\b(?:average|availability|avg|mean|rate|ratio|percent|percentage|share|price)\b|%/i

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
