import { LARGEST_FIGURE } from '../../../schemas/figure.ts'
import { plain } from './import/heading.ts'
import type { Kind } from './import/kind.ts'

/** `docs/data.md`: how records come in, and how everything is backed up. */
export function dataPage(): string {
  const lines = [
    '# Real data: import, backup, restore',
    '',
    'The commands use the database of the environment, `DATA_DIR` or `DATABASE_URL`, as the server does, and import and backup work beside a running one. They end with 0 when all is done, 1 when something was found (every line says what and where; nothing was written), 2 when they were called wrongly.',
    '',
    '## Import',
    '',
    '```sh',
    'npm run data -- import daily-reports march.csv --dry-run     # says what would happen',
    'npm run data -- import daily-reports march.csv',
    'npm run data -- import daily-reports march.xlsx --replace 2025-03',
    '```',
    '',
    '- **All or nothing.** A file is read whole, then written in one transaction. Every fault is told by row and column, the first fifty in words: `row 14, column "MTN" (D): \'abc\' is not a number; write 1234.5 or 1,234.50`.',
    '- **Twice is once.** A record that is stored with the same figures is left alone. One that is stored with other figures is an error that tells both.',
    '- **`--replace 2025-03` or `--replace 2025-03-07`** makes that month or day what the file says: records are added, changed and removed there and nowhere else, of the report types or directions that the file has. No row may lie outside. For `monthly-reports` it is a month or a year.',
    "- **The portal's own workbooks** come back with the same figures: their title says type or direction, the line below it the year. Their Total row is compared with the rows, and the rows of zeros that they have for days without a record (all kinds but `international-minutes`) are left out. Saved as CSV they are taken as well.",
    '- **Options** give what a file does not say: `--type`, `--direction`, `--year`. `--sheet NAME` chooses a sheet where several have something in them.',
    '',
    'What a file may look like:',
    '',
    '- `.csv`: UTF-8, with or without BOM; comma, semicolon or tab between cells; any line ends; quotes as usual. `.xlsx`: real numbers and dates, or texts; a formula counts by the value that the file keeps. At most 250,000 rows and 10,000,000 figures. A workbook has at most 128 MB unpacked and 2,100 columns (up to `CBT`), and the rectangle around all cells of a sheet, empty ones included, counts as figures: a file with a cell beyond is refused by the name of the cell before the sheet is read.',
    '- The headings stand in the first row, or below a few lines of title. Their order, case, spaces and underscores do not matter. Unknown, missing and repeated columns are errors.',
    '- Dates: `2025-03-07`, `3/7/2025` (month first), a timestamp, of which the date as written counts, or a cell that is formatted as a date. Years 1900 to 2199, four digits. Cells formatted as dates begin on 1 March 1900; write earlier days as text, since spreadsheets count them differently. A time of day in such a cell plays no part, but a time within half a millisecond of midnight counts as the next day, since the reader knows times in whole milliseconds.',
    `- Figures: \`1234.5\` or \`1,234.50\`, 0 to ${LARGEST_FIGURE.toLocaleString('en')}, which is also the largest total of a row. A blank cell is an error (write 0), except that of a carrier or direction, which then has no figure that day.`,
    '- The decimal sign is the point, and a comma separates thousands. A text such as `412,500` or, in quotes between commas, `"412,500"` could also be 412.5: it counts as 412500 if another figure of its column shows that commas separate thousands (`1,412.50`, `1,412,500`) or that the point is the decimal sign (`412.5`, `1412.500`; not `412.500`). If none does, every such figure is an error that tells both ways to write it. That holds for every separator and for the text cells of a workbook; its real numbers have no commas. Any other decimal comma (`412,5`, `0,500`, `1.412,50`) is an error as well. Spreadsheets that show decimal commas save files separated by semicolons: let them show figures without thousands separators and with a decimal point, or send the workbook itself.',
    '- Totals, of a row or in a Total row, must be what they add up, to what rounding to two decimals can make of it. Where they are stored and missing, they are computed.',
    '- A database of an older version may hold records that are now refused, such as more than 2,000 carriers or directions in a month, or names that are not in the composed form: it is shown as it is, and such a month takes further records as long as its number of carriers or directions does not grow.',
    '',
    ...kinds.flatMap(section),
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

function section(kind: Kind): string[] {
  const { name, summary, key, scope, figures, totals, free, example } = kind
  const columns = [
    [key === 'date' ? '`Date`' : '`Month`', keyWords(kind)],
    ...(key === 'month' ? [['`Year`', 'where the month does not say it, or `--year`']] : []),
    ...(scope === null
      ? []
      : [
          [
            scope.option === 'type' ? '`Type`' : '`Direction`',
            `${scope.values.map((value) => `\`${value}\``).join(' or ')}; or \`--${scope.option}\``,
          ],
        ]),
    ...figures.map(({ headings: [heading, ...others] }) => [
      `\`${heading}\``,
      `minutes${kind.figuresOf === null ? '' : `, of \`${kind.figuresOf}\` only`}; also ${others
        .filter((other) => plain(other) !== plain(heading))
        .map((other) => `\`${other}\``)
        .join(', ')}`,
    ]),
    ...totals.map(({ headings: [heading], of, stored }) => [
      `\`${heading}\``,
      `optional: the sum of ${of === null ? 'the row' : of.join(', ')}${stored === null ? '' : '; computed where it is missing'}`,
    ]),
    ...(free === null ? [] : [[`any other`, freeWords(free.noun)]]),
  ]
  return [
    `### ${name}`,
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    '| column | what |',
    '| --- | --- |',
    ...columns.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    '```csv',
    example.trimEnd(),
    '```',
    '',
  ]
}

const keyWords = ({ key }: Kind) =>
  key === 'date' ? 'the day; also `reportDate`' : '`Jan`, `January`, `1` or `2025-01`; also `reportMonth`'

const freeWords = (noun: string) =>
  noun === 'carrier'
    ? 'a carrier by its name, which is kept as it is written (in the composed form of Unicode, NFC), at most 500 characters, none of them invisible; at most 2,000 carriers a month and direction. Names that differ by case are different carriers. A name of a fixed field is refused; a column called `Total` must be the total'
    : 'a direction, `mtn_to_airtel`, `MTN to Airtel` or `MTN → Airtel`; kept in small letters, 9Mobile as `9mobile`; at most 2,000 directions a month. Names whose capital letters read back as others (`ß`, `ı`) are refused'
