import { z } from 'zod'
import { isZone, ZONE_PATTERN } from './alerts.ts'
import { define, Field, FieldName, ReportLink, choice, optionalText } from './primitives.ts'
import { ColumnRef } from './values.ts'

/** Returns the keys that all kinds of row keys have; `rows` are what the rows are. */
const rowKey = <K extends string>(kind: K, rows: string) => ({
  kind: z.literal(kind).describe(`Rows are ${rows}.`),
  field: Field,
  label: z.string().min(1).describe('The header of the first column.'),
})

const Zone = z.string().refine(isZone, 'a time zone such as Africa/Lagos').optional().meta({
  description: 'The time zone whose clocks the times follow. What it skips in spring is no missing row.',
  pattern: ZONE_PATTERN,
})

const RowKey = z
  .discriminatedUnion('kind', [
    define('DateKey', 'A calendar date: M/D/YYYY, YYYY-MM-DD or a full ISO timestamp.', {
      ...rowKey('date', 'days'),
      format: choice(['M/D/YYYY', 'M/D/YYYY ddd', 'YYYY-MM-DD'], 'M/D/YYYY').describe(
        'The format of the date; ddd is the weekday. A report that asks a dataset shows it.',
      ),
    }),
    define(
      'HourKey',
      'An hour: 0 to 23, HH:mm, or a timestamp, whose hour counts as written. Unless one date is chosen, hours of timestamps are shown with their date.',
      { ...rowKey('hour', 'hours'), zone: Zone },
    ),
    define(
      'QuarterHourKey',
      'A quarter of an hour: 0 to 95, HH:mm, or a timestamp, whose time counts as written. Unless one date is chosen, those of timestamps are shown with their date.',
      { ...rowKey('quarter-hour', 'quarters of an hour'), zone: Zone },
    ),
    define('MonthKey', 'A month, 1 to 12.', {
      ...rowKey('month', 'months'),
      format: choice(['short', 'long'], 'short').describe('Jan or January.'),
      yearField: FieldName.optional().describe(
        'The field with the year, so that a reader can choose months of two years: Dec 2024, Jan 2025.',
      ),
    }),
    define(
      'WeekKey',
      'A week of ISO 8601, Monday to Sunday: 2025-W07, or 1 to 53 of the chosen year. Week 1 has the first Thursday of the year.',
      {
        ...rowKey('week', 'weeks'),
        format: choice(['number', 'dates'], 'number').describe('W07, or its days: Feb 10 - 16.'),
      },
    ),
    define(
      'QuarterKey',
      'A quarter: 2025-Q1, Q1, or 1 to 4 of the chosen year.',
      rowKey('quarter', 'quarters'),
    ),
    define(
      'TextKey',
      'Any text; rows keep the order of the records unless `sort` states another.',
      rowKey('text', 'names'),
    ),
  ])
  .describe('What identifies a row, shown in the first column.')

type RowKey = z.infer<typeof RowKey>
export type KeyDefinitions = { [K in RowKey['kind']]: Extract<RowKey, { kind: K }> }
export type Rows = z.infer<typeof Rows>
export type Sort = z.infer<typeof Sort>
export type FillMissing = Rows['fillMissing']

export const Sort = define(
  'Sort',
  'The order of the rows in table, charts and workbook, or in charts alone; without it dates and months ascend, and names have the order of the records.',
  {
    by: ColumnRef.describe(
      'What orders the rows: "key" (names by the alphabet), "dimension" if rows have one, or the id of a column.',
    ),
    direction: choice(['ascending', 'descending'], 'ascending').describe(
      'The lowest or the highest first; blanks are last.',
    ),
  },
)

const Top = define('Top', 'Shows the first rows only. The totals count all rows.', {
  rows: z.int().min(1).max(1000).describe('How many rows are shown, in the order of sort.'),
  rest: optionalText(200).describe(
    'The label of one more row that combines the other rows, each column by its total; without it they are left out, and the screen says so.',
  ),
})

const Dimension = define(
  'RowDimension',
  'What identifies a row together with its key, so that there is a row for each combination that has a record. Such rows are not charted.',
  {
    field: Field,
    label: z.string().min(1).describe('The header of the second column.'),
  },
)

export const Rows = define(
  'Rows',
  'What a row is, which rows are added, in which order and how many are shown, and whether there is a row of totals.',
  {
    key: RowKey,
    dimension: Dimension.optional(),
    fillMissing: choice(
      ['none', 'quarter-hours', 'hours', 'days', 'weeks', 'months', 'quarters'],
      'none',
    ).describe(
      'Which rows without a record are added: none, the hours or quarters of an hour of the chosen date, the days of the chosen month, week or quarter, the weeks or quarters of the chosen year, or the twelve months.',
    ),
    missing: choice(['zero', 'blank'], 'zero').describe(
      'What a row without a record and a missing field contain: 0, or a blank, which charts leave out and totals ignore.',
    ),
    duplicates: choice(['last', 'error', 'combine'], 'last').describe(
      'Of several records with one key: the last one is shown, and the screen says so; or the report does not load, and names the key; or they are combined to one row, each column by its total, such as the records of several regions on one day; the numbers of one cell of a pivot are added up.',
    ),
    sort: Sort.optional(),
    top: Top.optional(),
    total: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The label of a bold row of totals at the bottom; without a label the table has no such row.',
      ),
    link: ReportLink.optional().describe('The report that the first cell of each row opens.'),
  },
)
