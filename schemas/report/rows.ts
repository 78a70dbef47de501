import { z } from 'zod'
import { Field, Template } from './primitives.ts'

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
        kind: z.literal('text').meta({ description: 'Rows are names.', examples: ['text'] }),
        field: Field,
        label: keyLabel,
      })
      .meta({ id: 'TextKey', description: 'Any text; rows keep the order of the records.' }),
  ])
  .meta({
    description: 'What identifies a row, shown in the first column.',
    examples: [{ kind: 'date', field: 'reportDate', label: 'Date' }],
  })

type RowKey = z.infer<typeof RowKey>
export type KeyDefinitions = { [K in RowKey['kind']]: Extract<RowKey, { kind: K }> }

export const Rows = z
  .strictObject({
    key: RowKey,
    fillMissing: z
      .enum(['none', 'months', 'days'])
      .default('none')
      .meta({
        description:
          'Which rows without a record are added with zeros: none, the twelve months, or the days of the chosen month.',
        examples: ['days'],
      }),
    total: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'The label of a bold row of totals at the bottom; without it there is none.',
        examples: ['Total'],
      }),
  })
  .meta({
    id: 'Rows',
    description: 'What a row is, which missing rows are added, and whether there is a row of totals.',
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
