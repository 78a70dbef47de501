import { z } from 'zod'
import { describe } from '../describe.ts'
import { chartTypeNames, defaultChartTypes, mapChartTypes } from './chart-types.ts'
import { ColumnRef } from './values.ts'
import { Template } from './primitives.ts'
import { Sort } from './rows.ts'

const ReferenceLine = z
  .strictObject({
    value: describe(z.number(), 'Where the line is. On an axis of percentages it is the part of 1.', 0.995),
    label: describe(z.string().min(1).max(60), 'What it is, written at its end.', 'Agreed'),
    axis: describe(
      z.enum(['first', 'second']).default('first'),
      'The axis of its value; the second one is that of secondAxis.',
      'second',
    ),
  })
  .meta({ id: 'ReferenceLine', description: 'A horizontal line at a value.' })

export const Chart = z
  .strictObject({
    types: describe(
      z.array(z.enum(chartTypeNames)).default([...defaultChartTypes]),
      'The chart types in the order of their buttons; the first is shown at first. An empty list is a report without charts. "stackedBar" and "area" stack the series that can be added up, and share one unit.',
      ['stackedBar', 'line'],
    ),
    labels: describe(
      z
        .strictObject(
          mapChartTypes((type, label) =>
            describe(z.string().min(1).default(label), `The ${type} button.`, label),
          ),
        )
        .prefault({}),
      'The texts of the buttons that choose the chart.',
      { line: 'Line Chart' },
    ),
    titles: describe(
      z.strictObject(mapChartTypes(() => Template.optional())).prefault({}),
      'The titles of the charts; by default heading, chart and period: `{heading} - Line Chart - {period}`.',
      { line: '{heading} - Calls per Day - {period}' },
    ),
    images: describe(
      z.strictObject(mapChartTypes(() => Template.optional())).prefault({}),
      'The names of saved images, without their ending; by default chart and period: `line-chart-{period:dash}`.',
      { pie: 'pie-chart-{year}' },
    ),
    initiallyVisible: describe(
      z
        .strictObject({
          columns: describe(z.array(ColumnRef).default([]), 'Columns that are visible.', ['north', 'south']),
          first: describe(z.int().min(0).default(5), 'How many of the group are visible.', 5),
          countBy: describe(
            ColumnRef.default('series'),
            'The group that first counts: "series" for all.',
            'regions',
          ),
        })
        .prefault({}),
      'Which series are visible at first.',
      { first: 5 },
    ),
    hint: describe(
      z.string().min(1).optional(),
      'Shown beside the series while the default hides some.',
      '(Showing first 5 regions by default)',
    ),
    pie: describe(
      z
        .strictObject({
          over: describe(
            z.enum(['columns', 'rows']).default('columns'),
            '"columns" has a slice for each series: the sum of its rows. "rows" has a slice for each row, as for a ranking with a single series: the sum of its visible series.',
            'rows',
          ),
        })
        .prefault({}),
      'What the slices of a pie are.',
      { over: 'rows' },
    ),
    secondAxis: describe(
      z.array(ColumnRef).default([]),
      'The columns and groups, by id, whose values are on a second axis at the right of line and bar charts: those of another unit.',
      ['answerRatio'],
    ),
    from: describe(
      z.number().optional(),
      'Where the first value axis of line charts starts instead of 0, for values that are far from it; smaller values extend the axis. The chart says so.',
      0.9,
    ),
    to: describe(
      z.number().positive().optional(),
      'Where the first value axis ends at least, so that the charts of several periods can be compared; larger values extend the axis, and the chart says so.',
      1,
    ),
    sum: describe(
      z.boolean().default(true),
      'Whether values are added up over the rows and the series: in the figures below a chart, in its tooltips and in what it says of itself.',
      false,
    ),
    rest: describe(
      z.boolean().default(true),
      'Whether charts draw the row that combines the others, as of the `rest` of `rows.top`.',
      false,
    ),
    sort: describe(
      Sort.optional(),
      'The order of the rows in charts, if it is not that of the table. What a line or an area connects in time is always in the order of time.',
      { by: 'key' },
    ),
    lines: describe(
      z.array(ReferenceLine).max(5).default([]),
      'Lines across the charts that have a value axis, such as a capacity or a target.',
      [{ value: 0.995, label: 'Agreed' }],
    ),
  })
  .meta({ id: 'Chart', description: 'Titles, image names and the series visible at first.' })
