import { z } from 'zod'
import { filterNames } from '../../report/template.ts'
import { formatApiSections } from './api-guide.ts'
import { printJson } from '../reports/print-json.ts'
import { createReportCommands } from '../reports/run.ts'
import { formatUsage } from '../command.ts'
import { exampleReport } from './examples.ts'

const filters: Readonly<Record<string, string>> = {
  lower: 'lower case: `{type:lower}`',
  upper: 'upper case: `{source:upper}`',
  snake: 'words joined by underscores, lower case: `{route:snake}`',
  dash: 'spaces as hyphens: `{period:dash}`',
  '2': 'at least two digits: `{month:2}`',
}

/** Formats `reports/README.md`, the guide to reports, from the schema and the commands. */
export function formatReportGuide(schemaText: string): string {
  const lines = [
    '# Writing a report',
    '',
    'A report is one JSON file in this folder. From it follow the route, the menu entry and its line in the rights tree, the permission that opens the screen and its calls, the form, the table, the three charts, the Excel file, the image names and the deep links. There is nothing else to write.',
    '',
    '## From a spreadsheet, in two minutes',
    '',
    '```sh',
    'npm run reports -- new call-quality --with-data quality.csv   # this file and datasets/call-quality.json',
    'npm start                                                      # and in another terminal:',
    'npm run data -- import call-quality quality.csv',
    '```',
    '',
    'The column of dates, hours, weeks, months, quarters or names becomes the key. A column of names has more different texts than a quarter of the number of rows, at least 6; 21 are always enough. Columns of a few words that repeat become choices, columns of numbers become columns of the report. Many columns, or headings that cannot be names of fields, become a list of names. What it wrote is a beginning: the rest of this page says what can be changed, and [recipes](../docs/recipes.md) show how.',
    '',
    '## In ten minutes',
    '',
    '1. `npm run reports -- new call-quality` asks a few questions and writes `reports/call-quality.json`. If the call already exists, `--learn --call /v1/call-quality/{year}/{month}` infers the key and the columns from its response.',
    '2. `npm run dev` shows it. Save the file: the browser follows. An error is shown on the screen and in the terminal with its location, and the last valid version stays in use.',
    '3. `npm run reports -- check` reports every error with file, line and column. It also compares each call of the report with the [datasets](../datasets/README.md) of the server, and finds an unknown field or a period in another format before any request is sent.',
    '4. `npm run reports -- contract` sends every call to the embedded API and reports what does not fit. With `--url https://api.example.com` it uses that API, with the token in the environment variable `API_TOKEN`.',
    '5. `npm run reports -- record call-quality` records a response for the tests, and `npm run goldens` writes the report built from it. Read the golden file: it is the report as text. From then on `npm test` proves the report without a test of its own.',
    '6. `npm run reports -- preview reports/call-quality.json --out preview` draws it as a page, for a pull request. It shows the recorded response, or else sample records. To see real records without a recording for the tests, write one to another folder, `npm run reports -- record call-quality --url https://api.example.com --out recorded`, and add `--recorded recorded`.',
    '7. After the next build and start, users of role 1 (`superadmin` in the demo) see the report. Other users see it when its line is switched on for their role under Rights Administration. A user of role 1 must be the first to switch it on, because a user cannot give a right that the user does not have.',
    '',
    'The `$schema` line lets an editor complete keys and explain them.',
    '',
    '## A whole report',
    '',
    '```json',
    printJson(exampleReport).trimEnd(),
    '```',
    '',
    '## What happens to it',
    '',
    '- **Selectors** are the form. Their order is the order of the controls, of the names in `[Year, Month] is required`, of the values in the address and of the words in `{period}`.',
    '- **Data** is the URL of the records, requested once everything is chosen, and their path in the response.',
    '- **Rows** say what identifies a record: an hour, a date, a week, a month, a quarter or a text. Dates are read as `M/D/YYYY`, `YYYY-MM-DD` or a timestamp, hours as `0` to `23`, `14:00` or a timestamp, weeks as `2025-W07` or `7`, quarters as `2025-Q1`, `Q1` or `1`. Weeks are those of ISO 8601: they begin on Monday, and a year has 52 or 53. `fillMissing` adds the missing hours, days, weeks, months or quarters of the chosen period; `missing` says whether they and missing fields are 0 or blank. `sort` orders them, `top` shows the first ones and combines the others. Of several records with one key the last one is shown, and a sentence below the table says so; with `"duplicates": "error"` the report does not load, with `"combine"` they are one row, each column by its total.',
    '- **A period** is a year, beside it a month, a week or a quarter; or a date, which is sent as `2025-03-07`. A call that takes a week or quarter with its year gets `{year}-W{week:2}` or `{year}-Q{quarter}`.',
    '- **Columns** are fields, sums, or groups that are known only from the response. A `series` is charted, a `total` is not.',
    '- **Computed columns** show what others mean: `{ "share": "minutes", … }` a share of the total over all rows, `{ "ratio": "answered", "to": "attempts", … }` a ratio, `{ "difference": "inbound", "minus": "outbound", … }` a difference, `{ "change": "minutes", "since": "previousRow", … }` the growth since the row before. Each has an `id` and a `label` and refers to single columns by their id, also to computed ones. Totals are computed from totals: that of a ratio is the ratio of the totals. With the total `max` of both columns it compares two maxima, which may be of different rows. A value is blank where a divisor is 0 or a number is missing. `"since": "previousRow"` is blank in the first row of a period, since the row before is not loaded. `"since": "previousYear"` requests the same selection one year earlier as well, and finds each row by its key; if that request fails or returns nothing, the column is blank and the table says so.',
    '- **Hidden columns** (`"hidden": true`) appear when a reader chooses them in the Columns menu. They are neither charted nor in the workbook. Use them for what only some readers need, or for a sum from which another column is computed.',
    '- **Roles**: a column with the role `series` is a line, a group of bars and a slice, and can be switched on and off. A column with the role `total` is only in the table and the workbook. Fields and groups are series unless they say otherwise; sums and computed columns are totals. A sum of series that was a series itself would be counted twice in a pie, so it is an error.',
    '- **Units of a chart**: an axis has one unit. Columns of another one, such as a ratio beside calls, are on a second axis by `"secondAxis": ["answerRatio"]`, or in the table only by the role `total`.',
    '- **Stacked bars and areas** stack the series that are switched on, can be added up (total `sum`) and have one unit; values below 0 go down. Others are named under the chart.',
    '- **A pie** has one slice for each series that is switched on: the sum of its column over all rows, and its share of all slices in percent. A series whose sum is 0 has no slice. One that cannot be added, is negative or has another unit than the first is named under the chart instead. With one series the pie is one slice, and says so; for a report with a single series (others get the role `total`), `"pie": { "over": "rows" }` has a slice for each row. With several series, each slice adds up those that are switched on.',
    '- **Tabs** are routes of their own or a query parameter of one route; **variants** are a switch on the same screen. Either can replace any part, always as a whole.',
    '- **`{ "use": "other-report" }`** instead of a part uses the part of another definition, of its tab with the same id if it has one.',
    '',
    '## Templates',
    '',
    'Texts and URLs can name values in braces. Known are:',
    '',
    '| placeholder | value |',
    '| --- | --- |',
    '| `{report}` | the label in the menu |',
    '| `{tab}`, `{variant}` | the label of the tab or variant |',
    '| a parameter, such as `{type}` | what the tab says under `params` |',
    '| `{heading}` | what titles begin with: the tab, or else the title of the report |',
    '| `{datesFrom}`, `{datesTo}` | the first and the last day of a range of dates, by the name of its selector: `2025-01-01`, `2025-03-31` |',
    '| `{year}`, `{month}`, `{week}`, `{quarter}`, `{date}`, any selector by its name | what was chosen, as it is sent: `2025`, `3`, `7`, `1`, `2025-03-07` |',
    '| `{yearName}`, `{monthName}`, `{weekName}` … | the same as it is shown: `March`, `W07` |',
    '| `{period}` | all that was chosen, as shown: `2025 March` |',
    '| `{today}` | the date of the download, for file names |',
    '| `{reason}` | why a download failed, in `failureMessage` only |',
    '| `{name}` | the entry, in the texts and the link of a group over a list |',
    '| `{key}`, `{keyYear}`, `{keyMonth}`, `{keyDay}` | the key of the row and its parts, in links only |',
    '',
    'A filter may follow a colon:',
    '',
    ...filterNames.map((name) => `- \`:${name}\`: ${filters[name] ?? ''}`),
    '',
    'There are no expressions, no conditions and no regular expressions. A title and a page heading are fixed for a screen, so they cannot name what is chosen.',
    '',
    ...formatApiSections(),
    '## Every key',
    '',
    ...formatReportKeys(schemaText),
    '## Commands',
    '',
    ...formatUsage('reports', createReportCommands('')).flatMap((line) =>
      line.startsWith(' ') ? [`  ${line.trim()}.`] : [`- \`${line}\``],
    ),
    '',
    'The exit code is 0 without errors, 1 if errors were found, and 2 for wrong arguments or settings.',
    '',
    'For a build server, `check` and `contract` print one document instead of lines: `--format sarif` for code scanning and editors, `--format junit` for test reports, `--format json` for anything else. Warnings are in it, too. npm prints a heading of its own unless it is silent:',
    '',
    '```sh',
    'npm run --silent reports -- check --format sarif > check.sarif',
    '```',
    '',
    'For a review, `npm run reports -- diff main` says what the reports of the working tree change since `main`, for users and administrators. It exits with 0 whether something changed or not.',
    '',
    '```text',
    'Call Quality (call-quality)',
    '  The permission is 91 instead of 90. Roles and users with the permission 90 no longer open the report; grant them 91.',
    "  The column 'Dropped' (dropped) is removed.",
    '1 report changed since main',
    '```',
    '',
    '## What is checked',
    '',
    'Each diagnostic names its rule in brackets. `npm run reports -- check --explain sum-role` says what that rule requires, and why. `check` finds what is wrong in a definition, and where it differs from the [dataset](../datasets/README.md) that serves its calls; the folder of datasets is `datasets`, or what `--datasets-dir` or `DATASETS_DIR` names. `contract` finds where an API differs. Warnings do not fail either.',
    '',
    '---',
    '',
    'This page is generated by `npm run generate` from the schema and the commands themselves.',
    '',
  ]
  return lines.join('\n')
}

const Property = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Property).optional()
  },
  get items() {
    return Property.optional()
  },
  get anyOf() {
    return z.array(Property).optional()
  },
})
type Property = z.infer<typeof Property>
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
  ['Sort', 'Order of the rows'],
  ['Top', 'The first rows'],
  ['Column', 'Columns'],
  ['NumberFormat', 'Number format of a column'],
  ['ReportLink', 'A link of rows or of a column'],
  ['Table', 'Table'],
  ['Chart', 'Chart'],
  ['Download', 'Download'],
  ['Tabs', 'Tabs'],
  ['Tab', 'A tab'],
  ['Variant', 'A variant'],
]

/** The parts of a definition as Markdown, from the schema's own descriptions and examples. */
function formatReportKeys(schemaText: string): string[] {
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
  const rows = formatRows($defs, part, '')
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

/** A row for each key; what is needed or described in an object without a part of its own follows as `pie.over`. */
function formatRows(
  $defs: Definitions,
  { properties = {}, required = [] }: Pick<Property, 'properties' | 'required'>,
  before: string,
): string[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const found = { ...resolveReference($defs, property.$ref), ...property }
    const { description = '', examples = [] } = found
    const meaning = `${description}${formatAllowed(listAllowed($defs, found))}`
    const needed = required.includes(key) && !('default' in property) ? ' (needed)' : ''
    if (before !== '' && needed === '' && property.description === undefined) return []
    const row = `| \`${before}${key}\`${needed} | ${cell(meaning)} | \`${cell(JSON.stringify(examples[0]))}\` |`
    const inner = property.$ref === undefined ? formatRows($defs, property, `${before}${key}.`) : []
    return [row, ...inner]
  })
}

/** The texts that are allowed for a property, for each entry of a list or as one of several types. */
function listAllowed($defs: Definitions, property: Property): readonly unknown[] {
  const { enum: values, items, anyOf = [] } = { ...resolveReference($defs, property.$ref), ...property }
  return (
    values ?? [...(items === undefined ? [] : [items]), ...anyOf].flatMap((one) => listAllowed($defs, one))
  )
}

const formatAllowed = (values: readonly unknown[]): string =>
  values.length === 0 ? '' : ` Words: ${values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')}.`

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
