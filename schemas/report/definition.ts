import { z } from 'zod'
import { define, defineKind, describe } from '../describe.ts'
import { Selector } from './selectors.ts'
import { Alerts } from './alerts.ts'
import { Id, orReference, Template, Name } from './primitives.ts'
import { Chart } from './chart.ts'
import { Column } from './columns.ts'
import { Highlights } from './conditions.ts'
import { Data, Download } from './data.ts'
import { Rows, Table } from './rows.ts'

/** The parts that a tab or a variant may replace, always whole. */
export const parts = {
  heading: describe(
    Template.optional(),
    'The start of titles ({heading}); by default the tab, or else the title of the report.',
    '{tab}',
  ),
  description: describe(
    Template.optional(),
    'A sentence under the title of the page, and on the sheet About of the workbook.',
    'Calls of a day, as counted by the switches.',
  ),
  unit: describe(
    z
      .string()
      .min(1)
      .max(20)
      .regex(/^[^\p{C}]*$/u, 'a text without control characters')
      .optional(),
    'The unit of all numbers whose format names none, shown once after the titles of table and charts: "Data - 2025 (min)".',
    'min',
  ),
  requiredMessage: describe(
    z.enum(['missing', 'all']).optional(),
    'Which selectors the message names when one is missing: those that are missing, or all.',
    'missing',
  ),
  compare: describe(
    z.boolean().optional(),
    'Whether the screen can be compared with the previous period and with the same period a year before. By default it can if its selectors choose a year.',
    false,
  ),
  selectors: describe(
    orReference(z.array(Selector).min(1).max(20)).optional(),
    'What is chosen before a load.',
    [{ kind: 'year', options: { fixed: [2025, 2024] } }, { kind: 'month' }],
  ),
  data: describe(orReference(Data).optional(), 'The URL of the records, and their path in the response.', {
    url: '/v1/call-quality/{year}/{month}',
  }),
  rows: describe(
    orReference(Rows).optional(),
    'What a row is, which missing rows are added, and whether there is a row of totals.',
    { key: { kind: 'date', field: 'day', label: 'Date' }, fillMissing: 'days', total: 'Total' },
  ),
  columns: describe(orReference(z.array(Column).min(1).max(500)).optional(), 'The columns after the first.', [
    { field: 'answered', label: 'Answered' },
    { sum: 'series', id: 'all', label: 'All' },
  ]),
  highlights: describe(
    orReference(Highlights).optional(),
    'Which cells and rows of the table stand out; of several conditions the first that is met counts. Totals and rows without a record never do.',
    [{ when: { column: 'lossRate', operator: '>', value: 0.05 }, as: 'bad' }],
  ),
  table: describe(orReference(Table).optional(), 'The texts of the table.', {
    title: '{report} Data - {period}',
  }),
  chart: describe(orReference(Chart).optional(), 'Titles, image names and the series visible at first.', {
    initiallyVisible: { first: 5 },
    hint: '(Showing first 5 regions by default)',
  }),
  download: describe(
    orReference(Download).optional(),
    'The URL of the workbook, and its file name; without it there is no Download.',
    {
      url: '/v1/call-quality/download/{year}/{month}',
      fileName: 'call_quality_{year}_{month:2}.xlsx',
    },
  ),
}

const Tab = define('Tab', 'A tab; its parts replace those of the report.', {
  id: describe(Id, 'The name of the tab in addresses: lower-case words joined by hyphens.', 'in'),
  label: describe(z.string().min(1), 'The text of the tab, and {tab}.', 'Incoming'),
  params: describe(z.record(Name, z.string()).default({}), 'Values for templates.', { type: 'INCOMING' }),
  ...parts,
})

const Tabs = define('Tabs', 'The tabs of the screen.', {
  navigation: describe(
    z.enum(['route', 'query']),
    'Whether each tab is a route of its own or a query parameter of one route.',
    'route',
  ),
  items: describe(z.array(Tab).min(1), 'The tabs; the first is the default.', [
    { id: 'in', label: 'Incoming' },
  ]),
})

const Variant = define(
  'Variant',
  'A second level of the same screen; its parts replace those of the report.',
  {
    id: describe(Id, 'The name of the variant in addresses: lower-case words joined by hyphens.', 'daily'),
    label: describe(z.string().min(1), 'The text of the switch, and {variant}.', 'Daily'),
    use: describe(Id.optional(), 'Uses all parts of another definition.', 'call-quality'),
    ...parts,
  },
)

/**
 * A report definition as its author writes it: one JSON file in `reports/`.
 * `src/definition/compile.ts` compiles it to plans, where every part is present. Unknown keys are errors.
 */

export const ReportDefinition = defineKind(
  'ReportDefinition',
  'Report definition',
  'One report: its identity, selectors, data, rows, columns, chart and download.',
  {
    $schema: describe(
      z.string().optional(),
      'Lets an editor complete and explain.',
      '../schemas/report-definition.schema.json',
    ),
    id: describe(
      Id,
      'The name of the definition and of its file: lower-case words joined by hyphens.',
      'call-quality',
    ),
    path: describe(
      z.string().regex(/^\/report\/[a-z0-9]+(-[a-z0-9]+)*$/, 'a path such as /report/call-quality'),
      'The route of the screen.',
      '/report/call-quality',
    ),
    title: describe(Template, 'The title of the page.', 'Call Quality - {tab}'),
    menu: describe(
      z.strictObject({
        label: describe(z.string().min(1), 'The menu entry, and {report}.', 'Call Quality'),
        permission: describe(
          z.int().min(1).max(2_147_483_647),
          'The permission id that opens the report.',
          16,
        ),
        order: describe(z.int().min(0), 'The position in the menu.', 1),
      }),
      'The entry in the menu and the right that opens it.',
      { label: 'Call Quality', permission: 90, order: 6 },
    ),
    breadcrumb: describe(z.array(Template).min(1), 'The parts after Portal Location.', [
      'Reports',
      '{report}',
      '{tab}',
    ]),
    tabs: describe(orReference(Tabs).optional(), 'The tabs of the screen; without them it is one screen.', {
      navigation: 'route',
      items: [{ id: 'in', label: 'Incoming' }],
    }),
    variants: describe(
      z.array(Variant).min(2).optional(),
      'A switch between levels of the same screen; the first is the default.',
      [
        { id: 'daily', label: 'Daily' },
        { id: 'monthly-average', label: 'Monthly Average', use: 'call-quality-by-month' },
      ],
    ),
    alerts: describe(Alerts.optional(), 'What readers are told when it happens, and when it ends.', [
      {
        id: 'loss',
        title: 'More than 5% lost',
        condition: { column: 'lossRate', operator: '>', value: 0.05 },
      },
    ]),
    ...parts,
  },
)

export type ReportDefinition = z.infer<typeof ReportDefinition>
export type SelectorDefinition = z.infer<typeof Selector>
