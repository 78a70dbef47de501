import type { StoredDataset } from '../../../schemas/dataset/definition.ts'
import { type DatasetKeyPlan, NO_TIME } from '../../dataset/dataset-plan.ts'
import type { ReportAt } from '../../diagnostics/diagnostic.ts'

export type NamedDimension = StoredDataset['dimensions'][number] & { readonly id: string }

/** A stored dataset, or what is like one, with the key of its records and an id for each dimension. */
export type NamedDataset = Omit<StoredDataset, 'dimensions'> & {
  readonly key: DatasetKeyPlan
  readonly dimensions: readonly NamedDimension[]
}

/** Names each dimension after its field if it has no id of its own. */
export function nameDimensions(definition: StoredDataset, report: ReportAt): NamedDataset {
  const { time: key = NO_TIME } = definition
  return { ...definition, key, dimensions: definition.dimensions.map(nameDimension) }

  function nameDimension(dimension: StoredDataset['dimensions'][number], index: number): NamedDimension {
    const { id, field = '' } = dimension
    if (id === undefined && !/^[a-z][A-Za-z0-9]*$/.test(field)) {
      const what = field === '' ? 'it has no field' : `'${field}' is none`
      const message = `a dimension needs an 'id', a lower-case letter, then letters and digits: ${what}`
      report(['dimensions', index], 'dataset-dimension', message)
    }
    return { ...dimension, id: id ?? field }
  }
}
