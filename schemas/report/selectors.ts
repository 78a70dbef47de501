import { z } from 'zod'
import { define, defineKind, describe } from '../describe.ts'
import { UrlTemplate, FieldName, Name, RecordsPath } from './primitives.ts'

const Years = describe(
  z.array(z.int().min(1900).max(2999)).min(1),
  'Years, in the order in which they are offered.',
  [2025, 2024],
)
const LastYears = describe(z.int().min(1).max(100), 'So many years, the current one first.', 11)
const YearFallback = describe(
  z.union([z.strictObject({ last: LastYears }), z.strictObject({ fixed: Years })]),
  'The years offered when the request fails or returns none: the last n years up to the current one, or a fixed list.',
  { last: 11 },
  { fixed: [2025, 2024] },
)

const describeDefault = (chosen: string) =>
  `What is chosen at first, if the address of the screen does not name it: ${chosen}. Without it nothing is chosen.`

/** The keys that all selectors of a period have. */
const periodKeys = <K extends string>(kind: K, description: string, label: string, controls = 'field') => ({
  kind: describe(z.literal(kind), description, kind),
  name: Name.default(label.toLowerCase()),
  label: describe(z.string().default(label), 'The name used in messages.', label),
  prompt: describe(
    z.string().default(`Choose ${label}`),
    `The label above the ${controls}.`,
    `Choose ${label}`,
  ),
})

const YearSelector = defineKind('YearSelector', 'a year', 'Chooses a year.', {
  ...periodKeys('year', 'Chooses a year.', 'Year'),
  options: describe(
    z.union([
      z.strictObject({ fixed: Years }),
      z.strictObject({ url: UrlTemplate, recordsPath: RecordsPath, fallback: YearFallback }),
    ]),
    'The years on offer: a fixed list, or a URL with a fallback.',
    { fixed: [2025, 2024] },
    { url: '/v1/call-quality/years', fallback: { last: 11 } },
  ),
  default: describe(
    z.union([z.literal('latest'), z.int().min(1900).max(2999)]).optional(),
    describeDefault('a year, or "latest", the latest year that the request returns'),
    'latest',
    2025,
  ),
})

const MonthSelector = defineKind(
  'MonthSelector',
  'a month',
  'Chooses a month, January to December (1 to 12).',
  {
    ...periodKeys('month', 'Chooses a month.', 'Month'),
    options: describe(
      z.strictObject({ url: UrlTemplate, recordsPath: RecordsPath }).optional(),
      'Offers only months that have records: a URL that returns months such as 2025-03, of which those of the chosen year are offered. Without it, and if the request fails or returns none of that year, all twelve are.',
      { url: '/v1/call-quality/months' },
    ),
    default: describe(
      z.union([z.literal('latest'), z.int().min(1).max(12)]).optional(),
      describeDefault(
        'a month, 1 to 12, or "latest", the latest month of the year that the request of `options` returns',
      ),
      'latest',
      1,
    ),
  },
)

const WeekSelector = defineKind(
  'WeekSelector',
  'a week',
  'Chooses a week of ISO 8601 of the chosen year (1 to 52 or 53), listed with its days.',
  {
    ...periodKeys('week', 'Chooses a week.', 'Week'),
  },
)

const QuarterSelector = defineKind(
  'QuarterSelector',
  'a quarter',
  'Chooses a quarter of the chosen year, Q1 to Q4 (1 to 4).',
  {
    ...periodKeys('quarter', 'Chooses a quarter.', 'Quarter'),
  },
)

const DateSelector = defineKind(
  'DateSelector',
  'a date',
  'Chooses a day of a calendar, as 2025-03-07; it needs no year selector.',
  {
    ...periodKeys('date', 'Chooses a day.', 'Date'),
  },
)

const DateRangeSelector = defineKind(
  'DateRangeSelector',
  'a range of dates',
  'Chooses the days from one to another by two fields. Of the selector dates, a URL sends {datesFrom} and {datesTo}, such as 2025-01-01 and 2025-03-31; {datesName} is the text of both. It needs no year selector.',
  {
    ...periodKeys('dateRange', 'Chooses the days from one to another.', 'Dates', 'fields'),
    maxDays: describe(z.int().min(1).max(366).default(366), 'The most days that can be chosen.', 92),
    default: describe(
      z
        .string()
        .regex(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/, 'two days such as 2025-01-01..2025-03-31')
        .optional(),
      describeDefault('two days'),
      '2025-01-01..2025-03-31',
    ),
  },
)

const SelectOption = define('SelectOption', 'One entry of a list.', {
  value: describe(z.string().min(1), 'What is sent.', 'NORTH'),
  label: describe(z.string().min(1), 'What is shown.', 'North'),
})

const SelectSelector = defineKind('SelectSelector', 'an entry of a list', 'Chooses one of a list.', {
  kind: describe(z.literal('select'), 'Chooses an entry of a list.', 'select'),
  name: Name,
  label: describe(z.string().min(1), 'The name used in messages.', 'Region'),
  prompt: describe(z.string().min(1), 'The label above the field.', 'Choose Region'),
  options: describe(
    z.union([
      z.array(SelectOption).min(1),
      z.strictObject({
        url: UrlTemplate,
        recordsPath: RecordsPath,
        value: describe(
          FieldName.optional(),
          'The field that is sent; without it each entry is itself the value.',
          'code',
        ),
        label: describe(
          FieldName.optional(),
          'The field that is shown; without it the value is shown.',
          'name',
        ),
        fallback: describe(
          z.array(SelectOption).default([]),
          'Offered when the request fails or returns none.',
          [],
        ),
      }),
    ]),
    'The entries on offer: a fixed list, or a URL. The URL can name selectors before this one, such as {year}; then the list is loaded for what is chosen there.',
    [{ value: 'NORTH', label: 'North' }],
    { url: '/v1/regions', value: 'code', label: 'name' },
  ),
  multiple: describe(
    z.boolean().default(false),
    'Whether several entries can be chosen. The URL gets their values joined by commas, such as NORTH,SOUTH; an entry whose value contains a comma is not offered. Titles and file names count more than three: "all regions".',
    true,
  ),
  default: describe(
    z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
    describeDefault(
      'a value, a list of values with `multiple`, or "latest", the latest period (such as 2025 or 2025-03) that the request returns',
    ),
    'NORTH',
    ['NORTH', 'SOUTH'],
    'latest',
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
