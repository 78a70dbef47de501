import { z } from 'zod'
import { type Definitions, Property, resolved, typeWords } from './schema-types.ts'

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
export function datasetVocabulary(schemaText: string): string[] {
  const { $defs } = Schema.parse(JSON.parse(schemaText))
  return [...PARTS].flatMap(([name, title]) => {
    const part = $defs[name]
    if (part === undefined) throw new Error(`the schema has no part ${name}`)
    const rows = rowsOf(part, '', $defs)
    const branches = part.anyOf ?? part.oneOf
    const kinds =
      branches === undefined ? [] : [`One of: ${typeWords({ anyOf: branches }, $defs, PARTS)}.`, '']
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
function rowsOf({ properties = {}, required = [] }: Property, before: string, $defs: Definitions): string[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const found = resolved(property, $defs)
    const { description = '', examples = [], default: usual } = found
    const isNeeded = required.includes(key) && usual === undefined
    const cells = [
      `\`${before}${key}\``,
      typeWords(property, $defs, PARTS),
      isNeeded ? 'needed' : usual === undefined ? '' : code(usual),
      description,
      examples.length === 0 ? '' : code(examples[0]),
    ]
    const inner = property.$ref === undefined ? rowsOf(found, `${before}${key}.`, $defs) : []
    return [`| ${cells.map(cell).join(' | ')} |`, ...inner]
  })
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``
const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
