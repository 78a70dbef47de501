import { z } from 'zod'

const Property = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
})
const Part = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), Property).optional(),
  required: z.array(z.string()).default([]),
})
type Definitions = Readonly<Record<string, unknown>>
const Schema = z.looseObject({ $defs: z.record(z.string(), z.unknown()) })

/** The parts that the guide explains, in the order in which an author meets them; each kind of a union by itself. */
const PARTS: readonly (readonly [name: string, title: string])[] = [
  ['ReportDefinition', 'The definition'],
  ['Selector', 'Selectors'],
  ['Data', 'Data'],
  ['Rows', 'Rows'],
  ['Column', 'Columns'],
  ['Table', 'Table'],
  ['Chart', 'Chart'],
  ['Download', 'Download'],
  ['Tabs', 'Tabs'],
  ['Tab', 'A tab'],
  ['Variant', 'A variant'],
]

/** The parts of a definition as Markdown, from the schema's own descriptions and examples. */
export function formatReportKeys(schemaText: string): string[] {
  const { $defs } = Schema.parse(JSON.parse(schemaText))
  return PARTS.flatMap(([name, title]) => {
    const kinds = listKinds($defs[name])
    return kinds.length === 0
      ? formatPart($defs, Part.parse($defs[name]), title)
      : kinds.flatMap((kind) => {
          const part = Part.parse($defs[kind])
          if (part.title === undefined) throw new Error(`the schema of ${kind} has no title for the guide`)
          return formatPart($defs, part, `${title}: ${part.title}`)
        })
  })
}

function formatPart($defs: Definitions, part: z.infer<typeof Part>, title: string): string[] {
  const rows = Object.entries(part.properties ?? {}).map(([key, property]) => {
    const { description = '', examples = [] } = { ...resolveReference($defs, property.$ref), ...property }
    const needed = part.required.includes(key) && !('default' in property) ? ' (needed)' : ''
    return `| \`${key}\`${needed} | ${cell(description)} | \`${cell(JSON.stringify(examples[0]))}\` |`
  })
  return [
    `### ${title}`,
    '',
    part.description ?? '',
    '',
    '| key | meaning | example |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ]
}

const Union = z.looseObject({ anyOf: z.array(Property).default([]), oneOf: z.array(Property).default([]) })

/** The names of the parts that a union consists of; none for any other part. */
function listKinds(part: unknown): string[] {
  const { anyOf, oneOf } = Union.parse(part)
  return [...anyOf, ...oneOf].map(({ $ref = '' }) => $ref.replace('#/$defs/', ''))
}

function resolveReference($defs: Definitions, reference: string | undefined) {
  return reference === undefined ? {} : Property.parse($defs[reference.replace('#/$defs/', '')])
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
