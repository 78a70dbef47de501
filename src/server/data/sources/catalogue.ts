import type { FastifyInstance } from 'fastify'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { suggest } from '../../../diagnostics/diagnostic.ts'
import { grains } from '../../../time/grains.ts'
import { getErrorReason } from '../../platform/database/errors.ts'
import type { ColumnKind, Dialect } from './dialect.ts'
import { getGrains, isSourcedPlan, type SourcedPlan } from './sql.ts'

/** What is wrong with the columns of a dataset, and whether the account could change the table. */
export interface SourceCheck {
  readonly problems: readonly string[]
  readonly canWrite: boolean
}

/** Checks that the columns of a dataset are there and contain what it needs, and returns what each contains. */
export function checkColumns(
  dataset: SourcedPlan,
  { classify }: Pick<Dialect, 'classify'>,
  columns: ReadonlyMap<string, string>,
): { readonly kinds: Readonly<Record<string, ColumnKind>>; readonly problems: readonly string[] } {
  const { relation, time, dimensions, measures } = dataset.source
  const table = relation.join('.')
  if (columns.size === 0)
    return { kinds: {}, problems: [`there is no ${table}, or the account may not read it`] }
  const kinds = Object.fromEntries([...columns].map(([column, type]) => [column, classify(type)]))
  const { keyGrain } = getGrains(dataset)
  const times: readonly ColumnKind[] =
    grains[keyGrain].end(0) === 0 && keyGrain !== 'day' ? ['local', 'moment'] : ['day', 'local', 'moment']
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
  for (const { column } of dimensions) check(column, ['text', 'number', 'other'], 'a text or a number')
  for (const { column, aggregate } of measures)
    check(column, aggregate === 'count' ? null : ['number'], 'a number')
  return { kinds, problems: [...problems] }
}

/**
 * Checks at start that the sources fit the definitions. What is wrong is logged: the reports of other data still work,
 * and a source that is away may come back.
 */
export function checkSources(
  app: FastifyInstance,
  check: (dataset: SourcedPlan) => Promise<SourceCheck>,
  datasets: readonly DatasetPlan[],
): void {
  app.addHook('onReady', () => {
    for (const dataset of datasets.filter(isSourcedPlan)) {
      const line = { dataset: dataset.id, connection: dataset.source.connection }
      void check(dataset).then(
        ({ problems, canWrite }) => {
          for (const reason of problems)
            app.log.error({ ...line, reason }, 'a source does not fit its dataset')
          if (canWrite)
            app.log.warn(line, 'the account of a source can write; one that can only read is safer')
        },
        (error: unknown) => app.log.error({ ...line, reason: getErrorReason(error) }, 'a source failed'),
      )
    }
    return Promise.resolve()
  })
}
