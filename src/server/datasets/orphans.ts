import { setImmediate } from 'node:timers/promises'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import type { Connection } from '../database/handle.ts'
import { isKnownAmount } from './known-amounts.ts'
import { getDimensionValues } from './record-key.ts'
import { listScopes, scanRecords, type ScannedRecord, type StoredScope } from './scan.ts'

/** What is stored of a dataset and is in no definition: it is kept and not shown. */
export interface Orphans {
  readonly dataset: string
  /** The number of records where no definition has the dataset at all. */
  readonly records: number
  /** The measures that the definition has no more. */
  readonly measures: readonly string[]
  /** The values of dimensions that it has no more, as they are stored, each with its number of records. */
  readonly scopes: readonly { readonly scope: string; readonly records: number }[]
}

/** The dimensions of a dataset have these values. */
export function isKnownScope({ dimensions }: DatasetPlan, scope: string): boolean {
  const values = getDimensionValues(scope)
  return (
    values.length === dimensions.length &&
    dimensions.every((dimension, index) => dimension.values.includes(values[index] ?? ''))
  )
}

/** So many unknown measures of one dataset are told. */
const MOST_TOLD = 50

/** Notes the measures of records that their definition has no more. */
export class UnknownMeasures {
  readonly #found = new Set<string>()

  note(dataset: DatasetPlan, { scope, figures }: Pick<ScannedRecord, 'scope' | 'figures'>): void {
    for (const name of Object.keys(figures)) {
      if (this.#found.size >= MOST_TOLD || this.#found.has(name)) continue
      if (!isKnownAmount(dataset, scope, name)) this.#found.add(name)
    }
  }

  get names(): readonly string[] {
    return [...this.#found]
  }
}

/** What is stored under datasets and values that no definition has; `measures` are those found in the records. */
export function listOrphans(
  datasets: readonly DatasetPlan[],
  stored: readonly StoredScope[],
  measures: ReadonlyMap<string, readonly string[]>,
): Orphans[] {
  return [...new Set(stored.map(({ dataset }) => dataset))].flatMap((id) => {
    const scopes = stored.filter(({ dataset }) => dataset === id)
    const plan = datasets.find((one) => one.id === id)
    const records = scopes.reduce((sum, one) => sum + one.records, 0)
    if (plan === undefined) return [{ dataset: id, records, measures: [], scopes: [] }]
    const unknown = scopes.filter(({ scope }) => !isKnownScope(plan, scope))
    const names = measures.get(id) ?? []
    if (unknown.length === 0 && names.length === 0) return []
    return [
      {
        dataset: id,
        records: 0,
        measures: names,
        scopes: unknown.map(({ scope, records: count }) => ({ scope, records: count })),
      },
    ]
  })
}

/** A line for each thing that is stored and in no definition. */
export function formatOrphans({ dataset, records, measures, scopes }: Orphans): string[] {
  const counted = (count: number) =>
    `${count.toLocaleString('en')} stored ${count === 1 ? 'record' : 'records'}`
  const kept = 'they are kept and not shown'
  return [
    ...(records === 0
      ? []
      : [`dataset ${dataset}: ${counted(records)}, and no definition has the dataset; ${kept}`]),
    ...(measures.length === 0
      ? []
      : [
          `dataset ${dataset}: stored measures ${measures.join(', ')} are no longer in its definition; ${kept}`,
        ]),
    ...scopes.map(
      ({ scope, records: count }) =>
        `dataset ${dataset}: ${counted(count)} of '${scope}', which its definition does not have; ${kept}`,
    ),
  ]
}

/** Reads all records, some at a time, for what no definition has; ends early where it is told to. */
export async function findOrphans(
  db: Connection,
  datasets: readonly DatasetPlan[],
  isStopped: () => boolean = () => false,
): Promise<Orphans[]> {
  const stored = await listScopes(db)
  const measures = new Map<string, readonly string[]>()
  for (const dataset of datasets) {
    const unknown = new UnknownMeasures()
    for await (const page of scanRecords(db, dataset.id)) {
      for (const record of page) unknown.note(dataset, record)
      if (isStopped()) return []
      // Requests come first.
      await setImmediate()
    }
    measures.set(dataset.id, unknown.names)
  }
  return listOrphans(datasets, stored, measures)
}

/** Logs once what is stored and in no definition, beside everything else; gives what ends that. */
export function logOrphans(
  db: Connection,
  datasets: readonly DatasetPlan[],
  log: { readonly warn: (message: string) => void },
): () => Promise<void> {
  let stopped = false
  const done = findOrphans(db, datasets, () => stopped).then(
    (found) => {
      for (const line of found.flatMap(formatOrphans)) log.warn(line)
    },
    // A database that is away is told by every other way.
    () => undefined,
  )
  return () => {
    stopped = true
    return done
  }
}
