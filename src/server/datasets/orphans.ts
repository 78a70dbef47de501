import { setImmediate } from 'node:timers/promises'
import { type DatasetPlan, isStored } from '../../definition/datasets/dataset-plan.ts'
import type { Connection } from '../database/handle.ts'
import { isKnownMeasure } from './measures.ts'
import { getDimensionValues } from './keys.ts'
import { listScopes, scanRecords, type StoredRecord, type StoredScope } from './stored-records.ts'

/** The stored data of a dataset that no definition contains: it stays stored and is not sent. */
export interface Orphans {
  readonly dataset: string
  /** The number of records if no definition has the dataset. */
  readonly records: number
  /** The measures that were removed from the definition. */
  readonly measures: readonly string[]
  /** The stored values of dimensions that were removed from the definition, each with its number of records. */
  readonly scopes: readonly { readonly scope: string; readonly records: number }[]
}

/** Whether a scope consists of values of the dimensions of a dataset. */
export function isKnownScope({ dimensions }: DatasetPlan, scope: string): boolean {
  const values = getDimensionValues(scope)
  return (
    values.length === dimensions.length &&
    dimensions.every((dimension, index) => dimension.values.includes(values[index] ?? ''))
  )
}

/** The most unknown measures of one dataset that are listed. */
const MAX_LISTED = 50

/** Collects the measures of records that were removed from their definition. */
export class UnknownMeasures {
  readonly #found = new Set<string>()

  add(dataset: DatasetPlan, { scope, measures, texts }: StoredRecord): void {
    const unknown = Object.keys(texts ?? {}).filter((name) =>
      dataset.texts.every(({ field }) => field !== name),
    )
    for (const name of [...Object.keys(measures), ...unknown]) {
      if (this.#found.size >= MAX_LISTED || this.#found.has(name)) continue
      if (unknown.includes(name) || !isKnownMeasure(dataset, scope, name)) this.#found.add(name)
    }
  }

  get names(): readonly string[] {
    return [...this.#found]
  }
}

/** Finds stored datasets and dimension values without a definition; `measures` are the unknown ones of the records. */
export function listOrphans(
  datasets: readonly DatasetPlan[],
  stored: readonly StoredScope[],
  measures: ReadonlyMap<string, readonly string[]>,
): Orphans[] {
  return [...new Set(stored.map(({ dataset }) => dataset))].flatMap((id) => {
    const scopes = stored.filter(({ dataset }) => dataset === id)
    const plan = datasets.find((one) => one.id === id && isStored(one))
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

/** Formats a line for each part of the stored data without a definition. */
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

/** Reads all records page by page for measures without a definition; ends early on the signal. */
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
      for (const record of page) unknown.add(dataset, record)
      if (isStopped()) return []
      // Requests come first.
      await setImmediate()
    }
    measures.set(dataset.id, unknown.names)
  }
  return listOrphans(datasets, stored, measures)
}

/** Logs once, in the background, which stored data has no definition. Returns a function that stops it. */
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
    // An unavailable database is reported elsewhere.
    () => undefined,
  )
  return () => {
    stopped = true
    return done
  }
}
