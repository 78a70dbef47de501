import { define, Template } from './primitives.ts'

export const Table = define('Table', 'The texts of the table.', {
  title: Template.optional().describe('The title of the table; by default `{heading} - Data - {period}`.'),
  empty: Template.default('No data available for {period}').describe(
    'Shown instead of the table if there are no records.',
  ),
})
