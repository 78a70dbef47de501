import { z } from 'zod'
import { define, ReportLink, flag, shortText, optionalChoice, usuallyTrue } from './primitives.ts'

export const ColumnId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_]\w*$/, 'a letter, then letters, digits and underscores')
  .describe('The name that sums and charts refer to.')

/** A reference to a column by its id; the check says which there are. */
export const ColumnRef = shortText(200)

const NumberFormat = define(
  'NumberFormat',
  'How numbers are written in table, total, tooltip, axis and summary, and in the workbook: two decimals by default.',
  {
    decimals: z.int().min(0).max(6).optional().describe('The number of decimals, 0 to 6; 2 by default.'),
    style: optionalChoice(['plain', 'percent', 'compact', 'thousands', 'millions', 'duration']).describe(
      '"plain" is the default; "percent" writes 0.985 as 98.5%; "compact" writes 1,250,000 as 1.3M, "thousands" as 1,250.0 k, "millions" as 1.3 M; "duration" writes 3.7 min as 3:42, where the unit is s, min or h. Values of a field that already are percentages are plain with the unit "%".',
    ),
    sign: optionalChoice(['auto', 'always']).describe(
      '"always" writes a plus before values above 0, as for differences; "auto", the default, does not.',
    ),
    unit: z
      .string()
      .max(20)
      .regex(/^[^\p{C}"\\]*$/u, 'a text without quotes, backslashes and control characters')
      .optional()
      .describe('What is written after each number, such as min, EUR or %.'),
  },
)

/** An expression over the records of a cell; the check says what it can name. */
export const Expression = shortText(1_000).meta({
  id: 'Expression',
  description:
    'An expression over the records of the cell, such as "answered / attempts". Names are columns; inside sum, mean, min, max, count, first and last they are fields of the records.',
})

export const Total = usuallyTrue('Whether the column has a total; false leaves it blank.')

export const unitSeconds = { s: 1, min: 60, h: 3_600 } as const
export const isDurationUnit = (unit: string): unit is keyof typeof unitSeconds =>
  Object.hasOwn(unitSeconds, unit)

export const format = NumberFormat.refine(
  ({ style, unit = '' }) => style !== 'duration' || isDurationUnit(unit),
  'a duration with the unit of its numbers: s, min or h',
).optional()

export const columnKeys = {
  hidden: flag(
    'Whether the column is shown only after it is chosen in the Columns menu. It is neither charted nor in the workbook; other columns can be computed from it.',
  ),
  header: shortText(200)
    .optional()
    .describe(
      'A header above that of the column; adjacent columns with the same one share it. In a group it can name the parts of a name, as the label can. Two columns can have one label below different headers.',
    ),
  description: shortText(300)
    .optional()
    .describe(
      'What the numbers are: the tooltip at the header of the column, and on the sheet About of the workbook. In a group it can name the parts of a name, as the label can.',
    ),
  link: ReportLink.optional().describe('The report that each number of the column opens.'),
}

/** What every kind of column says that is not computed. */
export const valueKeys = { ...columnKeys, format, total: Total }

export type NumberFormatDefinition = z.infer<typeof NumberFormat>
