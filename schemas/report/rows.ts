import { z } from 'zod'
import { ReportLink } from './links.ts'
import { Field, Template } from './primitives.ts'
import { ColumnId } from './values.ts'

const keyLabel = z
  .string()
  .min(1)
  .meta({ description: 'The header of the first column.', examples: ['Month'] })
const RowKey = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('date').meta({ description: 'Rows are days.', examples: ['date'] }),
        field: Field,
        label: keyLabel,
        format: z
          .enum(['M/D/YYYY', 'YYYY-MM-DD'])
          .default('M/D/YYYY')
          .meta({ description: 'The format of the date.', examples: ['M/D/YYYY'] }),
      })
      .meta({ id: 'DateKey', description: 'A calendar date: M/D/YYYY, YYYY-MM-DD or a full ISO timestamp.' }),
    z
      .strictObject({
        kind: z.literal('hour').meta({ description: 'Rows are hours.', examples: ['hour'] }),
        field: Field,
        label: keyLabel,
      })
      .meta({
        id: 'HourKey',
        description:
          'An hour: 0 to 23, HH:mm, or a timestamp, whose hour counts as written. Unless one date is chosen, hours of timestamps are shown with their date.',
      }),
    z
      .strictObject({
        kind: z.literal('month').meta({ description: 'Rows are months.', examples: ['month'] }),
        field: Field,
        label: keyLabel,
        format: z
          .enum(['short', 'long'])
          .default('short')
          .meta({ description: 'Jan or January.', examples: ['short'] }),
      })
      .meta({ id: 'MonthKey', description: 'A month, 1 to 12.' }),
    z
      .strictObject({
        kind: z.literal('week').meta({ description: 'Rows are weeks.', examples: ['week'] }),
        field: Field,
        label: keyLabel,
        format: z
          .enum(['number', 'dates'])
          .default('number')
          .meta({ description: 'W07, or its days: Feb 10 - 16.', examples: ['dates'] }),
      })
      .meta({
        id: 'WeekKey',
        description:
          'A week of ISO 8601, Monday to Sunday: 2025-W07, or 1 to 53 of the chosen year. Week 1 has the first Thursday of the year.',
      }),
    z
      .strictObject({
        kind: z.literal('quarter').meta({ description: 'Rows are quarters.', examples: ['quarter'] }),
        field: Field,
        label: keyLabel,
      })
      .meta({ id: 'QuarterKey', description: 'A quarter: 2025-Q1, Q1, or 1 to 4 of the chosen year.' }),
    z
      .strictObject({
        kind: z.literal('text').meta({ description: 'Rows are names.', examples: ['text'] }),
        field: Field,
        label: keyLabel,
      })
      .meta({
        id: 'TextKey',
        description: 'Any text; rows keep the order of the records unless `sort` states another.',
      }),
  ])
  .meta({
    description: 'What identifies a row, shown in the first column.',
    examples: [{ kind: 'date', field: 'reportDate', label: 'Date' }],
  })

type RowKey = z.infer<typeof RowKey>
export type KeyDefinitions = { [K in RowKey['kind']]: Extract<RowKey, { kind: K }> }
export type FillMissing = z.infer<typeof Rows>['fillMissing']

const Sort = z
  .strictObject({
    by: z.union([z.literal('key'), ColumnId]).meta({
      description: 'What orders the rows: "key" (names by the alphabet), or the id of a column.',
      examples: ['minutes', 'key'],
    }),
    direction: z
      .enum(['ascending', 'descending'])
      .default('ascending')
      .meta({ description: 'The lowest or the highest first; blanks are last.', examples: ['descending'] }),
  })
  .meta({
    id: 'Sort',
    description:
      'The order of the rows in table, charts and workbook; without it dates and months ascend, and names have the order of the records.',
    examples: [{ by: 'minutes', direction: 'descending' }],
  })

const Top = z
  .strictObject({
    rows: z
      .int()
      .min(1)
      .max(1000)
      .meta({ description: 'How many rows are shown, in the order of sort.', examples: [10] }),
    rest: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'The label of one more row that combines the other rows, each column by its total; without it they are left out, and the screen says so.',
        examples: ['Others'],
      }),
  })
  .meta({
    id: 'Top',
    description: 'Shows the first rows only. The totals count all rows.',
    examples: [{ rows: 10, rest: 'Others' }],
  })

export const Rows = z
  .strictObject({
    key: RowKey,
    fillMissing: z
      .enum(['none', 'hours', 'days', 'weeks', 'months', 'quarters'])
      .default('none')
      .meta({
        description:
          'Which rows without a record are added: none, the hours of the chosen date, the days of the chosen month, week or quarter, the weeks or quarters of the chosen year, or the twelve months.',
        examples: ['days'],
      }),
    missing: z
      .enum(['zero', 'blank'])
      .default('zero')
      .meta({
        description:
          'What a row without a record and a missing field contain: 0, or a blank, which charts leave out and totals ignore.',
        examples: ['blank'],
      }),
    duplicates: z
      .enum(['last', 'error', 'combine'])
      .default('last')
      .meta({
        description:
          'Of several records with one key: the last one is shown, and the screen says so; or the report does not load, and names the key; or they are combined to one row, each column by its total, such as the records of several regions on one day.',
        examples: ['error'],
      }),
    sort: Sort.optional(),
    top: Top.optional(),
    total: z
      .string()
      .min(1)
      .optional()
      .meta({
        description:
          'The label of a bold row of totals at the bottom; without a label the table has no such row.',
        examples: ['Total'],
      }),
    link: ReportLink.optional().meta({
      description: 'The report that the first cell of each row opens.',
      examples: [{ report: 'call-quality', selectors: { year: '{year}', month: '{key}' } }],
    }),
  })
  .meta({
    id: 'Rows',
    description:
      'What a row is, which rows are added, in which order and how many are shown, and whether there is a row of totals.',
  })

export const Table = z
  .strictObject({
    title: Template.optional().meta({
      description: 'The title of the table; by default `{heading} - Data - {period}`.',
      examples: ['{report} Data - {period}'],
    }),
    empty: Template.default('No data available for {period}').meta({
      description: 'Shown instead of the table if there are no records.',
      examples: ['No data available for {period}'],
    }),
  })
  .meta({ id: 'Table', description: 'The texts of the table.' })
