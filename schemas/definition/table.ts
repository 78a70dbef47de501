import { z } from 'zod'
import { Template } from './words.ts'

export const Table = z
  .strictObject({
    title: Template.optional().meta({
      description:
        'The title of the table; without it the usual title of the level (year, or year and month).',
      examples: ['{report} Data - {period}'],
    }),
    empty: Template.default('No data available for {period}').meta({
      description: 'Shown in place of the table when no record came.',
      examples: ['No data available for {period}'],
    }),
  })
  .meta({ id: 'Table', description: 'The texts of the table.' })
