import { z } from 'zod'
import { define, describe } from '../describe.ts'
import { UrlTemplate, FieldName, FieldPath, Name, RecordsPath, Template } from './primitives.ts'

const FailureTexts = (subject: string) =>
  describe(
    z
      .strictObject({
        unreachable: describe(
          Template.default(`Error loading ${subject} data`),
          'Shown when there is no usable response.',
          `Error loading ${subject} data`,
        ),
        rejected: describe(
          Template.default(`Error loading ${subject} data`),
          'Shown when the response says success: false without a message.',
          `Error loading ${subject} data`,
        ),
        empty: describe(
          Template.optional(),
          'Shown in the banner when the response has no records and no message.',
          'No data available for the selected period.',
        ),
      })
      .prefault({}),
    `Messages of a failed load for the ${subject === 'chart' ? 'chart' : 'table'}.`,
    { unreachable: `Error loading ${subject} data` },
  )

export const Data = define('Data', 'The URL of the records, and their path in the response.', {
  url: describe(
    UrlTemplate,
    'The URL of the records: a path below the API base, with one leading slash. It names every selector.',
    '/v1/call-quality/{year}/{type}',
  ),
  recordsPath: RecordsPath,
  listPaths: describe(
    z.record(Name, FieldPath).default({}),
    'The paths of lists of names in the response, by the name that columns use.',
    { regions: 'records.regions' },
  ),
  ignoreFields: describe(
    z.array(FieldName).default([]),
    'Fields of a record that are never columns of their own.',
    ['id', 'created_at'],
  ),
  messages: describe(
    z.strictObject({ table: FailureTexts('report'), chart: FailureTexts('chart') }).prefault({}),
    'Messages of a failed load, for the table and for the chart.',
    {},
  ),
})

export const Download = define(
  'Download',
  'The file name of the workbook, and its URL if the API makes it.',
  {
    url: describe(
      UrlTemplate.optional(),
      'The URL of the workbook: a path below the API base, with one leading slash. It names every selector. Without it the browser makes the workbook from the records, for an API that has no download.',
      '/v1/call-quality/download/{year}/{month}',
    ),
    fileName: describe(Template, 'The name of the saved workbook.', 'call_quality_{type:lower}_{year}.xlsx'),
    useServerFileName: describe(
      z.boolean().default(false),
      'Whether a file name that the server sends is used instead. Only with `url`.',
      true,
    ),
    errorFormat: describe(
      z.enum(['text', 'json']).default('text'),
      'The format of an error in a response with status 200: a short text with words such as Error, or JSON whose message is the reason. Only with `url`.',
      'json',
    ),
    failureMessage: describe(
      Template.default('Error downloading report'),
      'Shown when the download fails; {reason} says why.',
      'Error downloading report: {reason}',
    ),
  },
)
