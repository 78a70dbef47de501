import { z } from 'zod'
import { UrlTemplate, FieldName, FieldPath, Name, RecordsPath, Template } from './primitives.ts'

const FailureTexts = (subject: string) =>
  z
    .strictObject({
      unreachable: Template.default(`Error loading ${subject} data`).meta({
        description: 'Shown when there is no usable response.',
        examples: [`Error loading ${subject} data`],
      }),
      rejected: Template.default(`Error loading ${subject} data`).meta({
        description: 'Shown when the response says success: false without a message.',
        examples: [`Error loading ${subject} data`],
      }),
      empty: Template.optional().meta({
        description: 'Shown in the banner when the response has no records and no message.',
        examples: ['No data available for the selected period.'],
      }),
    })
    .prefault({})
    .meta({
      description: `Messages of a failed load for the ${subject === 'chart' ? 'chart' : 'table'}.`,
      examples: [{ unreachable: `Error loading ${subject} data` }],
    })

export const Data = z
  .strictObject({
    url: UrlTemplate.meta({
      description:
        'The URL of the records: a path below the API base, with one leading slash. It names every selector.',
      examples: ['/v1/call-quality/{year}/{type}'],
    }),
    recordsPath: RecordsPath,
    listPaths: z
      .record(Name, FieldPath)
      .default({})
      .meta({
        description: 'The paths of lists of names in the response, by the name that columns use.',
        examples: [{ regions: 'records.regions' }],
      }),
    ignoreFields: z
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
  .meta({ id: 'Data', description: 'The URL of the records, and their path in the response.' })

export const Download = z
  .strictObject({
    url: UrlTemplate.optional().meta({
      description:
        'The URL of the workbook: a path below the API base, with one leading slash. It names every selector. Without it the browser makes the workbook from the records, for an API that has no download.',
      examples: ['/v1/call-quality/download/{year}/{month}'],
    }),
    fileName: Template.meta({
      description: 'The name of the saved workbook.',
      examples: ['call_quality_{type:lower}_{year}.xlsx'],
    }),
    useServerFileName: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether a file name that the server sends is used instead. Only with `url`.',
        examples: [true],
      }),
    errorFormat: z
      .enum(['text', 'json'])
      .default('text')
      .meta({
        description:
          'The format of an error in a response with status 200: a short text with words such as Error, or JSON whose message is the reason. Only with `url`.',
        examples: ['json'],
      }),
    failureMessage: Template.default('Error downloading report').meta({
      description: 'Shown when the download fails; {reason} says why.',
      examples: ['Error downloading report: {reason}'],
    }),
  })
  .meta({ id: 'Download', description: 'The file name of the workbook, and its URL if the API makes it.' })
