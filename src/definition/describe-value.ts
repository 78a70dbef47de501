const LONGEST = 60

/** A value as diagnostics name it: texts in quotes, lists and objects by their kind. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
    return `'${text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))}'`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const types: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

/** A type of the schema as diagnostics name it. */
export const describeType = (type: string): string => types.get(type) ?? type

const MOST = 100

/** The first hundred errors of a file; the last one says how many more there are. */
export function limit<T extends { readonly message: string }>(faults: readonly T[]): T[] {
  const kept = faults.slice(0, MOST)
  const more = faults.length - kept.length
  return kept.map((fault, index) =>
    more > 0 && index === MOST - 1
      ? { ...fault, message: `${fault.message} (and ${more} more errors)` }
      : fault,
  )
}
