import { z } from 'zod'
import { chartTypeNames } from '../report/chart-types.ts'
import {
  defineKind,
  Id,
  Name,
  shortText,
  optionalChoice,
  optionalText,
  optionalRecord,
  whole,
} from '../report/primitives.ts'
import { ColumnRef } from '../report/values.ts'

/** How many tiles a dashboard has at most: each one can send a request. */
const MAX_TILES = 24

/** The columns of a row at full width. */
const GRID_COLUMNS = 12

const Report = (shows: string) => Id.describe(`The id of the report whose ${shows} it shows.`)

const tileKeys = (width: number, min: number) => ({
  id: Id.optional().describe('The name of the tile; by default its number.'),
  title: optionalText(100).describe('The title of the tile; by default it follows from the report.'),
  width: whole(min, GRID_COLUMNS)
    .default(width)
    .describe('How many of the twelve columns of a row it takes. A narrow screen has one column.'),
})

const viewKeys = {
  tab: Id.optional().describe('The tab of the report; by default the first.'),
  variant: Id.optional().describe('The variant of the report; by default the first.'),
  period: z
    .string()
    .regex(
      /^(latest|\d{4}(-(\d\d|Q\d|W\d\d))?|\d{4}-\d\d-\d\d(\.\.\d{4}-\d\d-\d\d)?)$/,
      '"latest", a year, a quarter, a month, a week, a day, or two days joined by ..',
    )
    .default('latest')
    .describe(
      'The period: "latest", the latest one with records, follows the period that is chosen on the dashboard; a year, a quarter, a month, a week, a day or two days joined by .. never change.',
    ),
  selectors: optionalRecord(Name, shortText(200)).describe(
    'Values of selectors of the report that are no periods, by name; a selector without one has its default, or its first option.',
  ),
}

const FigureTile = defineKind(
  'FigureTile',
  'a figure',
  'One number of a report, its change and its course.',
  {
    figure: Report('number'),
    column: ColumnRef.optional().describe(
      'The column or group whose total it shows, by id; by default the last column of totals, or the sum of all.',
    ),
    compare: optionalChoice(['previous', 'year', 'none']).describe(
      'With what the total is compared: the period before, which is the default, the same period a year before, or nothing. A report without a row of totals shows its latest row, compared with the row before.',
    ),
    ...viewKeys,
    ...tileKeys(3, 3),
  },
)

const ChartTile = defineKind('ChartTile', 'a chart', 'A chart of a report.', {
  chart: Report('chart'),
  type: z
    .string()
    .max(40)
    .optional()
    .describe(
      `The type of the chart, one of the report: ${chartTypeNames.join(', ')}, or one of its own; by default its first.`,
    ),
  series: z
    .array(ColumnRef)
    .min(1)
    .max(25)
    .optional()
    .describe(
      'The columns and groups that are drawn, by id; by default those that the report shows at first.',
    ),
  ...viewKeys,
  ...tileKeys(6, 3),
})

const TableTile = defineKind('TableTile', 'a table', 'The table of a report.', {
  table: Report('table'),
  rows: whole(1, 100)
    .optional()
    .describe(
      'How many rows it shows, the first ones; all by default. The total is always that of all rows.',
    ),
  ...viewKeys,
  ...tileKeys(6, 3),
})

const TextTile = defineKind('TextTile', 'a text', 'A text, such as an explanation.', {
  text: shortText(4000).describe(
    'Markdown: paragraphs, headings, lists, emphasis and links; no HTML and no pictures.',
  ),
  ...tileKeys(12, 2),
})

/** A dashboard as its author writes it: one JSON file in `dashboards/`. `src/definition/dashboards.ts` compiles it. */
export const DashboardDefinition = defineKind(
  'DashboardDefinition',
  'Dashboard definition',
  'One dashboard: views of reports side by side.',
  {
    $schema: z.string().optional().describe('Lets an editor complete and explain.'),
    id: Id.describe('The name of the definition, of its file and of its address.'),
    title: shortText(100).describe('The title of the page.'),
    description: z.string().max(500).default('').describe('A sentence under the title.'),
    order: z.int().min(0).default(0).describe('The position in the list of dashboards.'),
    permission: whole(1, 2_147_483_647)
      .optional()
      .describe(
        'The id of a right of its own, which becomes an entry below Dashboard in the tree of rights; by default everyone who may see dashboards may open it.',
      ),
    renewMinutes: whole(1, 1440)
      .default(5)
      .describe('After how many minutes the tiles load again on a wall screen.'),
    tiles: z
      .array(z.union([FigureTile, ChartTile, TableTile, TextTile]))
      .min(1)
      .max(MAX_TILES)
      .describe('The tiles, row by row.'),
  },
)

export type DashboardDefinition = z.infer<typeof DashboardDefinition>
export type TileDefinition = DashboardDefinition['tiles'][number]
