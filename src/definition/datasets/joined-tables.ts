import type { AskingReport } from '../../../schemas/report/definition.ts'
import type { DatasetPlan, DimensionPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { listUnits } from '../../query/periods.ts'
import type { QueryJoin } from '../../query/plan.ts'
import { type CycleName, cycles } from '../../time/cycles.ts'
import { type GrainName, isDayPart } from '../../time/grains.ts'
import { checkValues } from './check-dataset.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
import { getSelectorName } from '../questions/question-selectors.ts'

type WrittenTable = AskingReport['data']['with'][string]

export interface JoinedTable extends Omit<QueryJoin, 'isGrouped' | 'isLookedUp'> {
  /** The name in expressions, before a dot. */
  readonly name: string
  readonly dataset: DatasetPlan
  readonly where: WrittenTable['where']
  /** Says why its own records cannot be aggregated in a row; null if they can. */
  readonly groupError: string | null
  /** Says why a record of the source cannot read its measures; null if it can. */
  readonly lookupError: string | null
  /** The dimensions of which a selector chooses the value that is read, by index, with the name of the selector. */
  readonly chosen: readonly { readonly own: number; readonly selector: string }[]
}

export interface JoinedRows {
  readonly source: DatasetPlan
  readonly grain: GrainName | null
  readonly cycles: readonly CycleName[]
  /** The length of time at whose end a record can be wanted that is in force; null for the end of a range of days. */
  readonly periodEnd: GrainName | null
  /** The dimensions that rows, columns or selectors tell apart. */
  readonly dimensions: readonly string[]
  /** The dimensions of joined datasets of which a selector chooses a value, such as `fx.currency`. */
  readonly chosen: readonly string[]
}

/** Returns the field in which records say the value of a joined measure that is a part of the rows. */
export const getRowField = (name: string): string => name.replaceAll(/\W/g, '_')

/** Compiles a joined dataset; null for what cannot be joined, which is reported. */
export function compileTable(
  name: string,
  written: WrittenTable,
  rows: JoinedRows,
  datasets: readonly DatasetPlan[],
  place: Place,
): JoinedTable | null {
  const { source } = rows
  const dataset = datasets.find(({ id }) => id === written.dataset)
  if (dataset === undefined) {
    const ids = datasets.map(({ id }) => id)
    place.at('dataset').error('question', describeUnknown('dataset', written.dataset, ids))
    return null
  }
  let isValid = true
  const reject = (at: Place, message: string) => {
    isValid = false
    at.error('question', message)
  }
  const { dimensions } = dataset
  checkValues(
    (path, message) => reject(place.at('where', ...path), message),
    written.where,
    dimensions,
    dataset.id,
  )
  const pairs = Object.entries(written.by).flatMap(([id, joined]) => {
    const [one, other] = [findById(source, id), findById(dataset, joined)]
    const at = place.at('by', id)
    if (one === undefined) reject(at, describeOther(id, source))
    else if (other === undefined) reject(at, describeOther(joined, dataset))
    return one === undefined || other === undefined ? [] : [[one, other] as const]
  })
  const chosen = dimensions.flatMap(({ id }, own) => {
    const full = `${name}.${id}`
    return rows.chosen.includes(full) ? [{ own, selector: getSelectorName(full) }] : []
  })
  const isChosen = (dimension: DimensionPlan) => chosen.some(({ own }) => dimensions[own] === dimension)
  const isFree = (dimension: DimensionPlan) =>
    !Object.hasOwn(written.where, dimension.id) && !isChosen(dimension)
  for (const other of dimensions) {
    const one = findById(source, other.id)
    if (one === undefined || pairs.some((pair) => pair.includes(one) || pair.includes(other))) continue
    if (isFree(other)) pairs.push([one, other])
  }
  const open = dimensions.find((one) => isFree(one) && !pairs.some(([, other]) => other === one))
  if (open !== undefined && isValid) {
    const first = source.dimensions.find((own) => !pairs.some(([one]) => one === own) && areAlike(own, open))
    const pair = first === undefined ? '' : `"by": { "${first.id}": "${open.id}" } or `
    const fixed = `"where": { "${open.id}": ["${open.values?.[0] ?? 'a value'}"] }`
    const message = `'${dataset.id}' has the dimension '${open.id}', which '${source.id}' does not have; write ${pair}${fixed}`
    reject(place, message)
  }
  const { grain, inForce, groupError, lookupError } = compileTime(dataset, rows)
  const isAtEnd = written.at === 'periodEnd'
  if (isAtEnd && !inForce)
    reject(place.at('at'), `the records of '${dataset.id}' do not hold until the next one`)
  const missing = rows.dimensions.find((id) => !pairs.some(([one]) => one.id === id))
  const several = Object.entries(written.where).find(
    ([id, values]) =>
      values.length > 1 &&
      !pairs.some(([, other]) => other.id === id) &&
      !dimensions.some((dimension) => dimension.id === id && isChosen(dimension)),
  )
  const table: JoinedTable = {
    name,
    dataset,
    where: written.where,
    on: pairs.map(([one, other]) => ({
      source: source.dimensions.indexOf(one),
      own: dimensions.indexOf(other),
    })),
    grain: isAtEnd ? rows.periodEnd : grain,
    inForce,
    chosen,
    rows: written.rows,
    groupError:
      groupError ??
      (missing === undefined
        ? null
        : `'${dataset.id}' has no dimension for '${missing}', by which rows, columns or selectors tell records apart; name it in "by"`),
    lookupError:
      lookupError ??
      (several === undefined
        ? null
        : `several records of '${dataset.id}' belong to one of '${source.id}'; name one value of '${several[0]}' in "where"`),
  }
  if (table.groupError !== null && table.lookupError !== null) reject(place, table.lookupError)
  if (table.groupError !== null && table.rows === 'all') reject(place.at('rows'), table.groupError)
  return isValid ? table : null
}

const findById = ({ dimensions }: DatasetPlan, name: string) => dimensions.find(({ id }) => id === name)

function describeOther(name: string, { id, dimensions }: DatasetPlan): string {
  const ids = dimensions.map((dimension) => dimension.id)
  return `'${id}' has ${describeUnknown('dimension', name, ids)}`
}

/** Finds the length of time by which records belong together, and what is not possible with it. */
function compileTime(
  { id, key }: DatasetPlan,
  { source, grain, cycles: places }: JoinedRows,
): Pick<JoinedTable, 'grain' | 'inForce' | 'groupError' | 'lookupError'> {
  const [sourceGrain, joined] = [getKeyTime(source.key).grain, getKeyTime(key).grain]
  const describe = (text: string) => `the records of '${id}' ${text}`
  if (key.kind === 'none') {
    const groupError = describe('have no time; read them by record, such as in max(x) or in a product')
    const isGroupable = source.key.kind === 'none'
    return { grain: null, inForce: false, groupError: isGroupable ? null : groupError, lookupError: null }
  }
  if (source.key.kind === 'none') {
    const lookupError = describe(
      `have a time, and those of '${source.id}' have none; ask '${id}' and join '${source.id}'`,
    )
    return { grain: null, inForce: false, groupError: lookupError, lookupError }
  }
  if (key.kind === 'date' && key.inForce) {
    const groupError = describe(
      'hold until the next one; read them by record, such as in mean(x, weight), or in a product',
    )
    const isDaily = sourceGrain === 'day' || isDayPart(sourceGrain)
    const lookupError = `the records of '${source.id}' are about longer times than days, in which a value of '${id}' can change`
    return { grain: 'day', inForce: true, groupError, lookupError: isDaily ? null : lookupError }
  }
  const units = listUnits(joined)
  const wanted = [...(grain === null ? [] : [grain]), ...places.map((place) => cycles[place].grain)]
  const isGroupable = wanted.every((unit) => units.includes(unit))
  const groupError = isGroupable
    ? null
    : describe(
        `are about a ${joined}, of which the rows do not consist; read them by record, such as in mean(x)`,
      )
  if (listUnits(sourceGrain).includes(joined)) {
    return { grain: joined, inForce: false, groupError, lookupError: null }
  }
  const lookupError = describe(
    `are about a ${joined}, and those of '${source.id}' about a ${sourceGrain}; aggregate them, such as in sum(x)`,
  )
  const common = units.includes(sourceGrain) ? sourceGrain : grain
  return { grain: common, inForce: false, groupError, lookupError }
}

/** Returns true for dimensions that have a value in common, or of which one has the name of the other in its own. */
function areAlike(one: DimensionPlan, other: DimensionPlan): boolean {
  const [name, otherName] = [one, other].map(({ id }) => id.toLowerCase())
  const isInName = name?.includes(otherName ?? '') === true || otherName?.includes(name ?? '') === true
  return isInName || one.values?.some((value) => other.values?.includes(value)) === true
}
