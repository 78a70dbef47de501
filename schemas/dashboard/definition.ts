import { z } from 'zod'
import { describe } from '../describe.ts'
import { type ChartType, chartTypeNames } from '../report/chart-types.ts'
import { Id, Name } from '../report/primitives.ts'
import { ColumnRef } from '../report/values.ts'

/** How many tiles a dashboard has at most: each one can send a request. */
const MAX_TILES = 24

/** The columns of a row at full width. */
const GRID_COLUMNS = 12

const Report = (shows: string) =>
  describe(Id, `The id of the report whose ${shows} it shows.`, 'call-quality')

const tileKeys = (width: number, min: number) => ({
  id: describe(Id.optional(), 'The name of the tile; by default its number.', 'minutes'),
  title: describe(
    z.string().min(1).max(100).optional(),
    'The title of the tile; by default it follows from the report.',
    'Minutes this month',
  ),
  width: describe(
    z.int().min(min).max(GRID_COLUMNS).default(width),
    'How many of the twelve columns of a row it takes. A narrow screen has one column.',
    width,
  ),
})

const viewKeys = {
  tab: describe(Id.optional(), 'The tab of the report; by default the first.', 'in'),
  variant: describe(Id.optional(), 'The variant of the report; by default the first.', 'daily'),
  period: describe(
    z
      .string()
      .regex(
        /^(latest|\d{4}(-(\d\d|Q\d|W\d\d))?|\d{4}-\d\d-\d\d(\.\.\d{4}-\d\d-\d\d)?)$/,
        '"latest", a year, a quarter, a month, a week, a day, or two days joined by ..',
      )
      .default('latest'),
    'The period: "latest", the latest one with records, follows the period that is chosen on the dashboard; a year, a quarter, a month, a week, a day or two days joined by .. never change.',
    'latest',
    '2025-03',
    '2025-Q1',
    '2025-W10',
  ),
  selectors: describe(
    z.record(Name, z.string().min(1).max(200)).default({}),
    'Values of selectors of the report that are no periods, by name; a selector without one has its default, or its first option.',
    { direction: 'in' },
  ),
}

const FigureTile = z
  .strictObject({
    figure: Report('number'),
    column: describe(
      ColumnRef.optional(),
      'The column or group whose total it shows, by id; by default the last column of totals, or the sum of all.',
      'grandTotal',
    ),
    compare: describe(
      z.enum(['previous', 'year', 'none']).optional(),
      'With what the total is compared: the period before, which is the default, the same period a year before, or nothing. A report without a row of totals shows its latest row, compared with the row before.',
      'previous',
    ),
    ...viewKeys,
    ...tileKeys(3, 3),
  })
  .meta({
    id: 'FigureTile',
    title: 'a figure',
    description: 'One number of a report, its change and its course.',
  })

const ChartTile = z
  .strictObject({
    chart: Report('chart'),
    type: describe(
      z.enum(chartTypeNames as readonly [ChartType, ...ChartType[]]).optional(),
      'The type of the chart, one of the report; by default its first.',
      'line',
    ),
    series: describe(
      z.array(ColumnRef).min(1).max(25).optional(),
      'The columns and groups that are drawn, by id; by default those that the report shows at first.',
      ['inbound', 'outbound'],
    ),
    ...viewKeys,
    ...tileKeys(6, 3),
  })
  .meta({ id: 'ChartTile', title: 'a chart', description: 'A chart of a report.' })

const TableTile = z
  .strictObject({
    table: Report('table'),
    rows: describe(
      z.int().min(1).max(100).optional(),
      'How many rows it shows, the first ones; all by default. The total is always that of all rows.',
      5,
    ),
    ...viewKeys,
    ...tileKeys(6, 3),
  })
  .meta({ id: 'TableTile', title: 'a table', description: 'The table of a report.' })

const TextTile = z
  .strictObject({
    text: describe(
      z.string().min(1).max(4000),
      'Markdown: paragraphs, headings, lists, emphasis and links; no HTML and no pictures.',
      'Figures are **preliminary** until the 5th.',
    ),
    ...tileKeys(12, 2),
  })
  .meta({ id: 'TextTile', title: 'a text', description: 'A text, such as an explanation.' })

/** A dashboard as its author writes it: one JSON file in `dashboards/`. `src/definition/dashboards.ts` compiles it. */
export const DashboardDefinition = z
  .strictObject({
    $schema: describe(
      z.string().optional(),
      'Lets an editor complete and explain.',
      '../schemas/dashboard-definition.schema.json',
    ),
    id: describe(Id, 'The name of the definition, of its file and of its address.', 'operations'),
    title: describe(z.string().min(1).max(100), 'The title of the page.', 'Operations'),
    description: describe(
      z.string().max(500).default(''),
      'A sentence under the title.',
      'Yesterday and this month',
    ),
    order: describe(z.int().min(0).default(0), 'The position in the list of dashboards.', 1),
    permission: describe(
      z.int().min(1).max(2_147_483_647).optional(),
      'The id of a right of its own, which becomes an entry below Dashboard in the tree of rights; by default everyone who may see dashboards may open it.',
      120,
    ),
    renewMinutes: describe(
      z.int().min(1).max(1440).default(5),
      'After how many minutes the tiles load again on a wall screen.',
      5,
    ),
    tiles: describe(
      z
        .array(z.union([FigureTile, ChartTile, TableTile, TextTile]))
        .min(1)
        .max(MAX_TILES),
      'The tiles, row by row.',
      [{ figure: 'call-quality' }],
    ),
  })
  .meta({
    id: 'DashboardDefinition',
    title: 'Dashboard definition',
    description: 'One dashboard: views of reports side by side.',
  })

export type DashboardDefinition = z.infer<typeof DashboardDefinition>
export type TileDefinition = DashboardDefinition['tiles'][number]
