import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import type { GrainName } from '../../time/grains.ts'
import { listUnits } from '../../query/periods.ts'
import { getSampleField, type SampledRecords } from '../datasets/derived.ts'
import { ExpressionError } from '../expressions/parse-expression.ts'
import type { Names } from '../expressions/split-expression.ts'
import { findDimension } from './question-measures.ts'

/** Collects the records that the columns of a report need beside those of its rows. */
interface SampleList {
  readonly sample: Names['sample']
  readonly list: readonly SampledRecords[]
  /** The time of the records; null for none. */
  readonly unit: GrainName | null
}

/** Creates the list of sampled records; `addMeasure` adds a number of those at a position. */
export function createSamples(
  source: DatasetPlan,
  addMeasure: (value: string, position: number) => string,
): SampleList {
  const list: SampledRecords[] = []
  const grain = source.key.kind === 'none' ? null : getKeyTime(source.key).grain
  /** Adds records if they are not sent yet. */
  const send = (field: string, records: SampledRecords): ReturnType<Names['sample']> => {
    const written = JSON.stringify(records)
    const known = list.findIndex((one) => JSON.stringify(one) === written)
    const position = known < 0 ? list.push(records) - 1 : known
    return { field, addMeasure: (value) => addMeasure(value, position) }
  }
  const sample: Names['sample'] = (by, index) => {
    const ids = source.dimensions.map(({ id }) => id)
    if (by === null) return send('', { dimensions: ids, time: grain })
    const dimension = findDimension(source, by.name)
    if (dimension !== undefined) {
      const { id, field } = dimension
      if (field !== null) return send(field, { dimensions: [id], time: null })
      const message = `the values of '${by.name}' are not sent; give the dimension a "field"`
      throw new ExpressionError(message, index)
    }
    const units = grain === null ? [] : listUnits(grain).filter((one) => one !== 'year')
    const unit = units.find((one) => one === by.name)
    if (unit !== undefined) return send(getSampleField(unit), { dimensions: [], time: unit })
    throw new ExpressionError(describeUnknown('dimension', by.name, [...ids, ...units]), index)
  }
  return { list, unit: grain, sample }
}
