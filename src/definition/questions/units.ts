import { isDurationUnit, unitSeconds } from '../../../schemas/report/values.ts'
import { isCurrency } from '../../dataset/currencies.ts'
import { ExpressionError } from '../expressions/parse-expression.ts'

/** Powers by name: 1 for what is multiplied, -1 for what is divided by. Other powers have no entry of 0. */
type Powers = ReadonlyMap<string, number>

/** The unit of an expression, with the units and measures that it multiplies and divides. */
export interface Unit {
  /** The unit that is shown: empty for plain numbers, null for a product or quotient, and where any unit fits. */
  readonly name: string | null
  readonly units: Powers
  /** Each measure by its unit and its name. A measure in NGN can also be a rate, in NGN per minute. */
  readonly measures: Powers
  /** What written numbers, such as 1,000, have made of the unit: 1 if it is still the unit shown. */
  readonly scale: number
  /** Whether a number is multiplied, which can convert a unit into another. */
  readonly isConverted: boolean
}

const none: Powers = new Map()

/** The unit of numbers: any unit fits. */
export const anyUnit: Unit = { name: null, units: none, measures: none, scale: 1, isConverted: false }

/** The unit of counts and shares. */
export const plainUnit: Unit = { ...anyUnit, name: '' }

/** The unit of a number of days, which only counts what it multiplies. */
export const daysUnit: Unit = { ...anyUnit, name: 'days' }

/** Something whose unit is not known. */
export const unknownUnit: Unit = { ...anyUnit, measures: new Map([['?', 1]]) }

/** Returns the unit of a written number. A power of 1,000 makes bytes megabytes. */
export function createFactor(value: number): Unit {
  const size = Math.abs(value) < 1 ? 1 / Math.abs(value) : Math.abs(value)
  const isPrefix = isPower(size, 10) ? size > 10 : isPower(size, 1024)
  return { ...anyUnit, scale: isPrefix ? value : 1, isConverted: value !== 1 }
}

const isPower = (size: number, base: number): boolean => {
  const power = Math.log(size) / Math.log(base)
  return power > 0.5 && Math.abs(power - Math.round(power)) < 1e-9
}

/** Returns the unit that an author wrote for a measure or a column, such as `NGN/min`. */
export function createUnit(written: string, measure: string): Unit {
  const measures = new Map([[`${written}:${measure}`, 1]])
  return { ...anyUnit, name: written, units: new Map(listFactors(written)), measures }
}

/** Returns the unit of the sum of a measure. A sum of money is an amount, and no rate such as NGN per minute. */
export function createSumUnit(written: string, measure: string): Unit {
  const unit = createUnit(written, measure)
  return isAmount(written) ? { ...unit, measures: none } : unit
}

const listFactors = (written: string): (readonly [unit: string, power: 1 | -1])[] =>
  written
    .split('/')
    .map((unit, index) => [unit.trim(), index === 0 ? 1 : -1] as const)
    .filter(([unit]) => !['', '1', '%'].includes(unit))

/** Returns true for the unit of amounts: an amount times anything else is an amount. */
export const isAmount = (unit: string): boolean => isCurrency(unit) || isChosen(unit)

/** Returns true for a unit that is the value of a dimension or a selector. */
const isChosen = (unit: string): boolean => unit.startsWith(BY) || unit.startsWith('{')

/** Returns the unit of amounts whose unit is the value of a dimension. */
export const writeSource = (dimension: string): string => `${BY}${dimension}`

/** Returns the dimension by whose values numbers are told apart; null for none. */
export const findSource = ({ units }: Unit): string | null =>
  [...units.keys()].find((unit) => unit.startsWith(BY))?.slice(BY.length) ?? null

/** How the unit begins that is the value of a dimension. */
const BY = 'its '

/** Returns true for a number of days. */
export const isDays = ({ name, measures }: Unit): boolean => name === daysUnit.name && measures.size === 0

/** Returns true for a number, which fits any unit. */
const isNumber = (unit: Unit): boolean =>
  isDays(unit) || (unit.name === null && unit.units.size === 0 && unit.measures.size === 0)

/** Returns the unit of a product. A product with an amount is an amount, since it can be a rate. */
export function multiplyUnits(first: Unit, second: Unit, factors: readonly (number | null)[]): Unit {
  const [by = null, times = null] = factors
  if (isNumber(first)) return scale(second, first, by)
  if (isNumber(second)) return scale(first, second, times)
  const product = join(first, second, 1)
  const amount = [second, first].find(
    ({ name }) => name !== null && isAmount(name) && (product.units.get(name) ?? 0) > 0,
  )
  return { ...product, name: amount?.name ?? findName(product) }
}

/** Returns the unit of a quotient. */
export function divideUnits(first: Unit, second: Unit, divisor: number | null): Unit {
  if (isNumber(second)) {
    return scale(first, { ...second, scale: 1 / second.scale }, divisor === null ? null : 1 / divisor)
  }
  const quotient = join(first, second, -1)
  const isShare = first.name !== null && first.name === second.name
  const name = isShare ? '' : findName(quotient)
  // Minutes times a rate, divided by minutes, are a price.
  return { ...quotient, name: name !== null && isAmount(name) ? null : name }
}

/** Multiplies or divides the parts of two units. Each percentage is a hundred times a part of 1. */
function join(first: Unit, second: Unit, power: 1 | -1): Unit {
  const percents = (first.name === '%' ? 100 : 1) * (second.name === '%' ? 100 ** power : 1)
  return {
    name: null,
    units: addPowers(first.units, second.units, power),
    measures: addPowers(first.measures, second.measures, power),
    scale: first.scale * (power === 1 ? second.scale : 1 / second.scale) * percents,
    isConverted: first.isConverted || second.isConverted,
  }
}

function addPowers(first: Powers, second: Iterable<readonly [string, number]>, factor: 1 | -1): Powers {
  const powers = new Map(first)
  for (const [name, power] of second) {
    const sum = (powers.get(name) ?? 0) + factor * power
    if (sum === 0) powers.delete(name)
    else powers.set(name, sum)
  }
  return powers
}

/** Finds the one unit that is left of a product; null for several, and for one of each call or other plain number. */
function findName({ units, measures, scale }: Unit): string | null {
  if (Number.isNaN(scale) || [...measures.keys()].some((measure) => /^[?%]/.test(measure))) return null
  const [first, other] = units
  if (first === undefined) return ''
  const [name, power] = first
  const isOfEach = [...measures].some(([measure, count]) => measure.startsWith(':') && count < 0)
  return power !== 1 || other !== undefined || isOfEach ? null : name
}

/**
 * Returns the unit of a quotient that is no share: minutes per call have that of minutes, a price is in NGN/min. Returns
 * null for other quotients: a measure without a unit can have that of another.
 */
export function writeQuotient({ name, units, scale }: Unit): string | null {
  const [over, ...others] = [...units].filter(([, power]) => power > 0)
  const under = [...units].filter(([, power]) => power < 0)
  const isKnown = [over, ...under].every(
    (one) => one !== undefined && Math.abs(one[1]) === 1 && !isChosen(one[0]),
  )
  if (name !== null || over === undefined || !isKnown || others.length > 0 || under.length > 1) return null
  if (under.length === 0 && !isDurationUnit(over[0]) && !isCurrency(over[0])) return null
  return scale === 1 ? [over, ...under].map(([unit]) => unit).join('/') : ''
}

/** Returns a unit after a number, which can convert a time: minutes divided by 60 are hours. */
function scale(unit: Unit, number: Unit, factor: number | null): Unit {
  const isConverted = unit.isConverted || number.isConverted
  if (isDays(unit)) return scale(anyUnit, number, factor)
  const { name } = unit
  if (name === null) {
    const isNamed = isNumber(unit) || !number.isConverted
    return { ...unit, isConverted, scale: isNamed ? unit.scale * number.scale : NaN }
  }
  const scaled = { ...unit, isConverted, scale: unit.scale * number.scale }
  if (!isDurationUnit(name) || factor === null) return scaled
  const seconds = Math.round((unitSeconds[name] / factor) * 1e6) / 1e6
  const [time] = Object.entries(unitSeconds).find(([, length]) => length === seconds) ?? []
  if (time !== undefined) return { ...unit, isConverted, name: time, units: new Map([[time, 1]]) }
  return seconds === DAY_SECONDS ? { ...scaled, scale: NaN } : scaled
}

const DAY_SECONDS = 86_400

/** Returns the unit of a sum. Throws ExpressionError for two units that cannot be added or compared. */
export function addUnits(units: readonly Unit[], index: number): Unit {
  const written = units.filter((unit) => unit.name !== null || !isNumber(unit))
  for (const [position, unit] of written.entries()) {
    const stranger = written.slice(position + 1).find((other) => !canEqual(unit, other))
    if (stranger === undefined) continue
    const describe = unit.name === stranger.name ? describeFactors : describeUnit
    const message = `${describe(unit)} and ${describe(stranger)} are two units; divide one by the other, or write two columns`
    throw new ExpressionError(message, index)
  }
  const sum = written.find(({ name }) => name !== null) ?? written[0] ?? anyUnit
  const isOneScale = written.every(({ scale }) => scale === sum.scale)
  return {
    ...sum,
    scale: isOneScale ? sum.scale : NaN,
    isConverted: units.some(({ isConverted }) => isConverted),
  }
}

/**
 * Returns false for two units that are certainly different. A measure can be a rate: one in NGN can be NGN per minute, but
 * not per NGN. One without a unit can be anything.
 */
function canEqual(first: Unit, second: Unit): boolean {
  if (first.name !== null && second.name !== null && first.name !== second.name) return false
  const { units, measures } = join(first, second, -1)
  const others = [...measures]
  if (others.some(([measure]) => /^[:?]/.test(measure))) return true
  const powers = [...units.values()]
  // A rate of minutes and messages is one of either in each record.
  const canConvert = first.isConverted || second.isConverted || (first.name !== null && second.name !== null)
  if (canConvert && powers.reduce((sum, power) => sum + power, 0) === 0) return true
  // A number can convert minutes and hours.
  const factors = [...units].map(([unit, power]) => [foldTime(unit), power] as const)
  return [...addPowers(none, factors, 1)].every(([unit, power]) =>
    others.some(([measure, count]) => count * power > 0 && !listOwn(measure).includes(unit)),
  )
}

/** Lists the units of a measure, of which it is no rate. */
const listOwn = (measure: string): readonly string[] =>
  listFactors(measure.slice(0, measure.lastIndexOf(':'))).map(([unit]) => foldTime(unit))

/** Returns one name for minutes, hours and the like. */
const foldTime = (unit: string): string => (isDurationUnit(unit) ? 'time' : unit)

/** Describes a unit as it is written: `'NGN'` also for minutes times a rate. */
export const describeUnit = (unit: Unit): string =>
  unit.name === '' ? 'plain numbers' : unit.name === null ? describeFactors(unit) : `'${unit.name}'`

/** Describes a unit by what it multiplies and divides, such as `'NGN/min'`. */
function describeFactors({ units }: Unit): string {
  const write = (sign: 1 | -1) =>
    [...units].flatMap(([unit, power]) => Array<string>(Math.max(0, power * sign)).fill(unit)).toSorted()
  const [over, under] = [write(1).join('*'), write(-1).join('/')]
  return `'${over === '' ? '1' : over}${under === '' ? '' : `/${under}`}'`
}
