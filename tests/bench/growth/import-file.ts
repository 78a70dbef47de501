import { loadDefinitions } from '../../../src/cli/database.ts'
import { buildTargets } from '../../../src/cli/data/import/build-targets.ts'
import type { ImportTarget } from '../../../src/cli/data/import/import-target.ts'
import { getAmount } from '../../../src/server/datasets/amounts.ts'
import { buildAmounts, listPeriods, listScopeValues } from './records.ts'

/** A file of the next import of a dataset: a month, or the shortest period that contains it. */
export interface ImportFile {
  readonly dataset: string
  readonly records: number
  readonly csv: string
  /** The period for `--replace`. */
  readonly replaced: string
}

/** The import targets of the definitions of this folder. */
export const targets: readonly ImportTarget[] = buildTargets(
  loadDefinitions({ environment: {}, root: process.cwd() }),
)

/** Builds the import file of a month for every scope of a dataset; another seed gives other amounts. */
export function buildImportFile(
  { dataset, keyHeading, per, dimensions, amounts: columns, dynamicColumns, totals }: ImportTarget,
  { year, month, carriers, seed }: { year: number; month: number; carriers: number; seed: number },
): ImportFile {
  const wanted = `${year}-${String(month).padStart(2, '0')}`
  const all = listPeriods(dataset, year, carriers)
  const inMonth = all.filter(({ period }) => period.startsWith(wanted))
  const periods = inMonth.length > 0 ? inMonth : all
  const names = dynamicColumns === null ? [] : (periods[0]?.names ?? [])
  const stored = totals.filter((total) => total.stored !== null)
  const heading = [
    keyHeading,
    ...(per === 'none' ? [] : [per === 'year' ? 'Year' : 'Month']),
    ...dimensions.map(({ headings: [first] }) => first),
    ...columns.map(({ headings: [first] }) => first),
    ...stored.map(({ headings: [first] }) => first),
    ...names,
  ]
  const rows = listScopeValues(dataset).flatMap((values) =>
    periods.flatMap(({ period, keys }) =>
      keys.map(({ key }, index) => {
        const amounts = buildAmounts(dataset, values, names, seed + index)
        const format = (name: string) => String(getAmount(amounts, name) ?? '')
        return [
          dataset.key.kind === 'hour' ? `${key.replace('T', ' ')}:00` : key,
          ...(per === 'none' ? [] : [period]),
          ...dimensions.map(({ id }) => values[dataset.dimensions.findIndex((one) => one.id === id)] ?? ''),
          ...columns.map(({ name }) => format(name)),
          ...stored.map((total) => format(total.stored ?? '')),
          ...names.map(format),
        ]
      }),
    ),
  )
  const replaced =
    inMonth.length > 0 ? wanted : per === 'none' && dataset.key.kind === 'text' ? 'all' : String(year)
  return {
    dataset: dataset.id,
    records: rows.length,
    csv: [heading, ...rows].map((cells) => cells.join(',')).join('\n'),
    replaced,
  }
}
