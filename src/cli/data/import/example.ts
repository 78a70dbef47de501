import { hasMeasure } from '../../../server/datasets/record-body.ts'
import { sumOf, summandsOf } from '../../../server/datasets/sums.ts'
import type { Kind } from './kind.ts'

/** A file of one record, for the page about formats: the first value of each dimension, and two names of the group. */
export function exampleFile(kind: Kind): string {
  const { dataset, key, keyHeading, per, dimensions, free } = kind
  const values = dataset.dimensions.map(({ values: [first = ''] }) => first)
  const measures = dataset.measures.filter((measure) => hasMeasure(dataset, values, measure))
  const figures = new Map<string, number>()
  for (const [index, { field, sum, min, max, decimals }] of measures.entries()) {
    const value = Math.min(max, Math.max(min, decimals === 0 ? index + 1 : index + 1.5))
    figures.set(
      field,
      sum === null ? value : sumOf(summandsOf(dataset, sum).map((name) => figures.get(name) ?? 0)),
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
