/** What a plan says: each value as text, by its path such as `table.title`. */
export type Facts = ReadonlyMap<string, string>

/** The facts of a screen (without selectors and columns), a selector or a column; `without` are keys that identify it. */
export const listFacts = (value: object, without: readonly string[]): Facts =>
  new Map(flatten(value, '').filter(([path]) => !without.includes(path.split('.')[0] ?? '')))

function flatten(value: object, prefix: string): (readonly [path: string, text: string])[] {
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? flatten(entry, path)
      : [[path, formatValue(entry)] as const]
  })
}

const NOTHING = 'nothing'

function formatValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return NOTHING
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return value.map(formatEntry).join(', ')
  return JSON.stringify(value)
}

function formatEntry(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return formatValue(entry)
  const { value, label, ...others } = entry as Readonly<Record<string, unknown>>
  const isOption = typeof value === 'string' && typeof label === 'string' && Object.keys(others).length === 0
  return isOption ? `'${label}'${label === value ? '' : ` (${value})`}` : JSON.stringify(entry)
}

/** A sentence for each fact that differs: new value, then old value. */
export function compareFacts(before: Facts, after: Facts, subject = ''): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [old, now] = [before.get(path) ?? NOTHING, after.get(path) ?? NOTHING]
    return old === now ? [] : [`\`${path}\`${subject} is ${now} instead of ${old}.`]
  })
}
