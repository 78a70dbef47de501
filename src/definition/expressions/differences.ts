import { readsRecords } from './compile-expression.ts'
import { type Syntax, writeCall } from './parse-expression.ts'

const zero = { kind: 'number', value: 0, index: 0 } as const satisfies Syntax
const one = { ...zero, value: 1 } as const

/** Returns true for a function whose operands are measures of records. */
export const isAggregate = (name: string): boolean => readsRecords(name) || name === 'periods'

/** Returns true for sums and counts, and for what is added of them. */
export function isSum(syntax: Syntax): boolean {
  if (syntax.kind !== 'call') return syntax.kind === 'name'
  const { name, operands } = syntax
  if (name === 'sum' || name === 'count') return true
  return ['+', '-', 'add', 'negate'].includes(name) && operands.every(isSum)
}

/**
 * Returns a sum, or another value where it has no records. A difference of two sums stays blank where only one of them has
 * records.
 */
function orElse(sum: Syntax, instead: Syntax): Syntax {
  const parts = listSums(sum)
  const filled = writeCall('add', sum, instead)
  if (parts.length === 1) return filled
  const hasRecords = writeCall('+', one, writeCall('add', ...parts.map(writeZero)))
  const isNone = writeCall('=', writeCall('add', hasRecords, zero), zero)
  return writeCall('+', filled, writeZero(writeCall('if', isNone, zero, sum)))
}

const listSums = (syntax: Syntax): readonly Syntax[] =>
  syntax.kind === 'call' && !isAggregate(syntax.name) ? syntax.operands.flatMap(listSums) : [syntax]

/** Writes 0 where an amount has a value, and a blank elsewhere. */
const writeZero = (amount: Syntax): Syntax => writeCall('*', amount, zero)

/** Writes the change since an earlier amount. A sum without records is 0 where there was one before. */
export function writeChange(current: Syntax, earlier: Syntax, ofSums: boolean): Syntax {
  const now = ofSums ? orElse(current, writeZero(earlier)) : current
  return writeCall('/', writeCall('-', now, earlier), writeCall('abs', earlier))
}

/**
 * Writes the part of a row in the difference of the total. What is new or gone counts in full. The difference of all rows is
 * blank if no row has anything before.
 */
export function writeContribution(current: Syntax, earlier: Syntax): Syntax {
  const now = orElse(current, writeZero(earlier))
  const part = writeCall('-', now, orElse(earlier, writeZero(current)))
  return writeCall('contribution', part, writeCall('-', now, earlier))
}

/** Amounts of now and of the period before. */
type Amounts = Readonly<Record<'now' | 'before', Syntax>>

/**
 * Writes the part of the price in the difference of an amount, or that of the volume at the price before. Both add up to
 * the difference. What is new or gone has no second price: all of it is volume.
 */
export function writeEffect(isPrice: boolean, { now, before }: Amounts, sold: Amounts): Syntax {
  const orZero = (amount: Syntax) => orElse(amount, zero)
  const growth = writeCall('/', sold.now, sold.before)
  const [fresh, gone, both] = isPrice
    ? [writeZero(now), writeZero(before), writeCall('-', now, writeCall('*', before, growth))]
    : [
        writeCall('-', now, orZero(before)),
        writeCall('-', orZero(now), before),
        writeCall('*', before, writeCall('-', growth, one)),
      ]
  const isNone = (amount: Syntax) => writeCall('=', orZero(amount), zero)
  // Nothing is new where no row has anything before: 0 of all rows is then a blank.
  const oneIfEarlier = writeCall('+', one, writeZero(writeCall('add', before, sold.before)))
  const isNew = writeCall('+', fresh, writeCall('contribution', zero, oneIfEarlier))
  return writeCall('if', isNone(sold.before), isNew, writeCall('if', isNone(sold.now), gone, both))
}
