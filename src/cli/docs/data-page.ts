import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import { loadDefinitions } from '../database.ts'
import { buildTargets } from '../data/import/build-targets.ts'
import { hasMeasure, addAmounts, getSummands } from '../../server/datasets/amounts.ts'
import { MAX_NAMES } from '../data/import/dynamic-columns.ts'
import { getFileKeyKind } from '../data/import/key-kinds.ts'
import { normalizeHeader } from '../data/import/cells.ts'
import type { AmountColumn, DynamicColumns, ImportTarget, TotalColumn } from '../data/import/import-target.ts'

/** `docs/operations/data.md`: import, export, checks and backups. */
export function formatDataPage(): string {
  const targets = buildTargets(loadDefinitions({ environment: {}, root: '.' }))
  const dated = targets.find(({ key }) => key === 'date')?.name ?? 'some-dataset'
  const lines = [
    '# Real data: list, import, export, check, backup, restore',
    '',
    'The commands use the database of the environment (`DATA_DIR` or `DATABASE_URL`), like the server. All except restore can run beside a server. Records are imported into the datasets of `DATASETS_DIR`; the reports of `REPORTS_DIR` add the headings of their columns. Invalid definitions are printed with all diagnostics and end the command with 2. Exit codes: 0 done; 1 errors found (each line says what and where; nothing was written); 2 wrong usage.',
    '',
    '## Import',
    '',
    '```sh',
    `npm run data -- import ${dated} march.csv --dry-run     # shows what would change`,
    `npm run data -- import ${dated} march.csv`,
    `npm run data -- import ${dated} march.xlsx --replace 2025-03`,
    '```',
    '',
    '- **Imports are atomic.** A whole file is read, then written in one transaction. Each error names row and column; the first fifty are printed: `row 14, column "Calls" (D): \'abc\' is not a number; write 1234.5 or 1,234.50`.',
    '- **Imports are idempotent.** A record that is stored with the same amounts stays unchanged. One that is stored with other amounts is an error that names both.',
    '- **`--replace 2025-03` or `--replace 2025-03-07`** replaces that month or day: records are added, changed and removed within it only, for the values of dimensions in the file. Rows outside of it are errors. For a dataset of months, use a month or a year, of weeks a week or a year (`--replace 2025-W07`), of quarters a quarter or a year (`--replace 2025-Q1`); for text keys their period (`--replace 2025-03` or `--replace 2025`), or `--replace all` if they have no period.',
    "- **The portal's own workbooks** can be imported: their title contains the selection of the screen, the line below it the period. Their Total row is compared with the rows. Rows of zeros, which a report adds for days, months or other keys without a record, are skipped, and the sheets `About` and `Comparison` are not read. Workbooks that were saved as CSV are accepted as well.",
    '- **Options** add what a file does not contain: the value of each dimension by its id, such as `--type`; `--year` for a dataset of weeks, months or quarters; `--period 2025-03` or `--period 2025` for text keys, `--period 2025-03-07` for hours without their day. `--sheet NAME` selects a sheet if several contain data.',
    '',
    'File formats:',
    '',
    '- `.csv`: UTF-8, with or without BOM; comma, semicolon or tab between cells; any line endings; standard quotes. `.xlsx`: numbers and dates, or texts; a formula counts by its stored value. At most 250,000 rows and 10,000,000 amounts. A workbook has at most 128 MB unpacked and 2,100 columns (up to `CBT`). The rectangle around all cells of a sheet, including empty ones, is limited to 10,000,000 cells; a file beyond that is rejected with the name of the cell before the sheet is read.',
    '- The header is the first row, or below a few title lines. Order, case, spaces and underscores of the headings do not matter. Unknown, missing and duplicate columns are errors.',
    '- Dates: `2025-03-07`, `3/7/2025` (month first), a timestamp, whose date is used as written, or a cell formatted as a date. Years 1900 to 2199, four digits. Cells formatted as dates begin on 1 March 1900; write earlier days as text, because spreadsheets count them differently. The time of day in such a cell is ignored, but a time within half a millisecond of midnight counts as the next day, because times are read in whole milliseconds.',
    '- Hours: `2025-03-07 14:00` or a timestamp, whose date and hour are used as written; a cell formatted as a time; or `14:00` or `14` with the day in a column `Date` or by `--period`. Only full hours are accepted. Weeks of ISO 8601: `2025-W07`; or `W07` or `7` with the year in a column `Year` or by `--year`. Quarters in the same way: `2025-Q1`, `Q1` or `1`.',
    `- Amounts: \`1234.5\` or \`1,234.50\`, 0 to ${MAX_AMOUNT.toLocaleString('en')} unless the definition sets other limits; negative amounts (\`-1,234.50\`) if it allows them. The maximum also applies to the total of a row. A blank cell is an error (write 0), except in the columns of a list or pattern, where the record then has no such amount.`,
    '- The decimal sign is the point, and a comma separates thousands. A text such as `412,500` or `"412,500"` is ambiguous, because it could also mean 412.5. It counts as 412500 if another amount of its column shows that commas separate thousands (`1,412.50`, `1,412,500`) or that the point is the decimal sign (`412.5`, `1412.500`; not `412.500`). Otherwise every such amount is an error that shows both ways to write it. This applies to every delimiter and to the text cells of a workbook; numbers in a workbook have no commas. Any other decimal comma (`412,5`, `0,500`, `1.412,50`) is an error as well. Spreadsheets with decimal commas save files with semicolons: format amounts without thousands separators and with a decimal point, or import the workbook itself.',
    '- Totals of a row or in a Total row must equal their sum within rounding to two decimals. Missing totals that are stored are computed.',
    '- A database of an older version may contain records that are now rejected, such as more than 2,000 names in a month, or names that are not in the composed form. They are shown as they are, and further records of such a month are accepted as long as its number of names does not grow.',
    '',
    ...targets.flatMap(formatDatasetSection),
    ...formatOtherCommands(dated),
    '## Backup and restore',
    '',
    '```sh',
    'npm run data -- backup portal-2025-06-02.gz',
    'DATA_DIR=.data-new npm run data -- restore portal-2025-06-02.gz',
    '```',
    '',
    '- **Backups are consistent snapshots** and do not block the server. They contain accounts with their password hashes, and the history of who did what, so only the owner can read the file. Sessions, login counters and the networks from which accounts signed in are not included.',
    '- The format is the same for SQLite and PostgreSQL. To move from SQLite to PostgreSQL, restore a SQLite backup with `DATABASE_URL` set. Stop the server before the last backup, so that nothing is written after it.',
    '- A restore requires an empty database: another `DATA_DIR`, or a new PostgreSQL database. Stop every server on it first: beside one on a data folder the command does not start, one on PostgreSQL it does not notice. It never replaces existing data and runs in one transaction. Start the server afterwards.',
    '- A restore also reverts the deactivation of accounts and the removal of permissions since the backup. Before users can reach the server, compare with the `user status updated`, `user deleted` and `rights saved` lines of the log since the backup, and repeat these changes.',
    '- A backup of an older version is migrated. One of a newer version, of another format, or with a single changed byte is rejected before anything is written.',
    '- The file is gzip (see it with `zcat`) of JSON lines: a header with the migrations of the schema, each table and its rows, and at the end the numbers of rows. The gzip header contains the SHA-256 of everything after it.',
  ]
  return `${lines.join('\n')}\n`
}

/** The sections on export, list and check. */
const formatOtherCommands = (dataset: string): string[] => [
  '## Export',
  '',
  '```sh',
  `npm run data -- export ${dataset} march.csv --from 2025-03 --to 2025-03`,
  `npm run data -- export ${dataset} all.xlsx`,
  '```',
  '',
  '- A header, then a row for each record: its key (`2025-03-07`, `2025-03-07 14:00`, `2025-W07`, `2025-03`, `2025-Q1`, or a name and its period), its dimensions, its amounts as plain numbers. A missing amount is an empty cell. `--from` and `--to` accept days, weeks, months, quarters or years, as far as the keys have them, inclusive; the option of a dimension, such as `--type`, selects its value.',
  '- **An exported file can be imported again** and leaves every record unchanged. The exception is a record that is older than a measure of its definition: its cell is empty, which an import rejects.',
  '- Texts that a spreadsheet would treat as a formula (they begin with `=`, `+`, `-` or `@`) get an apostrophe in `.csv`, which an import removes; in `.xlsx` they are texts. A name that equals the label of a Total row gets an apostrophe in both.',
  '- No file is overwritten. A file has the limits of one import: 250,000 records, 10,000,000 amounts, 2,000 names.',
  '',
  '## List and check',
  '',
  '```sh',
  'npm run data -- list           # datasets, their URLs, the first and last period, the number of records',
  'npm run data -- list --json',
  'npm run data -- check',
  '```',
  '',
  '- Stored data that is not in any definition is kept but not shown: records of a removed dataset or of a removed value of a dimension, and amounts of a removed measure. `list` shows it; `check` and the start of the server warn about it.',
  '- `check` reads every record and ends with 1 if one does not fit its definition: amounts out of bounds, sums that do not add up, keys that are not of the kind of the definition, names of a list without an amount, or amounts whose name is not listed. Each error is one line.',
  '',
]

/** The section on the columns of one dataset. */
function formatDatasetSection(target: ImportTarget): string[] {
  const { name, dataset, keyHeading, key, per, dimensions, amounts, totals, dynamicColumns } = target
  const { beside } = getFileKeyKind(dataset)
  const columns: (readonly [heading: string, what: string])[] = [
    [keyHeading, describeKey(target)],
    ...(beside === 'day'
      ? [['Date', 'if the hour does not contain it; or `--period 2025-03-07`'] as const]
      : []),
    ...(beside === 'year' ? [['Year', `if the ${key} does not contain it; or \`--year\``] as const] : []),
    ...(per === 'month'
      ? [
          [
            'Month',
            'the month of the name as `2025-03`, or its name or number with a column `Year`; or `--period`',
          ] as const,
        ]
      : []),
    ...(per === 'none'
      ? []
      : [
          [
            'Year',
            per === 'year' ? 'the year of the name; or `--period`' : 'if the month does not contain it',
          ] as const,
        ]),
    ...dimensions.map(
      ({ id, headings: [heading], values }) =>
        [heading, `${values.map((value) => `\`${value}\``).join(' or ')}; or \`--${id}\``] as const,
    ),
    ...amounts.map((amount) => [amount.headings[0], describeAmount(amount)] as const),
    ...totals.map((total) => [total.headings[0], describeTotal(total)] as const),
  ]
  const about = dataset.summary === '' ? dataset.title : dataset.summary
  return [
    `### ${name}`,
    '',
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    '',
    '| column | content |',
    '| --- | --- |',
    ...columns.map(([heading, what]) => `| \`${heading}\` | ${what} |`),
    ...(dynamicColumns === null ? [] : [`| any other | ${describeDynamicColumns(target, dynamicColumns)} |`]),
    '',
    '```csv',
    exampleFile(target).trimEnd(),
    '```',
    '',
  ]
}

function describeKey({ keyHeading, dataset }: ImportTarget): string {
  const plan = dataset.key
  const also = normalizeHeader(plan.field) === normalizeHeader(keyHeading) ? '' : `; also \`${plan.field}\``
  return `${getFileKeyKind(dataset).describe}${also}`
}

function describeAmount({ headings: [heading, ...others], when, min, max, decimals }: AmountColumn): string {
  const only = Object.values(when).map(
    (values) => `, for ${values.map((value) => `\`${value}\``).join(' and ')} only`,
  )
  const bounds = [
    ...(min === 0 ? [] : [`at least ${min.toLocaleString('en')}`]),
    ...(max === MAX_AMOUNT ? [] : [`at most ${max.toLocaleString('en')}`]),
    ...(decimals === null ? [] : [`at most ${decimals} decimals`]),
  ].map((text) => `, ${text}`)
  const also = others
    .filter((other) => normalizeHeader(other) !== normalizeHeader(heading))
    .map((other) => `\`${other}\``)
  return `an amount${only.join('')}${bounds.join('')}${also.length === 0 ? '' : `; also ${also.join(', ')}`}`
}

const describeTotal = ({ of, stored, checked }: TotalColumn): string =>
  checked
    ? `optional: the sum of ${of === null ? 'the row' : of.join(', ')}${stored === null ? '' : '; computed if it is missing'}`
    : 'optional: a sum of a report, which is ignored'

function describeDynamicColumns(
  { dataset }: ImportTarget,
  { noun, examples: [example = ''] }: DynamicColumns,
): string {
  const { group } = dataset
  const span = getFileKeyKind(dataset).namesOf
  const limit = `at most ${MAX_NAMES.toLocaleString('en')} ${noun}s ${span}`
  if (group?.kind === 'pattern') {
    return `a ${noun} such as \`${example}\`, with \`→\` or as reports show it; stored in lower case; ${limit}. Names whose capital letters convert back to other letters (\`ß\`, \`ı\`) are rejected`
  }
  return `a ${noun} by its name, which is stored as written (in the composed form of Unicode, NFC), at most 500 characters, none of them invisible; ${limit} and value of a dimension. Names that differ by case are different ${noun}s. The name of a fixed field is rejected`
}

/** An example file of one record: the first value of each dimension, and two names of the group. */
export function exampleFile(target: ImportTarget): string {
  const { dataset, keyHeading, per, dimensions, dynamicColumns } = target
  const values = dataset.dimensions.map(({ values: [first = ''] }) => first)
  const measures = dataset.measures.filter((measure) => hasMeasure(dataset, values, measure))
  const amounts = new Map<string, number>()
  for (const [index, { field, sum, min, max, decimals }] of measures.entries()) {
    const value = Math.min(max, Math.max(min, decimals === 0 ? index + 1 : index + 1.5))
    amounts.set(
      field,
      sum === null ? value : addAmounts(getSummands(dataset, sum).map((name) => amounts.get(name) ?? 0)),
    )
  }
  const names = dynamicColumns?.examples.slice(0, 2) ?? []
  const columns: (readonly [heading: string, cell: string])[] = [
    [keyHeading, getFileKeyKind(dataset).example],
    ...(per === 'none'
      ? []
      : [per === 'year' ? (['Year', '2025'] as const) : (['Month', '2025-03'] as const)]),
    ...dimensions.map(({ headings: [heading], values: [value = ''] }) => [heading, value] as const),
    ...measures.map(({ field, label }) => [label, String(amounts.get(field))] as const),
    ...names.map((name, index) => [name, `${index + 1}.5`] as const),
  ]
  const line = (cells: readonly string[]) => cells.join(',')
  return `${line(columns.map(([heading]) => heading))}\n${line(columns.map(([, cell]) => cell))}\n`
}
