import { z } from 'zod'

const Property = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
})
const Part = z.looseObject({
  description: z.string().optional(),
  properties: z.record(z.string(), Property).optional(),
  required: z.array(z.string()).default([]),
})
const Schema = z.looseObject({ $defs: z.record(z.string(), z.unknown()) })

/** The parts that the guide explains, in the order in which an author meets them. */
const PARTS: readonly (readonly [name: string, title: string])[] = [
  ['ReportDefinition', 'The definition'],
  ['YearSelector', 'Selectors: a year'],
  ['MonthSelector', 'Selectors: a month'],
  ['SelectSelector', 'Selectors: an entry of a list'],
  ['Data', 'Data'],
  ['Rows', 'Rows'],
  ['FieldColumn', 'Columns: a field'],
  ['SumColumn', 'Columns: a sum'],
  ['ListColumns', 'Columns: one for each name of a list'],
  ['PatternColumns', 'Columns: one for each field that matches a pattern'],
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
  for (const { $ref = '' } of ['Selector', 'Column'].flatMap((name) => listBranches($defs[name]))) {
    const name = $ref.replace('#/$defs/', '')
    if (PARTS.every(([known]) => known !== name)) throw new Error(`the guide has no title for ${name}`)
  }
  return PARTS.flatMap(([name, title]) => {
    const part = Part.parse($defs[name])
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
  })
}

const Union = z.looseObject({ anyOf: z.array(Property).default([]), oneOf: z.array(Property).default([]) })

function listBranches(union: unknown) {
  const { anyOf, oneOf } = Union.parse(union)
  return [...anyOf, ...oneOf]
}

function resolveReference($defs: Readonly<Record<string, unknown>>, reference: string | undefined) {
  return reference === undefined ? {} : Property.parse($defs[reference.replace('#/$defs/', '')])
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
