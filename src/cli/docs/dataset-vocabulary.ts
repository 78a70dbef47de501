import { z } from 'zod'

/** A property of a JSON Schema, as far as a guide shows it. */
export const Property = z.looseObject({
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
  required: z.array(z.string()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
})
export type Property = z.infer<typeof Property>

export type Definitions = Readonly<Record<string, Property>>

/** A property merged with the definition that it refers to; its own values have precedence. */
function resolveReference(property: Property, definitions: Definitions): Property {
  const { $ref, ...own } = property
  return $ref === undefined ? own : { ...definitions[getName($ref)], ...own }
}

const getName = (reference: string) => reference.replace('#/$defs/', '')

/** The type of a property in words: `text`, `list of texts`, `date or month`. */
function formatType(
  property: Property,
  definitions: Definitions,
  titles: ReadonlyMap<string, string>,
): string {
  const { $ref } = property
  const title = $ref === undefined ? undefined : titles.get(getName($ref))
  if (title !== undefined) return `[${title}](#${formatAnchor(title)})`
  const found = resolveReference(property, definitions)
  const words = (one: Property) => formatType(one, definitions, titles)
  if (found.const !== undefined) return `\`${JSON.stringify(found.const)}\``
  if (found.enum !== undefined) return found.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  const branches = found.anyOf ?? found.oneOf
  if (branches !== undefined) return branches.map(words).join(' or ')
  if (found.type === 'array') return found.items === undefined ? 'list' : `list of: ${words(found.items)}`
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    boolean: 'true or false',
  }
  return names[found.type ?? ''] ?? found.type ?? 'any'
}

/** The anchor that a heading of Markdown gets. */
const formatAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

const Schema = z.looseObject({ $defs: z.record(z.string(), Property) })

/** The parts that the guide explains, in the order in which an author meets them. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['DatasetDefinition', 'The definition'],
  ['DatasetDateKey', 'Key: a date'],
  ['DatasetMonthKey', 'Key: a month'],
  ['DatasetTextKey', 'Key: a text'],
  ['Dimension', 'Dimension'],
  ['Measure', 'Measure'],
  ['FieldMeasure', 'Measure: a field'],
  ['SumMeasure', 'Measure: a sum'],
  ['ListMeasures', 'Measures: a list of names'],
  ['PatternMeasures', 'Measures: names of a pattern'],
  ['Response', 'Response'],
  ['Endpoints', 'Endpoints'],
  ['DemoValues', 'Demo: values'],
  ['DemoAverages', 'Demo: averages of another dataset'],
])

/** The parts of a dataset definition as Markdown, from the schema's own descriptions, types and defaults. */
export function formatDatasetKeys(schemaText: string): string[] {
  const { $defs } = Schema.parse(JSON.parse(schemaText))
  return [...PARTS].flatMap(([name, title]) => {
    const part = $defs[name]
    if (part === undefined) throw new Error(`the schema has no part ${name}`)
    const rows = formatRows(part, '', $defs)
    const branches = part.anyOf ?? part.oneOf
    const kinds =
      branches === undefined ? [] : [`One of: ${formatType({ anyOf: branches }, $defs, PARTS)}.`, '']
    const table = [
      '| key | type | default | meaning | example |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ]
    return [`### ${title}`, '', part.description ?? '', '', ...kinds, ...(rows.length === 0 ? [] : table)]
  })
}

/** A row for each key; those of objects without a part of their own follow as `metadata.id`. */
function formatRows(
  { properties = {}, required = [] }: Property,
  before: string,
  $defs: Definitions,
): string[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const found = resolveReference(property, $defs)
    const { description = '', examples = [], default: usual } = found
    const isNeeded = required.includes(key) && usual === undefined
    const cells = [
      `\`${before}${key}\``,
      formatType(property, $defs, PARTS),
      isNeeded ? 'needed' : usual === undefined ? '' : code(usual),
      description,
      examples.length === 0 ? '' : code(examples[0]),
    ]
    const inner = property.$ref === undefined ? formatRows(found, `${before}${key}.`, $defs) : []
    return [`| ${cells.map(cell).join(' | ')} |`, ...inner]
  })
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``
const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
