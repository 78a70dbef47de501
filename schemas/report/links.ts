import { z } from 'zod'
import { describe } from '../describe.ts'
import { Id, Name, Template } from './primitives.ts'

/** Opens another report with its selectors chosen. */
export const ReportLink = z
  .strictObject({
    report: describe(Id, 'The id of the report that opens.', 'call-quality'),
    tab: describe(
      Id.optional(),
      'The tab that opens; by default the tab of the same id, or else the first.',
      'in',
    ),
    variant: describe(Id.optional(), 'The variant that opens; by default the first.', 'daily'),
    selectors: describe(
      z.record(Name, Template).default({}),
      'A value for each selector of the report that opens, by name. Templates can name the selectors of this screen, the parameters of its tab and {key}: the row as a selector takes it, such as 2025-03-07, or 3 for March, week 3 or the third quarter. A date also has {keyYear}, {keyMonth} and {keyDay}, a week and a quarter {keyYear}. A column of a group has the parts of its name, such as {name}.',
      { year: '{year}', month: '{key}' },
    ),
  })
  .meta({
    id: 'ReportLink',
    title: 'Link',
    description:
      'Opens another report with its selectors chosen, for readers who may open it. Only rows that have a record are links.',
  })

export type LinkDefinition = z.infer<typeof ReportLink>
