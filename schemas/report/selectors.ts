import { z } from 'zod'
import { UrlTemplate, FieldName, Name, RecordsPath } from './primitives.ts'

const Years = z
  .array(z.int().min(1900).max(2999))
  .min(1)
  .meta({ description: 'Years, in the order in which they are offered.', examples: [[2025, 2024]] })
const LastYears = z
  .int()
  .min(1)
  .max(100)
  .meta({ description: 'So many years, the current one first.', examples: [11] })
const YearFallback = z.union([z.strictObject({ last: LastYears }), z.strictObject({ fixed: Years })]).meta({
  description:
    'The years offered when the request fails or returns none: the last n years up to the current one, or a fixed list.',
  examples: [{ last: 11 }, { fixed: [2025, 2024] }],
})

const describeDefault = (chosen: string) =>
  `What is chosen at first, if the address of the screen does not name it: ${chosen}. Without it nothing is chosen.`

const YearSelector = z
  .strictObject({
    kind: z.literal('year').meta({ description: 'Chooses a year.', examples: ['year'] }),
    name: Name.default('year'),
    label: z
      .string()
      .default('Year')
      .meta({ description: 'The name used in messages.', examples: ['Year'] }),
    prompt: z
      .string()
      .default('Choose Year')
      .meta({ description: 'The label above the field.', examples: ['Choose Year'] }),
    options: z
      .union([
        z.strictObject({ fixed: Years }),
        z.strictObject({ url: UrlTemplate, recordsPath: RecordsPath, fallback: YearFallback }),
      ])
      .meta({
        description: 'The years on offer: a fixed list, or a URL with a fallback.',
        examples: [{ fixed: [2025, 2024] }, { url: '/v1/call-quality/years', fallback: { last: 11 } }],
      }),
    default: z
      .union([z.literal('latest'), z.int().min(1900).max(2999)])
      .optional()
      .meta({
        description: describeDefault('a year, or "latest", the latest year that the request returns'),
        examples: ['latest', 2025],
      }),
  })
  .meta({ id: 'YearSelector', title: 'a year', description: 'Chooses a year.' })

const MonthSelector = z
  .strictObject({
    kind: z.literal('month').meta({ description: 'Chooses a month.', examples: ['month'] }),
    name: Name.default('month'),
    label: z
      .string()
      .default('Month')
      .meta({ description: 'The name used in messages.', examples: ['Month'] }),
    prompt: z
      .string()
      .default('Choose Month')
      .meta({ description: 'The label above the field.', examples: ['Choose Month'] }),
    options: z
      .strictObject({ url: UrlTemplate, recordsPath: RecordsPath })
      .optional()
      .meta({
        description:
          'Offers only months that have records: a URL that returns months such as 2025-03, of which those of the chosen year are offered. Without it, and if the request fails or returns none of that year, all twelve are.',
        examples: [{ url: '/v1/call-quality/months' }],
      }),
    default: z
      .union([z.literal('latest'), z.int().min(1).max(12)])
      .optional()
      .meta({
        description: describeDefault(
          'a month, 1 to 12, or "latest", the latest month of the year that the request of `options` returns',
        ),
        examples: ['latest', 1],
      }),
  })
  .meta({
    id: 'MonthSelector',
    title: 'a month',
    description: 'Chooses a month, January to December (1 to 12).',
  })

const WeekSelector = z
  .strictObject({
    kind: z.literal('week').meta({ description: 'Chooses a week.', examples: ['week'] }),
    name: Name.default('week'),
    label: z
      .string()
      .default('Week')
      .meta({ description: 'The name used in messages.', examples: ['Week'] }),
    prompt: z
      .string()
      .default('Choose Week')
      .meta({ description: 'The label above the field.', examples: ['Choose Week'] }),
  })
  .meta({
    id: 'WeekSelector',
    title: 'a week',
    description: 'Chooses a week of ISO 8601 of the chosen year (1 to 52 or 53), listed with its days.',
  })

const QuarterSelector = z
  .strictObject({
    kind: z.literal('quarter').meta({ description: 'Chooses a quarter.', examples: ['quarter'] }),
    name: Name.default('quarter'),
    label: z
      .string()
      .default('Quarter')
      .meta({ description: 'The name used in messages.', examples: ['Quarter'] }),
    prompt: z
      .string()
      .default('Choose Quarter')
      .meta({ description: 'The label above the field.', examples: ['Choose Quarter'] }),
  })
  .meta({
    id: 'QuarterSelector',
    title: 'a quarter',
    description: 'Chooses a quarter of the chosen year, Q1 to Q4 (1 to 4).',
  })

const DateSelector = z
  .strictObject({
    kind: z.literal('date').meta({ description: 'Chooses a day.', examples: ['date'] }),
    name: Name.default('date'),
    label: z
      .string()
      .default('Date')
      .meta({ description: 'The name used in messages.', examples: ['Date'] }),
    prompt: z
      .string()
      .default('Choose Date')
      .meta({ description: 'The label above the field.', examples: ['Choose Date'] }),
  })
  .meta({
    id: 'DateSelector',
    title: 'a date',
    description: 'Chooses a day of a calendar, as 2025-03-07; it needs no year selector.',
  })

const DateRangeSelector = z
  .strictObject({
    kind: z
      .literal('dateRange')
      .meta({ description: 'Chooses the days from one to another.', examples: ['dateRange'] }),
    name: Name.default('dates'),
    label: z
      .string()
      .default('Dates')
      .meta({ description: 'The name used in messages.', examples: ['Dates'] }),
    prompt: z
      .string()
      .default('Choose Dates')
      .meta({ description: 'The label above the fields.', examples: ['Choose Dates'] }),
    maxDays: z
      .int()
      .min(1)
      .max(366)
      .default(366)
      .meta({ description: 'The most days that can be chosen.', examples: [92] }),
    default: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/, 'two days such as 2025-01-01..2025-03-31')
      .optional()
      .meta({ description: describeDefault('two days'), examples: ['2025-01-01..2025-03-31'] }),
  })
  .meta({
    id: 'DateRangeSelector',
    title: 'a range of dates',
    description:
      'Chooses the days from one to another by two fields. Of the selector dates, a URL sends {datesFrom} and {datesTo}, such as 2025-01-01 and 2025-03-31; {datesName} is the text of both. It needs no year selector.',
  })

const SelectOption = z
  .strictObject({
    value: z
      .string()
      .min(1)
      .meta({ description: 'What is sent.', examples: ['NORTH'] }),
    label: z
      .string()
      .min(1)
      .meta({ description: 'What is shown.', examples: ['North'] }),
  })
  .meta({ id: 'SelectOption', description: 'One entry of a list.' })

const SelectSelector = z
  .strictObject({
    kind: z.literal('select').meta({ description: 'Chooses an entry of a list.', examples: ['select'] }),
    name: Name,
    label: z
      .string()
      .min(1)
      .meta({ description: 'The name used in messages.', examples: ['Region'] }),
    prompt: z
      .string()
      .min(1)
      .meta({ description: 'The label above the field.', examples: ['Choose Region'] }),
    options: z
      .union([
        z.array(SelectOption).min(1),
        z.strictObject({
          url: UrlTemplate,
          recordsPath: RecordsPath,
          value: FieldName.optional().meta({
            description: 'The field that is sent; without it each entry is itself the value.',
            examples: ['code'],
          }),
          label: FieldName.optional().meta({
            description: 'The field that is shown; without it the value is shown.',
            examples: ['name'],
          }),
          fallback: z
            .array(SelectOption)
            .default([])
            .meta({ description: 'Offered when the request fails or returns none.', examples: [[]] }),
        }),
      ])
      .meta({
        description:
          'The entries on offer: a fixed list, or a URL. The URL can name selectors before this one, such as {year}; then the list is loaded for what is chosen there.',
        examples: [
          [{ value: 'NORTH', label: 'North' }],
          { url: '/v1/regions', value: 'code', label: 'name' },
        ],
      }),
    multiple: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Whether several entries can be chosen. The URL gets their values joined by commas, such as NORTH,SOUTH; an entry whose value contains a comma is not offered.',
        examples: [true],
      }),
    default: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .optional()
      .meta({
        description: describeDefault(
          'a value, a list of values with `multiple`, or "latest", the latest period (such as 2025 or 2025-03) that the request returns',
        ),
        examples: ['NORTH', ['NORTH', 'SOUTH'], 'latest'],
      }),
  })
  .meta({ id: 'SelectSelector', title: 'an entry of a list', description: 'Chooses one of a list.' })

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
