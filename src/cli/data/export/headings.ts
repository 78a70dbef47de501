import type { Kind } from '../import/kind.ts'

/** Headings that every reader of delimited text finds, whatever stands between the cells. */
const FIT = /^[\p{L}\p{N}][\p{L}\p{N} _/()→.-]*$/u

/** The headings of an exported file: what an import reads back, by labels where they say what is meant. */
export function buildHeadings(kind: Kind, names: readonly string[]): string[] {
  const { dataset, keyHeading, per, dimensions, roleOf } = kind
  const means = (heading: string, id: string) => FIT.test(heading) && roleOf(heading)?.id === id
  return [
    means(keyHeading, 'key') ? keyHeading : dataset.key.field,
    ...(per === 'none' ? [] : [per === 'year' ? 'Year' : 'Month']),
    ...dimensions.map(({ headings: [heading] }) => heading),
    ...dataset.measures.map(({ field, label, sum }) => {
      const role = roleOf(label)
      const isFigure = role !== undefined && 'figure' in role && role.figure.name === field
      const isTotal = role !== undefined && 'total' in role && role.total.stored === field
      return FIT.test(label) && (sum === null ? isFigure : isTotal) ? label : field
    }),
    ...names,
  ]
}
