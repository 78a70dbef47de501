import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getStoredGroupKind } from './groups/index.ts'
import { hasMeasure } from './record-body.ts'
import { getDimensionValues } from './record-key.ts'

/**
 * Whether a definition knows a stored figure: a measure that records of the scope have, or a name of its list or
 * pattern. Others are of a measure that it has no more; they are kept and not shown.
 */
export function isKnownAmount(dataset: DatasetPlan, scope: string, name: string): boolean {
  const { measures, group } = dataset
  const measure = measures.find(({ field }) => field === name)
  if (measure !== undefined) return hasMeasure(dataset, getDimensionValues(scope), measure)
  return group !== null && getStoredGroupKind(group).hasName(group, name)
}
