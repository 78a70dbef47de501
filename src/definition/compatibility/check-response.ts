import { getColumnDefinitionKind } from '../columns/index.ts'
import { childRef } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { CompatibilityError, RequestedRead } from './check-compatibility.ts'

/** Compares the columns of a screen with a dataset; `requested` contains each way in which its list is requested. */
export const checkColumns = (
  { plan, origins }: PlanWithSource,
  dataset: DatasetPlan,
  requested: readonly RequestedRead[],
): CompatibilityError[] =>
  plan.columns.flatMap((column, index) =>
    getColumnDefinitionKind(column).checkDataset(column, {
      dataset,
      requested,
      listPaths: plan.data.listPaths,
      origin: childRef(origins.columns, index),
      data: origins.data,
    }),
  )

/** Compares the path of the records and the key of the rows with a dataset. */
export function checkResponse(screen: PlanWithSource, dataset: DatasetPlan): CompatibilityError[] {
  const { plan, origins } = screen
  const faults: CompatibilityError[] = []
  const { recordsIn } = dataset.response
  const recordsAt = recordsIn === null ? 'records' : `records.${recordsIn}`
  const records = plan.data.recordsPath.join('.')
  if (records !== recordsAt) {
    const message = `'${dataset.id}' sends no records in '${records}'; allowed is '${recordsAt}'`
    faults.push({ origin: childRef(origins.data, 'recordsPath'), rule: 'served-records', message })
  }
  return [...faults, ...checkKey(screen, dataset)]
}

function checkKey({ plan, origins }: PlanWithSource, { id, key }: DatasetPlan): CompatibilityError[] {
  const { kind, fields } = plan.rows.key
  const at = childRef(origins.rows, 'key')
  const faults: CompatibilityError[] = []
  if (!fields.includes(key.field)) {
    const found = fields.map((field) => `'${field}'`).join(', ')
    const message = `${found} is not the key of '${id}'; allowed is '${key.field}'`
    faults.push({ origin: childRef(at, 'field'), rule: 'served-key', message })
  }
  if (kind !== key.kind) {
    const message = `'${kind}' is not the kind of the key of '${id}'; allowed is '${key.kind}'`
    faults.push({ origin: childRef(at, 'kind'), rule: 'served-key', message })
  }
  return faults
}
