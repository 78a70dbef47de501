import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getStoredGroupKind } from './groups.ts'
import { hasMeasure } from './record-body.ts'
import { getDimensionValues } from './record-key.ts'

/**
 * Whether a definition has the measure of a stored amount: a measure of records in the scope, or a name of its list or
 * pattern. Amounts of removed measures stay stored and are not sent.
 */
export function isKnownAmount(dataset: DatasetPlan, scope: string, name: string): boolean {
  const { measures, group } = dataset
  const measure = measures.find(({ field }) => field === name)
  if (measure !== undefined) return hasMeasure(dataset, getDimensionValues(scope), measure)
  return group !== null && getStoredGroupKind(group).hasName(group, name)
}
