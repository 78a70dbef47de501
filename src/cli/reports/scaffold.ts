import { getDefaultTexts } from '../../definition/default-texts.ts'
import type { Json } from './print-json.ts'

/** The input for a new report. */
export interface Draft {
  readonly schema: string
  readonly id: string
  readonly title: string
  readonly permission: number
  readonly order: number
  readonly selectors: readonly ('year' | 'month')[]
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
  readonly key: { readonly kind: 'date' | 'month' | 'text'; readonly field: string; readonly label?: string }
  readonly columns: readonly { readonly field: string; readonly label: string }[]
}

/** Titles that say nothing of minutes or days, which the data may not be about. */
const plainTitles = {
  table: { title: '{heading} - {period}' },
  chart: {
    titles: getDefaultTexts('other').titles,
  },
}

const keyLabels = { date: 'Date', month: 'Month', text: 'Name' } as const

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
  const isDaily = key.kind === 'date' && selectors.includes('month')
  const fillMissing = group !== null ? 'none' : isDaily ? 'days' : key.kind === 'month' ? 'months' : 'none'
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
      key: { kind: key.kind, field: key.field, label: key.label ?? keyLabels[key.kind] },
      ...(fillMissing === 'none' ? {} : { fillMissing }),
      total: 'Total',
    },
    columns: [
      ...columns.map(({ field, label }) => ({ field, label })),
      ...(group === null ? [] : [{ list: group, id: group }]),
    ],
    ...(years === undefined ? {} : plainTitles),
    ...(download === null
      ? {}
      : {
          download: {
            url: download,
            fileName: fileName(id, [...choices.map(({ name }) => name), ...selectors]),
          },
        }),
  }
}

const fileName = (id: string, selectors: readonly string[]) =>
  [
    id.replaceAll('-', '_'),
    ...selectors.map((name) =>
      name === 'month' ? '{month:2}' : name === 'year' ? '{year}' : `{${name}:snake}`,
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
