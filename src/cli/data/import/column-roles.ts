import type { DatasetPlan } from '../../../definitions/datasets/dataset-plan.ts'
import { plain } from './heading.ts'
import type { Dimension, FigureColumn, Role, TotalColumn } from './kind.ts'

/** A heading and what it means. */
export type NamedRole = readonly [heading: string, role: Role]

/** What the definition of a dataset says about headings; the first of two equal ones counts. */
export function columnRoles(
  { key, response }: DatasetPlan,
  dimensions: readonly Dimension[],
  figures: readonly FigureColumn[],
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
    if (!loose.has(plain(heading))) loose.set(plain(heading), role)
  }
  return (heading) => exact.get(heading) ?? loose.get(plain(heading))
}
