import { z } from 'zod'
import { describe } from '../describe.ts'
import { ReportLink, Field, Template } from './primitives.ts'
import { ColumnRef } from './values.ts'

/** The keys that all kinds of row keys have; `rows` are what the rows are. */
const rowKey = <K extends string>(kind: K, rows: string) => ({
  kind: describe(z.literal(kind), `Rows are ${rows}.`, kind),
  field: Field,
  label: describe(z.string().min(1), 'The header of the first column.', 'Month'),
})

const RowKey = describe(
  z.discriminatedUnion('kind', [
    z
      .strictObject({
        ...rowKey('date', 'days'),
        format: describe(
          z.enum(['M/D/YYYY', 'YYYY-MM-DD']).default('M/D/YYYY'),
          'The format of the date.',
          'M/D/YYYY',
        ),
      })
      .meta({ id: 'DateKey', description: 'A calendar date: M/D/YYYY, YYYY-MM-DD or a full ISO timestamp.' }),
    z.strictObject(rowKey('hour', 'hours')).meta({
      id: 'HourKey',
      description:
        'An hour: 0 to 23, HH:mm, or a timestamp, whose hour counts as written. Unless one date is chosen, hours of timestamps are shown with their date.',
    }),
    z.strictObject(rowKey('quarter-hour', 'quarters of an hour')).meta({
      id: 'QuarterHourKey',
      description:
        'A quarter of an hour: 0 to 95, HH:mm, or a timestamp, whose time counts as written. Unless one date is chosen, those of timestamps are shown with their date.',
    }),
    z
      .strictObject({
        ...rowKey('month', 'months'),
        format: describe(z.enum(['short', 'long']).default('short'), 'Jan or January.', 'short'),
      })
      .meta({ id: 'MonthKey', description: 'A month, 1 to 12.' }),
    z
      .strictObject({
        ...rowKey('week', 'weeks'),
        format: describe(
          z.enum(['number', 'dates']).default('number'),
          'W07, or its days: Feb 10 - 16.',
          'dates',
        ),
      })
      .meta({
        id: 'WeekKey',
        description:
          'A week of ISO 8601, Monday to Sunday: 2025-W07, or 1 to 53 of the chosen year. Week 1 has the first Thursday of the year.',
      }),
    z
      .strictObject(rowKey('quarter', 'quarters'))
      .meta({ id: 'QuarterKey', description: 'A quarter: 2025-Q1, Q1, or 1 to 4 of the chosen year.' }),
    z.strictObject(rowKey('text', 'names')).meta({
      id: 'TextKey',
      description: 'Any text; rows keep the order of the records unless `sort` states another.',
    }),
  ]),
  'What identifies a row, shown in the first column.',
  { kind: 'date', field: 'reportDate', label: 'Date' },
)

type RowKey = z.infer<typeof RowKey>
export type KeyDefinitions = { [K in RowKey['kind']]: Extract<RowKey, { kind: K }> }
export type Rows = z.infer<typeof Rows>
export type FillMissing = z.infer<typeof Rows>['fillMissing']

export const Sort = z
  .strictObject({
    by: describe(
      ColumnRef,
      'What orders the rows: "key" (names by the alphabet), "dimension" if rows have one, or the id of a column.',
      'minutes',
      'key',
    ),
    direction: describe(
      z.enum(['ascending', 'descending']).default('ascending'),
      'The lowest or the highest first; blanks are last.',
      'descending',
    ),
  })
  .meta({
    id: 'Sort',
    description:
      'The order of the rows in table, charts and workbook, or in charts alone; without it dates and months ascend, and names have the order of the records.',
    examples: [{ by: 'minutes', direction: 'descending' }],
  })

const Top = z
  .strictObject({
    rows: describe(z.int().min(1).max(1000), 'How many rows are shown, in the order of sort.', 10),
    rest: describe(
      z.string().min(1).max(200).optional(),
      'The label of one more row that combines the other rows, each column by its total; without it they are left out, and the screen says so.',
      'Others',
    ),
  })
  .meta({
    id: 'Top',
    description: 'Shows the first rows only. The totals count all rows.',
    examples: [{ rows: 10, rest: 'Others' }],
  })

const Dimension = z
  .strictObject({
    field: Field,
    label: describe(z.string().min(1), 'The header of the second column.', 'Country'),
  })
  .meta({
    id: 'RowDimension',
    description:
      'What identifies a row together with its key, so that there is a row for each combination that has a record. Such rows are not charted.',
    examples: [{ field: 'country', label: 'Country' }],
  })

export const Rows = z
  .strictObject({
    key: RowKey,
    dimension: Dimension.optional(),
    fillMissing: describe(
      z.enum(['none', 'quarter-hours', 'hours', 'days', 'weeks', 'months', 'quarters']).default('none'),
      'Which rows without a record are added: none, the hours or quarters of an hour of the chosen date, the days of the chosen month, week or quarter, the weeks or quarters of the chosen year, or the twelve months.',
      'days',
    ),
    missing: describe(
      z.enum(['zero', 'blank']).default('zero'),
      'What a row without a record and a missing field contain: 0, or a blank, which charts leave out and totals ignore.',
      'blank',
    ),
    duplicates: describe(
      z.enum(['last', 'error', 'combine']).default('last'),
      'Of several records with one key: the last one is shown, and the screen says so; or the report does not load, and names the key; or they are combined to one row, each column by its total, such as the records of several regions on one day; the numbers of one cell of a pivot are added up.',
      'error',
    ),
    sort: Sort.optional(),
    top: Top.optional(),
    total: describe(
      z.string().min(1).optional(),
      'The label of a bold row of totals at the bottom; without a label the table has no such row.',
      'Total',
    ),
    link: describe(ReportLink.optional(), 'The report that the first cell of each row opens.', {
      report: 'call-quality',
      selectors: { year: '{year}', month: '{key}' },
    }),
  })
  .meta({
    id: 'Rows',
    description:
      'What a row is, which rows are added, in which order and how many are shown, and whether there is a row of totals.',
  })

export const Table = z
  .strictObject({
    title: describe(
      Template.optional(),
      'The title of the table; by default `{heading} - Data - {period}`.',
      '{report} Data - {period}',
    ),
    empty: describe(
      Template.default('No data available for {period}'),
      'Shown instead of the table if there are no records.',
      'No data available for {period}',
    ),
  })
  .meta({ id: 'Table', description: 'The texts of the table.' })
