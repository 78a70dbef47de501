import { MAX_AMOUNT } from '../../../schemas/api/amount.ts'
import { loadDefinitions } from '../data/open-database.ts'
import { buildRecordTypes } from '../data/import/build-targets.ts'
import { hasMeasure } from '../../server/datasets/record-body.ts'
import { addAmounts, getSummands } from '../../server/datasets/amounts.ts'
import { MAX_NAMES } from '../data/import/dynamic-columns.ts'
import { normalizeHeader } from '../data/import/cells.ts'
import type { AmountColumn, DynamicColumns, RecordType, TotalColumn } from '../data/import/import-target.ts'

/** `docs/operations/data.md`: how records come in, and how everything is backed up. */
export function formatDataPage(): string {
  const kinds = buildRecordTypes(loadDefinitions({ environment: {} }))
  const dated = kinds.find(({ key }) => key === 'date')?.name ?? 'some-dataset'
  const lines = [
    '# Real data: list, import, export, check, backup, restore',
    '',
    'The commands use the database of the environment, `DATA_DIR` or `DATABASE_URL`, as the server does, and all but restore work beside a running one. What can be imported are the datasets of the definitions in `DATASETS_DIR`; the reports in `REPORTS_DIR` add the headings of their columns. A folder that does not compile is told with every finding and ends the command with 2. They end with 0 when all is done, 1 when something was found (every line says what and where; nothing was written), 2 when they were called wrongly.',
    '',
    '## Import',
    '',
    '```sh',
    `npm run data -- import ${dated} march.csv --dry-run     # says what would happen`,
    `npm run data -- import ${dated} march.csv`,
    `npm run data -- import ${dated} march.xlsx --replace 2025-03`,
    '```',
    '',
    '- **All or nothing.** A file is read whole, then written in one transaction. Every fault is told by row and column, the first fifty in words: `row 14, column "Calls" (D): \'abc\' is not a number; write 1234.5 or 1,234.50`.',
    '- **Twice is once.** A record that is stored with the same figures is left alone. One that is stored with other figures is an error that tells both.',
    '- **`--replace 2025-03` or `--replace 2025-03-07`** makes that month or day what the file says: records are added, changed and removed there and nowhere else, of the values of dimensions that the file has. No row may lie outside. For a dataset of months it is a month or a year; for one of names their period, `--replace 2025-03` or `--replace 2025`, and `--replace all` where they have none.',
    "- **The portal's own workbooks** come back with the same figures: their title says what the screen had chosen, the line below it the period. Their Total row is compared with the rows, and the rows of zeros that they have for days or months without a record, where the report fills these, are left out. Saved as CSV they are taken as well.",
    '- **Options** give what a file does not say: the value of each dimension by its id, such as `--type`, `--year` for a dataset of months, `--period 2025-03` or `--period 2025` for one of names. `--sheet NAME` chooses a sheet where several have something in them.',
    '',
    'What a file may look like:',
    '',
    '- `.csv`: UTF-8, with or without BOM; comma, semicolon or tab between cells; any line ends; quotes as usual. `.xlsx`: real numbers and dates, or texts; a formula counts by the value that the file keeps. At most 250,000 rows and 10,000,000 figures. A workbook has at most 128 MB unpacked and 2,100 columns (up to `CBT`), and the rectangle around all cells of a sheet, empty ones included, counts as figures: a file with a cell beyond is refused by the name of the cell before the sheet is read.',
    '- The headings stand in the first row, or below a few lines of title. Their order, case, spaces and underscores do not matter. Unknown, missing and repeated columns are errors.',
    '- Dates: `2025-03-07`, `3/7/2025` (month first), a timestamp, of which the date as written counts, or a cell that is formatted as a date. Years 1900 to 2199, four digits. Cells formatted as dates begin on 1 March 1900; write earlier days as text, since spreadsheets count them differently. A time of day in such a cell plays no part, but a time within half a millisecond of midnight counts as the next day, since the reader knows times in whole milliseconds.',
    `- Figures: \`1234.5\` or \`1,234.50\`, 0 to ${MAX_AMOUNT.toLocaleString('en')} unless the definition says otherwise; negative ones (\`-1,234.50\`) where it allows them. The largest figure is also the largest total of a row. A blank cell is an error (write 0), except that of a list or pattern, whose name then has no figure there.`,
    '- The decimal sign is the point, and a comma separates thousands. A text such as `412,500` or, in quotes between commas, `"412,500"` could also be 412.5: it counts as 412500 if another figure of its column shows that commas separate thousands (`1,412.50`, `1,412,500`) or that the point is the decimal sign (`412.5`, `1412.500`; not `412.500`). If none does, every such figure is an error that tells both ways to write it. That holds for every separator and for the text cells of a workbook; its real numbers have no commas. Any other decimal comma (`412,5`, `0,500`, `1.412,50`) is an error as well. Spreadsheets that show decimal commas save files separated by semicolons: let them show figures without thousands separators and with a decimal point, or send the workbook itself.',
    '- Totals, of a row or in a Total row, must be what they add up, to what rounding to two decimals can make of it. Where they are stored and missing, they are computed.',
    '- A database of an older version may hold records that are now refused, such as more than 2,000 names in a month, or names that are not in the composed form: it is shown as it is, and such a month takes further records as long as its number of names does not grow.',
    '',
    ...kinds.flatMap(formatDatasetSection),
    ...otherCommands(dated),
    '## Backup and restore',
    '',
    '```sh',
    'npm run data -- backup portal-2025-06-02.gz',
    'DATA_DIR=.data-new npm run data -- restore portal-2025-06-02.gz',
    '```',
    '',
    '- A backup shows one moment, also while the portal writes; no request waits for it. It holds accounts with their password hashes, so only its owner can read the file. Sessions, login counters and the networks from which accounts signed in are not in it.',
    '- The file is the same for SQLite and PostgreSQL: restoring a SQLite backup with `DATABASE_URL` set is the way from one file to PostgreSQL. Stop the server before that last backup, so that nothing is written after it.',
    '- Restoring takes an empty database, without a server on it: another `DATA_DIR`, or a new PostgreSQL database. It never replaces what is there. It is one transaction; start the server afterwards.',
    '- After a restore everything is as it was at the backup: accounts that were deactivated, and permissions that were taken away, since then are back. Before the server is open to others, compare with the `user status updated`, `user deleted` and `rights saved` lines of the log since the backup, and repeat them.',
    '- A backup of an older version is brought up to date. One of a newer version, of another form, or with a single changed byte is refused before anything is written.',
    '- Inside: gzip (`zcat` shows it) of lines of JSON: a header with the steps of the schema, then each table and its rows, at the end their numbers. The SHA-256 of everything behind the gzip header stands in that header.',
  ]
  return `${lines.join('\n')}\n`
}

/** What comes out again, and how it is looked through. */
const otherCommands = (dataset: string): string[] => [
  '## Export',
  '',
  '```sh',
  `npm run data -- export ${dataset} march.csv --from 2025-03 --to 2025-03`,
  `npm run data -- export ${dataset} all.xlsx`,
  '```',
  '',
  '- One row of headings, then a row for each record: what it is about (`2025-03-07`, `2025-03`, or a name and its period), its dimensions, its figures as plain numbers. A cell without a figure is empty. `--from` and `--to` take days, months or years, both ends included; an option for each dimension chooses its value.',
  '- **An import takes the file back**, and leaves every record unchanged. The exception is a record that is older than a measure of its definition: its cell is empty, and an import asks for the figure.',
  '- Texts that a spreadsheet would take for a formula (they begin with `=`, `+`, `-` or `@`) stand behind an apostrophe in `.csv`, which an import takes away again; in `.xlsx` they are texts. A name that reads like a Total row stands behind one in both.',
  '- No file is overwritten. A file has room for what one import takes: 250,000 records, 10,000,000 figures, 2,000 names.',
  '',
  '## List and check',
  '',
  '```sh',
  'npm run data -- list           # datasets, their calls, the first and last period, the number of records',
  'npm run data -- list --json',
  'npm run data -- check',
  '```',
  '',
  '- What is stored and in no definition is kept and not shown: records of a dataset, or of a value of a dimension, that was taken out of the definitions, and figures of a measure that was. `list` tells it, `check` and the start of the server warn of it.',
  '- `check` reads every record and ends with 1 where something breaks its definition: figures beyond their bounds, sums that do not add up, keys that are no dates or months, names of a list without any figure, or figures whose name is not listed. Each is told in a line.',
  '',
]

/** What files of one dataset look like, for the format page. */
function formatDatasetSection(kind: RecordType): string[] {
  const { name, dataset, keyHeading, key, per, dimensions, figures, totals, free } = kind
  const columns: (readonly [heading: string, what: string])[] = [
    [keyHeading, keyWords(kind)],
    ...(key === 'month' ? [['Year', 'where the month does not say it, or `--year`'] as const] : []),
    ...(per === 'month'
      ? [
          [
            'Month',
            'the month of the name as `2025-03`, or by its name or number beside `Year`; or `--period`',
          ] as const,
        ]
      : []),
    ...(per === 'none'
      ? []
      : [
          [
            'Year',
            per === 'year' ? 'the year of the name; or `--period`' : 'where the month does not say it',
          ] as const,
        ]),
    ...dimensions.map(
      ({ id, headings: [heading], values }) =>
        [heading, `${values.map((value) => `\`${value}\``).join(' or ')}; or \`--${id}\``] as const,
    ),
    ...figures.map((figure) => [figure.headings[0], figureWords(figure)] as const),
    ...totals.map((total) => [total.headings[0], totalWords(total)] as const),
  ]
  const about = dataset.summary === '' ? dataset.title : dataset.summary
  return [
    `### ${name}`,
    '',
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    '',
    '| column | what |',
    '| --- | --- |',
    ...columns.map(([heading, what]) => `| \`${heading}\` | ${what} |`),
    ...(free === null ? [] : [`| any other | ${freeWords(kind, free)} |`]),
    '',
    '```csv',
    exampleFile(kind).trimEnd(),
    '```',
    '',
  ]
}

function keyWords({ key, keyHeading, dataset: { key: plan } }: RecordType): string {
  const also = normalizeHeader(plan.field) === normalizeHeader(keyHeading) ? '' : `; also \`${plan.field}\``
  if (key === 'date') return `the day${also}`
  return key === 'month' ? `\`Jan\`, \`January\`, \`1\` or \`2025-01\`${also}` : `the name${also}`
}

function figureWords({ headings: [heading, ...others], when, min, max, decimals }: AmountColumn): string {
  const only = Object.values(when).map(
    (values) => `, of ${values.map((value) => `\`${value}\``).join(' and ')} only`,
  )
  const bounds = [
    ...(min === 0 ? [] : [`at least ${min.toLocaleString('en')}`]),
    ...(max === MAX_AMOUNT ? [] : [`at most ${max.toLocaleString('en')}`]),
    ...(decimals === null ? [] : [`at most ${decimals} decimals`]),
  ].map((text) => `, ${text}`)
  const also = others
    .filter((other) => normalizeHeader(other) !== normalizeHeader(heading))
    .map((other) => `\`${other}\``)
  return `a figure${only.join('')}${bounds.join('')}${also.length === 0 ? '' : `; also ${also.join(', ')}`}`
}

const totalWords = ({ of, stored, checked }: TotalColumn): string =>
  checked
    ? `optional: the sum of ${of === null ? 'the row' : of.join(', ')}${stored === null ? '' : '; computed where it is missing'}`
    : 'optional: a sum of a report, which is not read'

function freeWords(
  { dataset: { group, key } }: RecordType,
  { noun, examples: [example = ''] }: DynamicColumns,
): string {
  const span = key.kind === 'date' ? 'a month' : key.kind === 'month' ? 'a year' : 'a period'
  const most = `at most ${MAX_NAMES.toLocaleString('en')} ${noun}s ${span}`
  if (group?.kind === 'pattern') {
    return `a ${noun} such as \`${example}\`, with \`→\` or as reports show it; kept in small letters; ${most}. Names whose capital letters read back as others (\`ß\`, \`ı\`) are refused`
  }
  return `a ${noun} by its name, which is kept as it is written (in the composed form of Unicode, NFC), at most 500 characters, none of them invisible; ${most} and value of a dimension. Names that differ by case are different ${noun}s. A name of a fixed field is refused`
}

/** A file of one record, for the page about formats: the first value of each dimension, and two names of the group. */
export function exampleFile(kind: RecordType): string {
  const { dataset, key, keyHeading, per, dimensions, free } = kind
  const values = dataset.dimensions.map(({ values: [first = ''] }) => first)
  const measures = dataset.measures.filter((measure) => hasMeasure(dataset, values, measure))
  const figures = new Map<string, number>()
  for (const [index, { field, sum, min, max, decimals }] of measures.entries()) {
    const value = Math.min(max, Math.max(min, decimals === 0 ? index + 1 : index + 1.5))
    figures.set(
      field,
      sum === null ? value : addAmounts(getSummands(dataset, sum).map((name) => figures.get(name) ?? 0)),
    )
  }
  const names = free?.examples.slice(0, 2) ?? []
  const columns: (readonly [heading: string, cell: string])[] = [
    [keyHeading, key === 'date' ? '2025-03-07' : key === 'month' ? '2025-01' : 'A name'],
    ...(per === 'none'
      ? []
      : [per === 'year' ? (['Year', '2025'] as const) : (['Month', '2025-03'] as const)]),
    ...dimensions.map(({ headings: [heading], values: [value = ''] }) => [heading, value] as const),
    ...measures.map(({ field, label }) => [label, String(figures.get(field))] as const),
    ...names.map((name, index) => [name, `${index + 1}.5`] as const),
  ]
  const line = (cells: readonly string[]) => cells.join(',')
  return `${line(columns.map(([heading]) => heading))}\n${line(columns.map(([, cell]) => cell))}\n`
}
