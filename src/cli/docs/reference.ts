import { z } from 'zod'

/** A property of a JSON Schema, as far as a reference shows it. */
const Property = z.looseObject({
  $ref: z.string().optional(),
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  get anyOf() {
    return z.array(Property).optional()
  },
  get oneOf() {
    return z.array(Property).optional()
  },
  get items() {
    return Property.optional()
  },
  get properties() {
    return z.record(z.string(), Property).optional()
  },
  required: z.array(z.string()).default([]),
  description: z.string().optional(),
  default: z.unknown().optional(),
})
type Property = z.infer<typeof Property>
type Definitions = Readonly<Record<string, Property>>

const Schema = z.looseObject({ $ref: z.string(), $defs: z.record(z.string(), Property) })

/** Leaves out `items: false`, which closes a list of a fixed length and says nothing to readers. */
const dropClosedItems = (key: string, value: unknown): unknown =>
  key === 'items' && value === false ? undefined : value

const getName = (reference: string) => reference.replace('#/$defs/', '')
const getBranches = ({ anyOf, oneOf }: Property): readonly Property[] => anyOf ?? oneOf ?? []

/** Formats every key of a JSON Schema as Markdown: a section for each object, in the order in which keys name them. */
export function formatReference(schema: object): string {
  const { $ref, $defs } = Schema.parse(JSON.parse(JSON.stringify(schema), dropClosedItems))
  const sections: string[] = []
  /** The section that first contains a row. */
  const printed = new Map<string, string>()
  /** The first key that means something, with its section. */
  const described = new Map<string, string>()
  const visited = new Set<string>()
  const visit = (name: string): void => {
    const part = $defs[name]
    if (part === undefined || visited.has(name) || !isSection(part, $defs)) return
    visited.add(name)
    const rows = formatRows(part, '', $defs)
    const printedRows = rows.filter((row) => printed.has(getId(row)))
    for (const row of rows) if (!printedRows.includes(row)) printed.set(getId(row), name)
    const lines = rows.flatMap((row) => {
      const { key, start, meaning } = row
      if (printedRows.includes(row)) return []
      const earlier = meaning.length < MIN_REPEATED_LENGTH ? undefined : described.get(meaning)
      described.set(meaning, earlier ?? `${name} \`${key}\``)
      const text = earlier === undefined ? meaning : `As ${earlier.replace(`${name} `, '')}.`
      return [`${start}${text === '' ? '' : `: ${text}`}`]
    })
    const branches = getBranches(part).flatMap((branch) => branch.$ref ?? [])
    sections.push(
      `## ${name}`,
      '',
      [...formatKinds(part), part.description ?? ''].join(' '),
      '',
      ...(branches.length === 0 ? [] : [`One of: ${formatType(part, $defs)}.`, '']),
      ...(lines.length === 0 ? [] : [...lines, '']),
      ...formatRepeated(printedRows, printed),
    )
    for (const reference of listReferences(part)) visit(getName(reference))
  }
  visit(getName($ref))
  return sections.join('\n').trimEnd()
}

/** Says whether a definition has a section of its own: an object, or a choice of objects. */
const isSection = (part: Property, $defs: Definitions): boolean =>
  part.properties !== undefined ||
  getBranches(part).some(({ $ref = '' }) => $defs[getName($ref)]?.properties !== undefined)

function listReferences(part: Property): readonly string[] {
  const inner = [
    ...Object.values(part.properties ?? {}),
    ...getBranches(part),
    ...(part.items ? [part.items] : []),
  ]
  return [...(part.$ref === undefined ? [] : [part.$ref]), ...inner.flatMap(listReferences)]
}

interface Row {
  readonly key: string
  /** What is before the meaning. */
  readonly start: string
  readonly meaning: string
}

/** The length from which a meaning that another key has is a reference to that key. */
const MIN_REPEATED_LENGTH = 30

/** Lists each key; those of objects without a section of their own follow as `menu.label`. */
function formatRows({ properties = {}, required }: Property, prefix: string, $defs: Definitions): Row[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    if (property.const !== undefined) return []
    const key = `${prefix}${name}`
    const { $ref = '', ...written } = property
    const merged = { ...$defs[getName($ref)], ...written }
    const usual = merged.default
    const isNeeded = required.includes(name) && usual === undefined
    const type = `${formatType(property, $defs)}${usual === undefined ? '' : `; by default ${formatCode(usual)}`}`
    const target = $defs[getName($ref)]
    const isInSection = target !== undefined && isSection(target, $defs)
    const meaning = (isInSection && written.description === undefined ? undefined : merged.description) ?? ''
    const start = `- \`${key}\` (${type}${isNeeded ? '; needed' : ''})`
    return [{ key, start, meaning }, ...($ref === '' ? formatRows(merged, `${key}.`, $defs) : [])]
  })
}

/** Returns the keys of an object that always have one value, such as `kind`. */
const formatKinds = ({ properties = {} }: Property): readonly string[] =>
  Object.entries(properties).flatMap(([name, { const: value }]) =>
    value === undefined ? [] : [`\`${name}\`: ${formatCode(value)}.`],
  )

const getId = ({ start, meaning }: Row): string => start + meaning

/** Names the keys whose rows are in earlier sections. */
function formatRepeated(rows: readonly Row[], printed: ReadonlyMap<string, string>): string[] {
  const sections = [...new Set(rows.map((row) => printed.get(getId(row)) ?? ''))]
  return sections.flatMap((section) => {
    const keys = rows.filter((row) => printed.get(getId(row)) === section).map(({ key }) => `\`${key}\``)
    return [`As in ${section}: ${keys.join(', ')}.`, '']
  })
}

const formatCode = (value: unknown) => `\`${JSON.stringify(value)}\``

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
}

/** Describes a type: `text`, `list of: whole number`, the name of a section. */
function formatType(property: Property, $defs: Definitions): string {
  const { $ref = '', ...written } = property
  const target = $defs[getName($ref)]
  if (target !== undefined && isSection(target, $defs)) return getName($ref)
  const merged = { ...target, ...written }
  if (merged.const !== undefined) return formatCode(merged.const)
  if (merged.enum !== undefined) return merged.enum.map(formatCode).join(' or ')
  const branches = getBranches(merged)
  if (branches.length > 0) return branches.map((branch) => formatType(branch, $defs)).join(' or ')
  if (merged.type === 'array') return merged.items ? `list of: ${formatType(merged.items, $defs)}` : 'list'
  return words[merged.type ?? ''] ?? merged.type ?? 'any'
}
