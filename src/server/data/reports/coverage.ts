import type { Coverage } from '../../../../schemas/api/coverage.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { listBound } from '../../../dataset/sample-requests.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { ForbiddenError, notFound } from '../../platform/http/responses.ts'
import { findLastImport } from '../imports/stored-imports.ts'
import { isSourcedPlan } from '../sources/sql.ts'
import type { RecordStore } from '../tables/read-dataset.ts'
import { readYears } from '../tables/sent-records.ts'
import { findEdgeKey, findLastChange } from '../tables/stored-records.ts'

/** Finds the screens of reports by the keys of their plans, each with its permission and the datasets that it shows. */
export const findCoveredScreens = (reports: readonly Report[], datasets: readonly DatasetPlan[]) =>
  new Map(
    reports.flatMap(({ plans, menu: { permission } }) =>
      plans.map((plan) => [plan.key, { plan, permission, datasets: listBound(datasets, plan) }] as const),
    ),
  )

type CoveredScreens = ReturnType<typeof findCoveredScreens>
type CoveredScreen = ReturnType<typeof requireScreen>

/** Finds a screen that a caller with these rights may open. Throws 404 or 403. */
export function requireScreen(screens: CoveredScreens, key: string, rights: ReadonlySet<number>) {
  const screen = screens.get(key)
  if (screen === undefined) throw notFound('There is no such report.')
  if (!rights.has(screen.permission)) throw new ForbiddenError()
  return screen
}

export async function readCoverage(store: RecordStore, { plan, datasets }: CoveredScreen): Promise<Coverage> {
  const fixed = plan.selectors.flatMap(({ kind, options }) =>
    kind === 'year' && 'fixed' in options ? options.fixed.map(({ value }) => Number(value)) : [],
  )
  const years = new Set([...fixed, ...(await readYears(store, datasets))])
  const stored = datasets.flatMap(listRowSources).filter(({ key }) => key.kind !== 'none')
  const last = await Promise.all(stored.map((dataset) => findEdgeKey(store.db, dataset, 'max')))
  const keys = last.filter((key) => key !== null).toSorted()
  const ids = stored.map(({ id }) => id)
  return {
    years: [...years].toSorted((a, b) => b - a),
    upTo: keys.at(-1) ?? null,
    changedAt: await findDataTime(store.db, datasets),
    imported: await findLastImport(store.db, ids),
  }
}

/** Lists the stored datasets whose records can be rows: rates and targets of the future are none. */
function listRowSources(dataset: DatasetPlan): readonly DatasetPlan[] {
  if (dataset.from === null) return listStored(dataset)
  const { sources, query } = dataset.from
  return sources
    .filter((_, index) => (query.inputs[index]?.join?.rows ?? 'all') === 'all')
    .flatMap(listStored)
}

/** Lists the datasets with records of their own from which one is computed; none in another database. */
export function listStored(dataset: DatasetPlan): readonly DatasetPlan[] {
  if (isSourcedPlan(dataset)) return []
  return dataset.from === null ? [dataset] : dataset.from.sources.flatMap(listStored)
}

/** Finds when the records of datasets were last changed; null if that is not known, as in another database. */
export function findDataTime(db: Connection, datasets: readonly DatasetPlan[]): Promise<string | null> {
  const ids = datasets.flatMap(listStored).map(({ id }) => id)
  return findLastChange(db, ids)
}
