import { z } from 'zod'
import { type Json, printJson } from '../reports/print-json.ts'
import { exampleAnswer, exampleDataset } from './examples.ts'

const json = (value: Json) => ['```json', printJson(value).trimEnd(), '```']

/** Formats `datasets/README.md`, the guide to datasets, from the schema and the rules. */
export function formatDatasetGuide(schemaText: string): string {
  const lines = [
    '# Writing a dataset',
    '',
    'A dataset is one JSON file in this folder. It says what the server stores of one subject, and which calls it answers with it. A [report](../reports/README.md) says how that is shown. The two meet in the URL of a call.',
    '',
    'From a dataset follow the import of files, the list of records, the lists of years and months, the Excel file, calls for single records, demo records, the API document and the checks. There is no table to create and no code to write.',
    '',
    '## The words',
    '',
    '- A **record** is what is stored about one key: an hour, a day, a week, a month, a quarter or a name.',
    '- The **key** says which of these it is, and in which field of the record it is sent.',
    '- A **dimension** is a closed list of values that distinguishes records of one key, such as incoming and outgoing.',
    '- A **measure** is a number of a record. Most have a field of their own. Measures whose names are known only from the data are a **list** or a **pattern**.',
    '- An **endpoint** is a call that the server answers. What is left out does not exist.',
    '',
    '## A whole dataset',
    '',
    '`datasets/call-quality.json`, which serves the report that the [guide to reports](../reports/README.md#a-whole-report) shows:',
    '',
    ...json(exampleDataset),
    '',
    'GET `/v1/call-quality/2025/3` then answers:',
    '',
    ...json(exampleAnswer),
    '',
    '## In five minutes',
    '',
    '1. Copy the example into this folder, under the name of its `id`. The `$schema` line lets an editor complete keys and explain them.',
    '2. `npm run reports -- check` reports every error with file, line and column. It also reports where a report needs something that the dataset does not have.',
    '3. `npm run dev` serves it at once, with demo records. An error is shown on the screen and in the terminal, and the last valid version stays in use.',
    '4. Real records are imported by `npm run data -- import call-quality march.csv` ([Real data](../docs/operations/data.md)).',
    '',
    'The folder is `datasets`, or what the environment variable `DATASETS_DIR` names.',
    '',
    '## What the endpoints answer',
    '',
    'All but `download` answer JSON: `success`, `message`, `records` and `totalCount`. An error has `success: false`, a message, and the status 400, 401, 403, 404, 409 or, where If-Match names another version, 412.',
    '',
    '| endpoint | call | `records` of the response |',
    '| --- | --- | --- |',
    '| `list` | GET | the records of a period, by key; for a list of names an object with the records and the names |',
    '| `years` | GET | the years that have records, latest first: `[2025, 2024]` |',
    '| `months` | GET | the months that have records, latest first: `["2025-03", "2025-02"]` |',
    '| `download` | GET | no JSON, but an Excel file, laid out as the report that names the URL |',
    '| `create` | POST | the new record |',
    '| `record` | GET, PUT, DELETE | the record of an id |',
    '| `generate` | POST | nothing; it adds dummy records, and is not there in production |',
    '',
    '- `{year}` is `2025`. `{month}` beside it is `3` or `03`. `{month}` alone is a month with its year, `2025-03`; a report writes `{year}-{month:2}`. `{week}` is a week of ISO 8601, beside `{year}` `7` or `07`, alone `2025-W07` (`{year}-W{week:2}`); `{quarter}` is `1`, alone `2025-Q1` (`{year}-Q{quarter}`). `{date}` is a day, `2025-03-07`. `{from}` and `{to}` are the first and the last day of at most 366.',
    '- Which period a list can have follows from the key. Days are listed of a year, month, quarter or week, or one day; hours of a month, week or day; months of a year or quarter; weeks and quarters of a year.',
    '- A dimension is sent by its id in braces, and has to be one of its values. `paths` spells the values in another way, in the path only. A dimension of one value is not sent.',
    '- An unknown parameter is rejected if the endpoint has parameters, and ignored if it has none.',
    '- A call is open to users with the permission of a report that names it.',
    '',
    '## Demo',
    '',
    '`demo` makes records up, the same on every machine: an ordinary record of each measure, fewer on weekends and at night, some growth from year to year. `demo.average` uses the averages of the days of another dataset instead. Without `demo` the dataset is empty until something is imported.',
    '',
    '## Every key',
    '',
    ...formatDatasetKeys(schemaText),
    '## What is checked',
    '',
    'By `npm run reports -- check`, and before anything is built or served, as [reports are](../reports/README.md#what-is-checked).',
    '',
    '---',
    '',
    'This page is generated by `npm run generate` from the schema itself.',
    '',
  ]
  return lines.join('\n')
}

/** A property of a JSON Schema, as far as a guide shows it. */
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
  required: z.array(z.string()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
})
type Property = z.infer<typeof Property>

type Definitions = Readonly<Record<string, Property>>

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
  ['DatasetHourKey', 'Key: an hour'],
  ['DatasetWeekKey', 'Key: a week'],
  ['DatasetMonthKey', 'Key: a month'],
  ['DatasetQuarterKey', 'Key: a quarter'],
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
function formatDatasetKeys(schemaText: string): string[] {
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
