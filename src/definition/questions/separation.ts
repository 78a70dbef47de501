import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { listUnits } from '../../query/periods.ts'
import type { GrainName } from '../../time/grains.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import { ExpressionError, type Syntax } from '../expressions/parse-expression.ts'
import { type Group, timeKeys } from './question-group.ts'

/** Which records are sent beside those of the rows, so that a report can compute what needs every value. */
interface Separation {
  /** Separates the records of a dimension or unit, or all of them; returns the name of the field. Throws ExpressionError. */
  readonly add: (by: Extract<Syntax, { kind: 'name' }> | null, index: number) => string
  readonly dimensions: readonly string[]
  /** Returns the length of time of the records; undefined for that of the rows. */
  readonly getGrain: () => GrainName | undefined
}

/** Collects which records the columns of a report need. */
export function createSeparation(source: DatasetPlan, group: Group | null): Separation {
  const dimensions: string[] = []
  const own = getKeyTime(source.key).grain
  let grain: GrainName | undefined
  const separate = (unit: GrainName, index: number): void => {
    const rows = group?.grain ?? own
    if (unit === rows && grain === undefined) return
    if (group !== null && (group.isTime || group.cycles.length > 0)) {
      const allowed = 'have rows of a dimension, or of the times of the records'
      throw new ExpressionError(`the rows are longer than the records that this needs; ${allowed}`, index)
    }
    if (grain !== undefined && grain !== unit) {
      throw new ExpressionError(`another column needs the records of each ${grain}; use one unit`, index)
    }
    grain = unit
  }
  return {
    dimensions,
    add: (by, index) => {
      if (by === null) {
        dimensions.push(...source.dimensions.map(({ id }) => id))
        separate(own, index)
        return ''
      }
      const dimension = source.dimensions.find(({ id, field }) => id === by.name || field === by.name)
      if (dimension !== undefined) {
        if (dimension.field === null) {
          const message = `the values of '${by.name}' are not sent; give the dimension a "field"`
          throw new ExpressionError(message, index)
        }
        dimensions.push(dimension.id)
        return dimension.field
      }
      const units = listUnits(own)
      const unit = units.find((one) => one === by.name)
      if (unit === undefined || unit === 'year') {
        const known = [...source.dimensions.map(({ id }) => id), ...units.filter((one) => one !== 'year')]
        throw new ExpressionError(describeUnknown('dimension', by.name, known), index)
      }
      separate(unit, index)
      return timeKeys[unit][1]
    },
    getGrain: () => grain,
  }
}
