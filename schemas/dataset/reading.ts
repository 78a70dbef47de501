import { z } from 'zod'
import { define, type Frozen, shortText, optionalChoice } from '../report/primitives.ts'
import { FieldName } from './primitives.ts'

const text = shortText(200)
const Durations = z.enum(['hours', 'minutes', 'seconds'])
export type Durations = z.infer<typeof Durations>
const Percents = z.enum(['points', 'parts'])
export type Percents = z.infer<typeof Percents>

export const Reading = define(
  'Reading',
  'How imported files are written. It decides where a column could be read in two ways; a file that contradicts it is refused.',
  {
    dates: optionalChoice(['DD/MM/YYYY', 'MM/DD/YYYY', 'YY/MM/DD']).describe(
      'The order of day, month and year in dates such as 01/04/2025, 1.4.25 or 25-04-01.',
    ),
    decimals: optionalChoice(['.', ',']).describe(
      'The decimal sign. The other sign, a blank or an apostrophe separates thousands.',
    ),
    blank: z
      .array(z.string().max(20))
      .optional()
      .describe(
        'Texts that mean that there is no amount, such as "NA" or "-". With this list an empty cell has none either.',
      ),
    hours: optionalChoice(['start', 'end']).describe(
      'Whether the number of an hour is its start (0 to 23) or its end (1 to 24).',
    ),
    durations: z
      .record(text, Durations)
      .optional()
      .describe(
        'The unit in which durations such as 26:30:00 are stored, by the measure. Another number is refused there.',
      ),
    percents: z
      .record(text, Percents)
      .optional()
      .describe(
        'Whether 5% is stored as 5 (points) or as 0.05 (parts), by the measure. A number without % is refused there.',
      ),
    zone: z
      .string()
      .max(60)
      .regex(/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/, 'a time zone such as Africa/Lagos or UTC')
      .optional()
      .describe('The time zone to which a time with an offset, such as 22:00Z, is converted.'),
    totals: optionalChoice(['leave out', 'keep']).describe(
      'What happens to a row that may be a total of the rows above it.',
    ),
    hiddenRows: optionalChoice(['leave out', 'keep']).describe(
      'What happens to the rows that a spreadsheet hides.',
    ),
    repeated: optionalChoice(['add']).describe(
      'Adds up rows of one record, such as the hour that occurs twice when summer time ends.',
    ),
    times: optionalChoice(['cut']).describe(
      'Reads a time such as 10:15:30 as the hour or quarter of an hour that it is in.',
    ),
    count: FieldName.optional().describe(
      'The measure that counts rows: each row of a file without this column adds 1, as for records of single calls.',
    ),
    capitals: optionalChoice(['same', 'differ']).describe(
      'Whether names that differ only in capitals, hyphens or apostrophes are the same name.',
    ),
    entities: optionalChoice(['decode', 'keep']).describe(
      'Whether &amp; in a name is the sign & of a web page, or the name as it is written.',
    ),
    encoding: optionalChoice(['utf-8', 'windows-1252', 'double-utf-8']).describe(
      'The encoding of .csv files; double-utf-8 repairs texts such as TÃ©lÃ©com.',
    ),
    headings: z
      .record(text, FieldName)
      .optional()
      .describe('The field that a column of another heading contains, by this heading.'),
  },
)

/** The choices about one file: a unit is that of all its columns. */
export const FileReading = Reading.extend({
  durations: Durations.optional(),
  percents: Percents.optional(),
})

/** The name of the unit of a file among those of measures: it counts where the dataset remembers none. */
export const OF_FILE = ''

type Written = Frozen<z.infer<typeof Reading>>

/** Contains the choices about files; null where none was made. */
export type Choices = { readonly [K in keyof Written]-?: NonNullable<Written[K]> | null }

const noChoices = Object.fromEntries(Object.keys(Reading.shape).map((key) => [key, null])) as Choices

/** Fills the choices that were made into those that can be made. */
export const fillChoices = (written: Written = {}, base: Choices = noChoices): Choices => ({
  ...base,
  ...(written as Partial<Choices>),
})
