/** The differences of one definition, as lines for people. */
export interface DefinitionChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly lines: readonly string[]
}

interface Comparison<T> {
  readonly describe: (definition: T) => string
  /** What is said of a new one, after its description. */
  readonly added: string
  readonly compare: (before: T, after: T) => readonly string[]
}

/** Lists what changes from some definitions to others, which are matched by their id. */
export function compareById<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
  { describe, added, compare }: Comparison<T>,
): DefinitionChange[] {
  const changed = after.flatMap((definition): DefinitionChange[] => {
    const heading = describe(definition)
    const old = before.find(({ id }) => id === definition.id)
    if (old === undefined) return [{ kind: 'added', lines: [`${heading} ${added}`] }]
    const lines = compare(old, definition)
    return lines.length === 0 ? [] : [{ kind: 'changed', lines: [heading, ...lines.map(indent)] }]
  })
  const removed = before
    .filter(({ id }) => !after.some((definition) => definition.id === id))
    .map((old): DefinitionChange => ({ kind: 'removed', lines: [`${describe(old)} is removed.`] }))
  return [...changed, ...removed]
}

/** Compares definitions as their authors have written them. What is no definition is left to `check`. */
export const compareWritten = (
  noun: string,
  before: readonly unknown[],
  after: readonly unknown[],
): DefinitionChange[] =>
  compareById(before.filter(isDefinition), after.filter(isDefinition), {
    describe: ({ id }) => `The ${noun} '${id}'`,
    added: 'is new.',
    compare: (old, definition) => compareFacts(old, definition, ['$schema']),
  })

const isDefinition = (value: unknown): value is { readonly id: string } =>
  isFields(value) && typeof value['id'] === 'string'

export const indent = (line: string): string => `  ${line}`

/** Compares the parts of a definition, such as columns, which are matched by their name or id. */
export function compareLists<T extends { readonly label: string }>(
  kind: string,
  before: readonly T[],
  after: readonly T[],
  getId: (item: T) => string,
): string[] {
  const describe = (item: T) => {
    const [id, label] = [getId(item), item.label || getId(item)]
    return `${kind} '${label}'${id === label ? '' : ` (${id})`}`
  }
  const find = (list: readonly T[], item: T) => list.find((other) => getId(other) === getId(item))
  const removed = before.filter((item) => find(after, item) === undefined)
  const changes = after.flatMap((item) => {
    const old = find(before, item)
    if (old === undefined) return [`The ${describe(item)} is new, at position ${after.indexOf(item) + 1}.`]
    return compareFacts(old, item, ['id', 'name'], ` of the ${describe(old)}`)
  })
  const order = before.filter((item) => !removed.includes(item)).map(getId)
  const isMoved = after
    .filter((item) => find(before, item))
    .some((item, index) => getId(item) !== order[index])
  const names = after.map((item) => `'${item.label || getId(item)}'`).join(', ')
  return [
    ...removed.map((item) => `The ${describe(item)} is removed.`),
    ...changes,
    ...(isMoved ? [`The order of the ${kind}s is now ${names}.`] : []),
  ]
}

/**
 * Returns a sentence for each value that differs, by its path such as `table.title`: new value, then old value. Lists of
 * parts, such as alerts, are compared part by part.
 */
export function compareFacts(
  before: object,
  after: object,
  without: readonly string[],
  subject = '',
): string[] {
  const [old, now] = [new Map(listFacts(before, without)), new Map(listFacts(after, without))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)]
    const [partsBefore, partsAfter] = [listParts(was), listParts(is)]
    if (partsBefore !== null && partsAfter !== null && partsBefore.length + partsAfter.length > 0) {
      return compareLists(nameParts(path) + subject, partsBefore, partsAfter, ({ id }) => id)
    }
    const [from, to] = [formatValue(was), formatValue(is)]
    return from === to ? [] : [`\`${path}\`${subject} is ${to} instead of ${from}.`]
  })
}

/** Names a part of the list at a path: `tabs.items` has tabs. */
const nameParts = (path: string): string =>
  path
    .replace(/\.items$/, '')
    .split('.')
    .at(-1)
    ?.replace(/s$/, '') ?? path

const listFacts = (
  value: object,
  without: readonly string[],
  prefix = '',
): (readonly [path: string, value: unknown])[] =>
  Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    if (without.includes(prefix + key)) return []
    return isFields(entry) ? listFacts(entry, without, `${prefix}${key}.`) : [[prefix + key, entry] as const]
  })

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ID_KEYS = ['id', 'field', 'name', 'title', 'label', 'column']

/** Returns the parts of a list with an id of each; empty for no value, null for a value that is no list of parts. */
function listParts(value: unknown): (Fields & { readonly id: string; readonly label: string })[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  const entries: readonly unknown[] = value
  const ids = new Map<string, number>()
  const parts = entries.filter((entry) => isFields(entry) && formatOption(entry) === null).filter(isFields)
  if (parts.length < entries.length) return null
  return parts.map((part) => {
    const [key = '', first] = Object.entries(part).find(([, entry]) => typeof entry === 'string') ?? []
    const named = ID_KEYS.map((name) => part[name]).find((text) => typeof text === 'string')
    const text = (named ?? `${key} ${String(first)}`).slice(0, 60)
    const count = (ids.get(text) ?? 0) + 1
    ids.set(text, count)
    const label = [part['label'], part['title']].find((name) => typeof name === 'string') ?? ''
    return { ...part, id: count === 1 ? text : `${text} ${count}`, label }
  })
}

const NOTHING = 'nothing'

function formatValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return NOTHING
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return value.map((entry) => formatOption(entry) ?? formatValue(entry)).join(', ')
  return JSON.stringify(value)
}

/** Formats an option of a selector; null for another value. */
function formatOption(entry: unknown): string | null {
  if (!isFields(entry)) return null
  const { value, label, ...others } = entry
  const isOption = typeof value === 'string' && typeof label === 'string' && Object.keys(others).length === 0
  return isOption ? `'${label}'${label === value ? '' : ` (${value})`}` : null
}
