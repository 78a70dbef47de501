import { z } from 'zod'
import { chartTypeNames, defaultChartTypes, mapChartTypes } from './chart-types.ts'
import { Limit } from './conditions.ts'
import { ColumnRef } from './values.ts'
import { define, defineKind, Template, shortText, choice, usuallyTrue, optionalList } from './primitives.ts'
import { Sort } from './rows.ts'

const ReferenceLine = define('ReferenceLine', 'A horizontal line at a value, or at those of a column.', {
  value: Limit.describe(
    'Where the line is: a number, of an axis of percentages the part of 1, or a column with the value of each row.',
  ),
  label: shortText(60).describe('What it is, written at its end.'),
  axis: choice(['first', 'second'], 'first').describe(
    'The axis of its value; the second one is that of secondAxis.',
  ),
})

const OwnChart = defineKind(
  'OwnChart',
  'a chart by a Vega-Lite specification',
  'A chart type of the report itself, drawn by a Vega-Lite specification.',
  {
    id: z
      .string()
      .regex(/^[a-z][A-Za-z0-9-]{0,39}$/, 'a lower-case letter, then letters, digits and hyphens')
      .describe('The name of the type, in addresses, dashboards and schedules.'),
    label: shortText(40).describe('The text of its button.'),
    title: Template.optional().describe('The title; by default `{heading} - LABEL - {period}`.'),
    image: Template.optional().describe(
      'The name of saved images, without their ending; by default tab, variant and `ID-chart-{period:dash}`.',
    ),
    vegaLite: z.record(z.string(), z.unknown()).meta({
      $ref: '../node_modules/vega-lite/build/vega-lite-schema.json#/definitions/NonNormalizedSpec',
      description:
        'A Vega-Lite specification without config and addresses. Its data is the dataset "table": a record for each row and visible series.',
    }),
  },
)

export const Chart = define('Chart', 'Titles, image names and the series visible at first.', {
  types: z
    .array(z.union([z.enum(chartTypeNames), OwnChart]))
    .default([...defaultChartTypes])
    .describe(
      'The chart types in the order of their buttons; the first is shown at first. An empty list is a report without charts. "stackedBar" and "area" stack the series that can be added up, and share one unit. "heatMap" has a cell for each value, in a colour by its size. An object is a chart by a Vega-Lite specification.',
    ),
  labels: z
    .strictObject(
      mapChartTypes((type, label) => z.string().min(1).default(label).describe(`The ${type} button.`)),
    )
    .prefault({})
    .describe('The texts of the buttons that choose the chart.'),
  titles: z
    .strictObject(mapChartTypes(() => Template.optional()))
    .prefault({})
    .describe(
      'The titles of the charts; by default heading, chart and period: `{heading} - Line Chart - {period}`.',
    ),
  images: z
    .strictObject(mapChartTypes(() => Template.optional()))
    .prefault({})
    .describe(
      'The names of saved images, without their ending; by default tab, variant, chart and period: `inbound-line-chart-{period:dash}`.',
    ),
  initiallyVisible: z
    .strictObject({
      columns: optionalList(ColumnRef).describe('Columns that are visible.'),
      first: z
        .int()
        .min(0)
        .optional()
        .describe('How many of the group are visible, from the first on; by default the five largest.'),
      countBy: ColumnRef.default('series').describe('The group that first counts: "series" for all.'),
    })
    .prefault({})
    .describe('Which series are visible at first.'),
  hint: z.string().min(1).optional().describe('Shown beside the series while the default hides some.'),
  pie: z
    .strictObject({
      over: choice(['columns', 'rows'], 'columns').describe(
        '"columns" has a slice for each series: the sum of its rows. "rows" has a slice for each row, as for a ranking with a single series: the sum of its visible series.',
      ),
    })
    .prefault({})
    .describe('What the slices of a pie are.'),
  secondAxis: optionalList(ColumnRef).describe(
    'The columns and groups, by id, whose values are on a second axis at the right of line and bar charts: those of another unit.',
  ),
  from: z
    .number()
    .optional()
    .describe(
      'Where the first value axis of line charts starts instead of 0, for values that are far from it; smaller values extend the axis. The chart says so.',
    ),
  to: z
    .number()
    .positive()
    .optional()
    .describe(
      'Where the first value axis ends at least, so that the charts of several periods can be compared; larger values extend the axis, and the chart says so.',
    ),
  sum: usuallyTrue(
    'Whether values are added up over the rows and the series: in the figures below a chart, in its tooltips and in what it says of itself.',
  ),
  rest: usuallyTrue('Whether charts draw the row that combines the others, as of the `rest` of `rows.top`.'),
  sort: Sort.optional().describe(
    'The order of the rows in charts, if it is not that of the table. What a line or an area connects in time is always in the order of time.',
  ),
  band: z
    .tuple([ColumnRef, ColumnRef])
    .optional()
    .describe(
      'Two columns, the lower one first, that line charts draw as an area behind the lines, such as what is usual. They are no series.',
    ),
  forecast: ColumnRef.optional().describe(
    'The column with the number of periods on which the band stands. Line charts then continue the band after the last record, dashed, to the end of the chosen period.',
  ),
  lines: z
    .array(ReferenceLine)
    .max(5)
    .default([])
    .describe('Lines across the charts that have a value axis, such as a capacity or a target.'),
})

export type Chart = z.infer<typeof Chart>

export type VegaLiteSpec = Readonly<Record<string, unknown>>

export const listTypeIds = (types: Chart['types']): string[] =>
  types.map((type) => (typeof type === 'string' ? type : type.id))
