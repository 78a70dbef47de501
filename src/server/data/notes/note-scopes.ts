import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { listBound } from '../../../dataset/sample-requests.ts'
import type { Report, ReportPlan } from '../../../report/model/report-plan.ts'

/** The notes of a tab of a report are stored under `report/<id>/<tab>`, those of a dataset under `dataset/<id>`. */
const DATASET = 'dataset/'

export const isDatasetScope = (scope: string): boolean => scope.startsWith(DATASET)

/**
 * Lists the scopes whose notes a screen shows: that of its tab, that of the dataset that serves its records, and those
 * of the datasets from which the records are computed.
 */
function listNoteScopes(
  datasets: readonly DatasetPlan[],
  plan: Pick<ReportPlan, 'reportId' | 'tab' | 'data'>,
): [tab: string, ...datasets: string[]] {
  const ids = new Set<string>()
  const add = ({ id, from }: DatasetPlan): void => {
    ids.add(DATASET + id)
    from?.sources.forEach(add)
  }
  listBound(datasets, plan).forEach(add)
  return [['report', plan.reportId, plan.tab].filter((part) => part !== null).join('/'), ...ids]
}

/** Who may read and write the notes of the defined reports. */
export type NoteScopes = ReturnType<typeof deriveNoteScopes>

export function deriveNoteScopes(reports: readonly Report[], datasets: readonly DatasetPlan[]) {
  const screens = reports.flatMap(({ plans, menu }) =>
    plans.map((plan) => ({ key: plan.key, menu, scopes: listNoteScopes(datasets, plan) })),
  )
  const names = new Map([
    ...datasets.map(({ id, title }) => [DATASET + id, title] as const),
    ...screens.map(({ scopes, menu }) => [scopes[0], menu.label] as const),
  ])
  return {
    /** Returns the scopes of a screen by the key of its plan, the one of its tab first; undefined for another key. */
    ofScreen: (key: string) => screens.find((screen) => screen.key === key)?.scopes,
    /** Returns what a scope belongs to, for people. */
    getName: (scope: string) => names.get(scope) ?? scope,
    /** Returns true if a caller with these rights may open a report that shows the notes of a scope. */
    isReadable: (scope: string, permissions: Pick<ReadonlySet<number>, 'has'>) =>
      permissions.has(portalPermissions.reports.id) &&
      screens.some(({ menu, scopes }) => permissions.has(menu.permission) && scopes.includes(scope)),
  }
}
