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
    description: 'The start of titles ({heading}); by default the tab, or else the title of the report.',
    examples: ['{tab}'],
  }),
  description: Template.optional().meta({
    description: 'A sentence under the title of the page, and on the sheet About of the workbook.',
    examples: ['Calls of a day, as counted by the switches.'],
  }),
  unit: z
    .string()
    .min(1)
    .max(20)
    .regex(/^[^\p{C}]*$/u, 'a text without control characters')
    .optional()
    .meta({
      description:
        'The unit of all numbers whose format names none, shown once after the titles of table and charts: "Data - 2025 (min)".',
      examples: ['min'],
    }),
  requiredMessage: z
    .enum(['missing', 'all'])
    .optional()
    .meta({
      description: 'Which selectors the message names when one is missing: those that are missing, or all.',
      examples: ['missing'],
    }),
  compare: z
    .boolean()
    .optional()
    .meta({
      description:
        'Whether the screen can be compared with the previous period and with the same period a year before. By default it can if its selectors choose a year.',
      examples: [false],
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
      description: 'The URL of the records, and their path in the response.',
      examples: [{ url: '/v1/call-quality/{year}/{month}' }],
    }),
  rows: orReference(Rows)
    .optional()
    .meta({
      description: 'What a row is, which missing rows are added, and whether there is a row of totals.',
      examples: [{ key: { kind: 'date', field: 'day', label: 'Date' }, fillMissing: 'days', total: 'Total' }],
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
      description: 'Titles, image names and the series visible at first.',
      examples: [{ initiallyVisible: { first: 5 }, hint: '(Showing first 5 regions by default)' }],
    }),
  download: orReference(Download)
    .optional()
    .meta({
      description: 'The URL of the workbook, and its file name; without it there is no Download.',
      examples: [
        {
          url: '/v1/call-quality/download/{year}/{month}',
          fileName: 'call_quality_{year}_{month:2}.xlsx',
        },
      ],
    }),
}

const Tab = z
  .strictObject({
    id: Id.meta({
      description: 'The name of the tab in addresses: lower-case words joined by hyphens.',
      examples: ['in'],
    }),
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
  .meta({ id: 'Tab', description: 'A tab; its parts replace those of the report.' })

export const Tabs = z
  .strictObject({
    navigation: z.enum(['route', 'query']).meta({
      description: 'Whether each tab is a route of its own or a query parameter of one route.',
      examples: ['route'],
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
    id: Id.meta({
      description: 'The name of the variant in addresses: lower-case words joined by hyphens.',
      examples: ['daily'],
    }),
    label: z
      .string()
      .min(1)
      .meta({ description: 'The text of the switch, and {variant}.', examples: ['Daily'] }),
    use: Id.optional().meta({
      description: 'Uses all parts of another definition.',
      examples: ['call-quality'],
    }),
    ...parts,
  })
  .meta({
    id: 'Variant',
    description: 'A second level of the same screen; its parts replace those of the report.',
  })
