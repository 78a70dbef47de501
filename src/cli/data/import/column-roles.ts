import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { normalizeHeader } from './header.ts'
import type { Dimension, AmountColumn, RecordType, Role, TotalColumn } from './record-type.ts'
import { hasMeasure } from '../../../server/datasets/record-body.ts'
import { getSummands, addAmounts } from '../../../server/datasets/amounts.ts'

/** A heading and what it means. */
export type NamedRole = readonly [heading: string, role: Role]

/** What the definition of a dataset says about headings; the first of two equal ones counts. */
export function columnRoles(
  { key, response }: DatasetPlan,
  dimensions: readonly Dimension[],
  figures: readonly AmountColumn[],
  totals: readonly TotalColumn[],
): NamedRole[] {
  const named = (id: 'key' | 'year' | 'month', headings: readonly string[]) =>
    headings.map((heading): NamedRole => [heading, { id }])
  const leading = (kind: 'year' | 'month') =>
    response.leading.filter((field) => field.kind === kind).map(({ name }) => name)
  const hasPeriod = key.kind === 'text' && key.per !== 'none'
  return [
    ...named('key', key.kind === 'text' ? [key.field] : [key.field, key.kind]),
    ...(key.kind === 'month' || hasPeriod ? named('year', ['year', 'reportYear', ...leading('year')]) : []),
    ...(hasPeriod && key.per === 'month'
      ? named('month', ['month', 'reportMonth', ...leading('month')])
      : []),
    ...dimensions.flatMap((dimension) =>
      dimension.headings.map((heading): NamedRole => [
        heading,
        { id: `dimension ${dimension.id}`, dimension },
      ]),
    ),
    ...byPlace(figures, (figure) => ({ id: `figure ${figure.name}`, figure })),
    ...byPlace(totals, (total) => ({ id: `total ${total.headings[0]}`, total })),
    // People head days by their month and months by a date; where nothing else has that name, it is the key.
    ...(key.kind === 'text' ? [] : named('key', ['date', 'month'])),
  ]
}

/** First the first headings of all columns, then their second ones: a label is never another's spelling. */
function byPlace<T extends { readonly headings: readonly string[] }>(
  columns: readonly T[],
  role: (column: T) => Role,
): NamedRole[] {
  const most = columns.reduce((longest, { headings }) => Math.max(longest, headings.length), 0)
  return Array.from({ length: most }, (_, place) =>
    columns.flatMap((column): NamedRole[] => {
      const heading = column.headings[place]
      return heading === undefined ? [] : [[heading, role(column)]]
    }),
  ).flat()
}

/** Finds what a heading means: as it is written, or without regard to case, spaces and underscores. */
export function roleFinder(roles: readonly NamedRole[]): (heading: string) => Role | undefined {
  const [exact, loose] = [new Map<string, Role>(), new Map<string, Role>()]
  for (const [heading, role] of roles) {
    if (!exact.has(heading)) exact.set(heading, role)
    if (!loose.has(normalizeHeader(heading))) loose.set(normalizeHeader(heading), role)
  }
  return (heading) => exact.get(heading) ?? loose.get(normalizeHeader(heading))
}

/** A file of one record, for the page about formats: the first value of each dimension, and two names of the group. */
export function exampleFile(kind: RecordType): string {
  const { dataset, key, keyHeading, per, dimensions, free } = kind
  const values = dataset.dimensions.map(({ values: [first = ''] }) => first)
  const measures = dataset.measures.filter((measure) => hasMeasure(dataset, values, measure))
  const figures = new Map<string, number>()
  for (const [index, { field, sum, min, max, decimals }] of measures.entries()) {
    const value = Math.min(max, Math.max(min, decimals === 0 ? index + 1 : index + 1.5))
    figures.set(
      field,
      sum === null ? value : addAmounts(getSummands(dataset, sum).map((name) => figures.get(name) ?? 0)),
    )
  }
  const names = free?.examples.slice(0, 2) ?? []
  const columns: (readonly [heading: string, cell: string])[] = [
    [keyHeading, key === 'date' ? '2025-03-07' : key === 'month' ? '2025-01' : 'A name'],
    ...(per === 'none'
      ? []
      : [per === 'year' ? (['Year', '2025'] as const) : (['Month', '2025-03'] as const)]),
    ...dimensions.map(({ headings: [heading], values: [value = ''] }) => [heading, value] as const),
    ...measures.map(({ field, label }) => [label, String(figures.get(field))] as const),
    ...names.map((name, index) => [name, `${index + 1}.5`] as const),
  ]
  const line = (cells: readonly string[]) => cells.join(',')
  return `${line(columns.map(([heading]) => heading))}\n${line(columns.map(([, cell]) => cell))}\n`
}
