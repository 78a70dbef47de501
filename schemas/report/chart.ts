import { z } from 'zod'
import { chartTypeNames, defaultChartTypes, mapChartTypes } from './chart-types.ts'
import { ColumnId } from './values.ts'
import { Template } from './primitives.ts'

export const Chart = z
  .strictObject({
    types: z
      .array(z.enum(chartTypeNames))
      .default([...defaultChartTypes])
      .meta({
        description:
          'The chart types in the order of their buttons; the first is shown at first. An empty list is a report without charts. "stackedBar" and "area" stack the series that can be added up, and share one unit.',
        examples: [['stackedBar', 'line']],
      }),
    labels: z
      .strictObject(
        mapChartTypes((type, label) =>
          z
            .string()
            .min(1)
            .default(label)
            .meta({ description: `The ${type} button.`, examples: [label] }),
        ),
      )
      .prefault({})
      .meta({
        description: 'The texts of the buttons that choose the chart.',
        examples: [{ line: 'Line Chart' }],
      }),
    titles: z
      .strictObject(mapChartTypes(() => Template.optional()))
      .prefault({})
      .meta({
        description:
          'The titles of the charts; by default heading, chart and period: `{heading} - Line Chart - {period}`.',
        examples: [{ line: '{heading} - Calls per Day - {period}' }],
      }),
    images: z
      .strictObject(mapChartTypes(() => Template.optional()))
      .prefault({})
      .meta({
        description:
          'The names of saved images, without their ending; by default chart and period: `line-chart-{period:dash}`.',
        examples: [{ pie: 'pie-chart-{year}' }],
      }),
    initiallyVisible: z
      .strictObject({
        columns: z
          .array(ColumnId)
          .default([])
          .meta({ description: 'Columns that are visible.', examples: [['north', 'south']] }),
        first: z
          .int()
          .min(0)
          .default(5)
          .meta({ description: 'How many of the group are visible.', examples: [5] }),
        countBy: z
          .union([z.literal('series'), ColumnId])
          .default('series')
          .meta({ description: 'The group that first counts: "series" for all.', examples: ['regions'] }),
      })
      .prefault({})
      .meta({ description: 'Which series are visible at first.', examples: [{ first: 5 }] }),
    hint: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'Shown beside the series while the default hides some.',
        examples: ['(Showing first 5 regions by default)'],
      }),
    pie: z
      .strictObject({
        over: z
          .enum(['columns', 'rows'])
          .default('columns')
          .meta({
            description:
              '"columns" has a slice for each series: the sum of its rows. "rows" has a slice for each row, as for a ranking with a single series: the sum of its visible series.',
            examples: ['rows'],
          }),
      })
      .prefault({})
      .meta({ description: 'What the slices of a pie are.', examples: [{ over: 'rows' }] }),
    secondAxis: z
      .array(ColumnId)
      .default([])
      .meta({
        description:
          'The columns and groups, by id, whose values are on a second axis at the right of line and bar charts: those of another unit.',
        examples: [['answerRatio']],
      }),
  })
  .meta({ id: 'Chart', description: 'Titles, image names and the series visible at first.' })
