import { z } from 'zod'
import { Call, Template } from './words.ts'

export const Download = z
  .strictObject({
    call: Call,
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
