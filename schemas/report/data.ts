import { z } from 'zod'
import { UrlTemplate, FieldName, FieldPath, Name, Records, Template } from './primitives.ts'

const FailureTexts = (subject: string) =>
  z
    .strictObject({
      noAnswer: Template.default(`Error loading ${subject} data`).meta({
        description: 'Shown when no usable answer came.',
        examples: [`Error loading ${subject} data`],
      }),
      refused: Template.default(`Error loading ${subject} data`).meta({
        description: 'Shown when the answer says success: false and carries no message.',
        examples: [`Error loading ${subject} data`],
      }),
      empty: Template.optional().meta({
        description: 'Shown in the banner when no record came and the answer carries no message.',
        examples: ['No data available for the selected period.'],
      }),
    })
    .prefault({})
    .meta({
      description: `Messages of a failed load for the ${subject === 'chart' ? 'chart' : 'table'}.`,
      examples: [{ noAnswer: `Error loading ${subject} data` }],
    })

export const Data = z
  .strictObject({
    call: UrlTemplate,
    records: Records,
    lists: z
      .record(Name, FieldPath)
      .default({})
      .meta({
        description: 'Lists of names in the answer, by the name that columns use.',
        examples: [{ regions: 'records.regions' }],
      }),
    ignore: z
      .array(FieldName)
      .default([])
      .meta({
        description: 'Fields of a record that are never columns of their own.',
        examples: [['id', 'created_at']],
      }),
    messages: z
      .strictObject({ table: FailureTexts('report'), chart: FailureTexts('chart') })
      .prefault({})
      .meta({ description: 'Messages of a failed load, for the table and for the chart.', examples: [{}] }),
  })
  .meta({ id: 'Data', description: 'The call that brings the records, and where they are in its answer.' })

export const Download = z
  .strictObject({
    call: UrlTemplate,
    fileName: Template.meta({
      description: 'The name of the saved workbook.',
      examples: ['call_quality_{type:lower}_{year}.xlsx'],
    }),
    serverName: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a name given by the server is used instead.', examples: [true] }),
    errors: z
      .enum(['text', 'json'])
      .default('text')
      .meta({
        description:
          'How a successful answer can hide an error: as a short text with words such as Error, or as JSON whose message is then the reason.',
        examples: ['json'],
      }),
    failed: Template.default('Error downloading report').meta({
      description: 'Shown when the download fails; {reason} says why.',
      examples: ['Error downloading report: {reason}'],
    }),
  })
  .meta({ id: 'Download', description: 'The call that brings the workbook, and its file name.' })
