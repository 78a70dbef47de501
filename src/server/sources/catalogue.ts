import { suggest } from '../../definition/diagnostic.ts'
import { grains } from '../../time/grains.ts'
import type { ColumnKind, Dialect } from './dialect.ts'
import { getGrains, type SourcedPlan } from './sql.ts'

/** Checks that the columns of a dataset are there and contain what it needs, and returns what each contains. */
export function checkColumns(
  dataset: SourcedPlan,
  { classify }: Pick<Dialect, 'classify'>,
  columns: ReadonlyMap<string, string>,
): { readonly kinds: Readonly<Record<string, ColumnKind>>; readonly problems: readonly string[] } {
  const { relation, time, name, dimensions, measures } = dataset.source
  const table = relation.join('.')
  if (columns.size === 0)
    return { kinds: {}, problems: [`there is no ${table}, or the account may not read it`] }
  const kinds = Object.fromEntries([...columns].map(([column, type]) => [column, classify(type)]))
  const { own } = getGrains(dataset)
  const times: readonly ColumnKind[] =
    grains[own].end(0) === 0 && own !== 'day' ? ['local', 'moment'] : ['day', 'local', 'moment']
  const problems = new Set<string>()
  const check = (column: string, allowed: readonly ColumnKind[] | null, what: string) => {
    const kind = kinds[column]
    if (kind === undefined) {
      problems.add(`${table} has no column ${column}${suggest(column, [...columns.keys()])}`)
    } else if (allowed !== null && !allowed.includes(kind)) {
      problems.add(`${column} of ${table} is of type ${columns.get(column)}, and must be ${what}`)
    }
  }
  check(time, times, times.includes('day') ? 'a date or a timestamp' : 'a timestamp')
  if (name !== null) check(name, null, '')
  for (const { column } of dimensions) check(column, ['text', 'number', 'other'], 'a text or a number')
  for (const { column, aggregate } of measures)
    check(column, aggregate === 'count' ? null : ['number'], 'a number')
  return { kinds, problems: [...problems] }
}
