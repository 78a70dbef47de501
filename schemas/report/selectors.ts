import { z } from 'zod'
import {
  define,
  defineKind,
  FieldName,
  Name,
  RecordsPath,
  UrlTemplate,
  flag,
  optionalList,
  whole,
} from './primitives.ts'

const Years = z.array(whole(1900, 2999)).min(1).describe('Years, in the order in which they are offered.')
const LastYears = whole(1, 100).describe('So many years, the current one first.')
const YearFallback = z
  .union([z.strictObject({ last: LastYears }), z.strictObject({ fixed: Years })])
  .describe(
    'The years offered when the request fails or returns none: the last n years up to the current one, or a fixed list.',
  )

const describeDefault = (chosen: string) =>
  `What is chosen at first, if the address of the screen does not name it: ${chosen}. Without it nothing is chosen.`

const periodKeys = <K extends string>(kind: K, description: string, label: string, controls = 'field') => ({
  kind: z.literal(kind).describe(description),
  name: Name.default(label.toLowerCase()),
  label: z.string().default(label).describe('The name used in messages.'),
  prompt: z.string().default(`Choose ${label}`).describe(`The label above the ${controls}.`),
})

const YearSelector = defineKind('YearSelector', 'a year', 'Chooses a year.', {
  ...periodKeys('year', 'Chooses a year.', 'Year'),
  options: z
    .union([
      z.strictObject({ fixed: Years }),
      z.strictObject({ url: UrlTemplate, recordsPath: RecordsPath, fallback: YearFallback }),
    ])
    .optional()
    .describe(
      'The years on offer: a fixed list, or a URL with a fallback. A report that asks a dataset offers those with records.',
    ),
  default: z
    .union([z.literal('latest'), whole(1900, 2999)])
    .optional()
    .describe(describeDefault('a year, or "latest", the latest year that the request returns')),
})

const MonthSelector = defineKind(
  'MonthSelector',
  'a month',
  'Chooses a month, January to December (1 to 12).',
  {
    ...periodKeys('month', 'Chooses a month.', 'Month'),
    options: z
      .strictObject({ url: UrlTemplate, recordsPath: RecordsPath })
      .optional()
      .describe(
        'Offers only months that have records: a URL that returns months such as 2025-03, of which those of the chosen year are offered. Without it, and if the request fails or returns none of that year, all twelve are.',
      ),
    default: z
      .union([z.literal('latest'), whole(1, 12)])
      .optional()
      .describe(
        describeDefault(
          'a month, 1 to 12, or "latest", the latest month of the year that the request of `options` returns',
        ),
      ),
  },
)

const WeekSelector = defineKind(
  'WeekSelector',
  'a week',
  'Chooses a week of ISO 8601 of the chosen year (1 to 52 or 53), listed with its days.',
  periodKeys('week', 'Chooses a week.', 'Week'),
)

const QuarterSelector = defineKind(
  'QuarterSelector',
  'a quarter',
  'Chooses a quarter of the chosen year, Q1 to Q4 (1 to 4).',
  periodKeys('quarter', 'Chooses a quarter.', 'Quarter'),
)

const DateSelector = defineKind(
  'DateSelector',
  'a date',
  'Chooses a day of a calendar, as 2025-03-07; it needs no year selector.',
  periodKeys('date', 'Chooses a day.', 'Date'),
)

const DateRangeSelector = defineKind(
  'DateRangeSelector',
  'a range of dates',
  'Chooses the days from one to another by two fields. Of the selector dates, a URL sends {datesFrom} and {datesTo}, such as 2025-01-01 and 2025-03-31; {datesName} is the text of both. It needs no year selector.',
  {
    ...periodKeys('dateRange', 'Chooses the days from one to another.', 'Dates', 'fields'),
    maxDays: whole(1, 366).default(366).describe('The most days that can be chosen.'),
    default: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/, 'two days such as 2025-01-01..2025-03-31')
      .optional()
      .describe(describeDefault('two days')),
  },
)

const SelectOption = define('SelectOption', 'One entry of a list.', {
  value: z.string().min(1).describe('What is sent.'),
  label: z.string().min(1).describe('What is shown.'),
})

const SelectSelector = defineKind('SelectSelector', 'an entry of a list', 'Chooses one of a list.', {
  kind: z.literal('select').describe('Chooses an entry of a list.'),
  name: Name,
  label: z.string().min(1).describe('The name used in messages.'),
  prompt: z.string().min(1).describe('The label above the field.'),
  options: z
    .union([
      z.array(SelectOption).min(1),
      z.strictObject({
        url: UrlTemplate,
        recordsPath: RecordsPath,
        value: FieldName.optional().describe(
          'The field that is sent; without it each entry is itself the value.',
        ),
        label: FieldName.optional().describe('The field that is shown; without it the value is shown.'),
        fallback: optionalList(SelectOption).describe('Offered when the request fails or returns none.'),
      }),
    ])
    .describe(
      'The entries on offer: a fixed list, or a URL. The URL can name selectors before this one, such as {year}; then the list is loaded for what is chosen there.',
    ),
  multiple: flag(
    'Whether several entries can be chosen. The URL gets their values joined by commas, such as NORTH,SOUTH; an entry whose value contains a comma is not offered where a choice is required. Titles and file names count more than three: "all regions".',
  ),
  required: z
    .boolean()
    .default(true)
    .describe('Whether something has to be chosen; without a choice the URL sends an empty text, for all.'),
  default: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe(
      describeDefault(
        'a value, a list of values with `multiple`, or "latest", the latest period (such as 2025 or 2025-03) that the request returns',
      ),
    ),
})

export const Selector = z
  .discriminatedUnion('kind', [
    YearSelector,
    MonthSelector,
    WeekSelector,
    QuarterSelector,
    DateSelector,
    DateRangeSelector,
    SelectSelector,
  ])
  .meta({
    id: 'Selector',
    description:
      'One control of the form. The order of the list is the order in form, messages, address and titles.',
  })
