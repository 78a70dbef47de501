import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import type { JoinedTable } from '../datasets/joined-tables.ts'
import type { Group } from './question-group.ts'
import {
  findDimension,
  type Question,
  type QuestionColumn,
  type QuestionMeasures,
} from './question-measures.ts'
import { getSelectorName } from './question-selectors.ts'
import { findExpressionUnit, type UnitScope, writeChosenUnit } from './question-units.ts'

/**
 * Creates the function that finds the unit of an expression, or of the cells of a pivot. It throws ExpressionError. Rows
 * that are mixed have units of their own, and no total.
 */
export function createUnits(
  { source, tables, where, fixed }: Question,
  { findTable, findOwner }: QuestionMeasures,
  columns: readonly QuestionColumn[],
  group: Group | null,
) {
  /** Finds a measure with its unit: the value that the dimension of the unit has, or the dimension of the source that is equal. */
  const findUnitOfMeasure = (name: string) => {
    const [own, owner] = findOwner(name)
    const measure = owner.measures.find(({ field }) => field === own)
    if (measure === undefined || typeof measure.unit === 'string') return measure
    const table = findTable(name)
    const { from } = measure.unit
    const choice = table?.chosen.find(({ own: index }) => table.dataset.dimensions[index]?.id === from)
    if (choice !== undefined) return { unit: writeChosenUnit(choice.selector) }
    const equal = table === undefined ? from : findEqualDimension(table, source, from)
    const [value, other] = table?.where[from] ?? where[equal] ?? []
    return { unit: value !== undefined && other === undefined ? value : { from: equal } }
  }
  return (text: string, written?: string, pivot?: string) => {
    let isMixed = false
    const pivoted = pivot === undefined ? undefined : findDimension(source, pivot)?.id
    const unitScope: UnitScope = {
      separated: new Set(fixed),
      pivot: pivoted,
      rows: new Set(group?.dimensions),
      isOfRecord: false,
      onMixed: () => (isMixed = true),
      findMeasure: findUnitOfMeasure,
      findRate: (name) => {
        const table = findTable(name)
        if (table === undefined) return null
        const unit = findUnitOfMeasure(name)?.unit ?? null
        return {
          unit: typeof unit === 'string' ? unit : null,
          from: listRateKeys(table, source),
          dimensions: table.dataset.dimensions,
        }
      },
      findTarget: (name) => {
        if (!name.includes('.')) return name
        const selector = getSelectorName(name)
        const isChosen = tables.some(({ chosen }) => chosen.some((one) => one.selector === selector))
        return isChosen ? writeChosenUnit(selector) : null
      },
      findColumn: (name) => {
        const column = columns.find((one) => typeof one !== 'string' && 'id' in one && one.id === name)
        const computed = column === undefined ? source.computed.find(({ id }) => id === name) : undefined
        if (computed !== undefined) return { value: computed.value, unit: computed.format?.unit }
        if (typeof column !== 'object' || !('value' in column) || typeof column.value !== 'string')
          return undefined
        return { value: column.value, unit: column.format?.unit }
      },
    }
    const { unit, from, isScaled, ofQuotient } = findExpressionUnit(text, unitScope, written)
    const isOfPivot = from !== null && from === pivoted && !fixed.includes(from)
    // The unit of a cell is the value of its column or row, else of the selector that chooses one.
    const isOfCell = from !== null && (isOfPivot || group?.dimensions.includes(from) === true)
    const name = isOfCell ? (findDimension(source, from)?.field ?? from) : from
    const chosen = name === null ? unit : writeChosenUnit(name)
    const format: { unit?: string } = isScaled || chosen === null || chosen === '' ? {} : { unit: chosen }
    return { format, isMixed, isOfPivot, isOfValue: from !== null, ofQuotient }
  }
}

/** Returns the dimension of the source that equals one of a joined dataset. */
function findEqualDimension({ dataset, on }: JoinedTable, source: DatasetPlan, id: string): string {
  const own = dataset.dimensions.findIndex((dimension) => dimension.id === id)
  const pair = on.find((one) => one.own === own)
  return source.dimensions[pair?.source ?? -1]?.id ?? id
}

/** Lists the dimensions of the source, and the fixed and chosen values, by which the rate of a record is found. */
const listRateKeys = ({ on, where, chosen }: JoinedTable, source: DatasetPlan): ReadonlySet<string> =>
  new Set([
    ...chosen.map(({ selector }) => writeChosenUnit(selector)),
    ...on.flatMap((pair) => source.dimensions[pair.source]?.id ?? []),
    ...Object.values(where).flatMap((values) => (values.length === 1 ? values : [])),
  ])
