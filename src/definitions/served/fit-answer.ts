import { inside } from '../../engine/finding.ts'
import type { PlacedPlan } from '../../engine/placed-plan.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { ServedFault } from './fault.ts'

/** Holds against a dataset where a screen looks for records and lists, and by what it tells rows apart. */
export function fitAnswer(placed: PlacedPlan, dataset: DatasetPlan): ServedFault[] {
  const { plan, origins } = placed
  const faults: ServedFault[] = []
  const { recordsIn } = dataset.response
  const recordsAt = recordsIn === null ? 'records' : `records.${recordsIn}`
  const records = plan.data.records.join('.')
  if (records !== recordsAt) {
    const message = `'${dataset.id}' sends no records in '${records}'; allowed is '${recordsAt}'`
    faults.push({ origin: inside(origins.data, 'records'), rule: 'served-records', message })
  }
  return [...faults, ...fitLists(placed, dataset), ...fitKey(placed, dataset)]
}

function fitLists({ plan, origins }: PlacedPlan, { id, group }: DatasetPlan): ServedFault[] {
  return plan.columns.flatMap((column, index): ServedFault[] => {
    if (column.kind !== 'each') return []
    const path = (plan.data.lists[column.list] ?? []).join('.')
    if (group?.kind !== 'list') {
      const message = `'${id}' sends no list of names${group === null ? '' : `; its ${group.noun}s have the form '${group.pattern}'`}`
      return [{ origin: inside(origins.columns, index, 'each'), rule: 'served-list', message }]
    }
    const sent = `records.${group.list}`
    if (path === sent) return []
    const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
    return [{ origin: inside(origins.data, 'lists', column.list), rule: 'served-list', message }]
  })
}

function fitKey({ plan, origins }: PlacedPlan, { id, key }: DatasetPlan): ServedFault[] {
  const { kind, fields } = plan.rows.key
  const at = inside(origins.rows, 'key')
  const faults: ServedFault[] = []
  if (!fields.includes(key.field)) {
    const found = fields.map((field) => `'${field}'`).join(', ')
    const message = `${found} is not the key of '${id}'; allowed is '${key.field}'`
    faults.push({ origin: inside(at, 'field'), rule: 'served-key', message })
  }
  if (kind !== key.kind) {
    const message = `'${kind}' is not the kind of the key of '${id}'; allowed is '${key.kind}'`
    faults.push({ origin: inside(at, 'kind'), rule: 'served-key', message })
  }
  return faults
}
