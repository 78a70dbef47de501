import { z } from 'zod'
import { define, FieldName, FieldPath, Name, RecordsPath, Template, UrlTemplate, flag } from './primitives.ts'

const FailureTexts = (subject: string) =>
  z
    .strictObject({
      unreachable: Template.default(`Error loading ${subject} data`).describe(
        'Shown when there is no usable response.',
      ),
      rejected: Template.default(`Error loading ${subject} data`).describe(
        'Shown when the response says success: false without a message.',
      ),
      empty: Template.optional().describe(
        'Shown in the banner when the response has no records and no message.',
      ),
    })
    .prefault({})
    .describe(`Messages of a failed load for the ${subject === 'chart' ? 'chart' : 'table'}.`)

export const messages = z
  .strictObject({ table: FailureTexts('report'), chart: FailureTexts('chart') })
  .prefault({})
  .describe('Messages of a failed load, for the table and for the chart.')

export const Data = define('Data', 'The URL of the records, and their path in the response.', {
  url: UrlTemplate.describe(
    'The URL of the records: a path below the API base, with one leading slash. It names every selector.',
  ),
  recordsPath: RecordsPath,
  listPaths: z
    .record(Name, FieldPath)
    .default({})
    .describe('The paths of lists of names in the response, by the name that columns use.'),
  ignoreFields: z
    .array(FieldName)
    .default([])
    .describe('Fields of a record that are never columns of their own.'),
  messages,
})

export const Download = define(
  'Download',
  'The file name of the workbook, and its URL if the API makes it.',
  {
    url: UrlTemplate.optional().describe(
      'The URL of the workbook: a path below the API base, with one leading slash. It names every selector. Without it the browser makes the workbook from the records, for an API that has no download.',
    ),
    fileName: Template.describe('The name of the saved workbook.'),
    useServerFileName: flag('Whether a file name that the server sends is used instead. Only with `url`.'),
    errorFormat: z
      .enum(['text', 'json'])
      .default('text')
      .describe(
        'The format of an error in a response with status 200: a short text with words such as Error, or JSON whose message is the reason. Only with `url`.',
      ),
    failureMessage: Template.default('Error downloading report').describe(
      'Shown when the download fails; {reason} says why.',
    ),
  },
)

export type Download = z.infer<typeof Download>
