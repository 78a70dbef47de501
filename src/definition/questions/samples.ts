import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import type { GrainName } from '../../time/grains.ts'
import { listUnits } from '../../query/periods.ts'
import { getSampleField, type SampledRecords } from '../datasets/derived.ts'
import { ExpressionError, type NameSyntax } from '../expressions/parse-expression.ts'

/** Collects the records that the columns of a report need beside those of its rows. */
interface SampleList {
  /** Adds the records of each value of a dimension or unit, or all of them. Throws ExpressionError. */
  readonly add: (
    by: NameSyntax | null,
    index: number,
  ) => { readonly field: string; readonly position: number }
  readonly list: readonly SampledRecords[]
  /** The time of the records; null for none. */
  readonly unit: GrainName | null
}

export function createSamples(source: DatasetPlan): SampleList {
  const list: SampledRecords[] = []
  const grain = source.key.kind === 'none' ? null : getKeyTime(source.key).grain
  const find = (records: SampledRecords): number => {
    const written = JSON.stringify(records)
    const position = list.findIndex((one) => JSON.stringify(one) === written)
    return position < 0 ? list.push(records) - 1 : position
  }
  return {
    list,
    unit: grain,
    add: (by, index) => {
      if (by === null) {
        const dimensions = source.dimensions.map(({ id }) => id)
        return { field: '', position: find({ dimensions, time: grain }) }
      }
      const dimension = source.dimensions.find(({ id, field }) => id === by.name || field === by.name)
      if (dimension !== undefined) {
        if (dimension.field === null) {
          const message = `the values of '${by.name}' are not sent; give the dimension a "field"`
          throw new ExpressionError(message, index)
        }
        return { field: dimension.field, position: find({ dimensions: [dimension.id], time: null }) }
      }
      const units = grain === null ? [] : listUnits(grain).filter((one) => one !== 'year')
      const unit = units.find((one) => one === by.name)
      if (unit === undefined) {
        const known = [...source.dimensions.map(({ id }) => id), ...units]
        throw new ExpressionError(describeUnknown('dimension', by.name, known), index)
      }
      return { field: getSampleField(unit), position: find({ dimensions: [], time: unit }) }
    },
  }
}
