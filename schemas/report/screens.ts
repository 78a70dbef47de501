import { z } from 'zod'
import { Chart } from './chart.ts'
import { Column } from './columns.ts'
import { Data, Download } from './data.ts'
import { Rows, Table } from './rows.ts'
import { Selector } from './selectors.ts'
import { Id, Name, orReference, Template } from './primitives.ts'

/** The parts that a tab or a variant may replace, always whole. */
export const parts = {
  heading: Template.optional().meta({
    description: 'What titles begin with ({heading}); the tab, or else the title of the report, unless told.',
    examples: ['{tab}'],
  }),
  required: z
    .enum(['each', 'together'])
    .optional()
    .meta({
      description:
        'Whether the message names only what is missing, or all selectors whenever one is missing.',
      examples: ['each'],
    }),
  selectors: orReference(z.array(Selector).min(1).max(20))
    .optional()
    .meta({
      description: 'What is chosen before a load.',
      examples: [[{ kind: 'year', options: { fixed: [2025, 2024] } }, { kind: 'month' }]],
    }),
  data: orReference(Data)
    .optional()
    .meta({
      description: 'The call that brings the records, and where they are in its answer.',
      examples: [{ call: '/v1/call-quality/{year}/{month}' }],
    }),
  rows: orReference(Rows)
    .optional()
    .meta({
      description: 'What a row is, which gaps are filled, and whether there is a row of totals.',
      examples: [{ key: { kind: 'date', field: 'day', label: 'Date' }, fill: 'days', total: 'Total' }],
    }),
  columns: orReference(z.array(Column).min(1).max(500))
    .optional()
    .meta({
      description: 'The columns after the first.',
      examples: [
        [
          { field: 'answered', label: 'Answered' },
          { sum: 'series', id: 'all', label: 'All' },
        ],
      ],
    }),
  table: orReference(Table)
    .optional()
    .meta({ description: 'The texts of the table.', examples: [{ title: '{report} Data - {period}' }] }),
  chart: orReference(Chart)
    .optional()
    .meta({
      description: 'Titles, image names and the series shown at first.',
      examples: [{ visible: { first: 5 }, hint: '(Showing first 5 regions by default)' }],
    }),
  download: orReference(Download)
    .optional()
    .meta({
      description: 'The call that brings the workbook, and its file name; without it there is no Download.',
      examples: [
        {
          call: '/v1/call-quality/download/{year}/{month}',
          fileName: 'call_quality_{year}_{month:2}.xlsx',
        },
      ],
    }),
}

const Tab = z
  .strictObject({
    id: Id,
    label: z
      .string()
      .min(1)
      .meta({ description: 'The text of the tab, and {tab}.', examples: ['Incoming'] }),
    params: z
      .record(Name, z.string())
      .default({})
      .meta({ description: 'Values for templates.', examples: [{ type: 'INCOMING' }] }),
    ...parts,
  })
  .meta({ id: 'Tab', description: 'A tab; what it gives replaces the part of the report.' })

export const Tabs = z
  .strictObject({
    as: z.enum(['routes', 'page']).meta({
      description: 'Whether each tab is a route of its own or part of the page.',
      examples: ['routes'],
    }),
    items: z
      .array(Tab)
      .min(1)
      .meta({
        description: 'The tabs; the first is the default.',
        examples: [[{ id: 'in', label: 'Incoming' }]],
      }),
  })
  .meta({ id: 'Tabs', description: 'The tabs of the screen.' })

export const Variant = z
  .strictObject({
    id: Id,
    label: z
      .string()
      .min(1)
      .meta({ description: 'The text of the switch, and {variant}.', examples: ['Daily'] }),
    from: Id.optional().meta({
      description: 'Takes all parts from another definition.',
      examples: ['call-quality'],
    }),
    ...parts,
  })
  .meta({ id: 'Variant', description: 'A second level of the same screen; what it gives replaces the part.' })
