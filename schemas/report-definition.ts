import { z } from 'zod'

/**
 * A report definition as its author writes it: one JSON file in `reports/`.
 * `engine/plan.ts` turns it into plans, where every part is present. Unknown keys are errors.
 */

const Id = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
  .meta({ description: 'Lower-case words joined by hyphens.', examples: ['monthly-report'] })

const Name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, 'a lower-case letter, then letters and digits')
  .meta({
    description: 'A name that templates can use: a lower-case letter, then letters and digits.',
    examples: ['direction'],
  })

export const Template = z
  .string()
  .min(1)
  .max(300)
  .meta({
    id: 'Template',
    description:
      'A text with placeholders in braces. Only declared placeholders are known: {tab} and the parameters of a tab, {variant}, {report}, {heading}, each selector by name ({year}, {month}) and its shown text ({yearName}, {monthName}), {period}, {today}. A filter may follow a colon: {month:2} pads to two digits, {type:lower} and {type:upper} change the case, {route:snake} joins words by underscores.',
    examples: ['{heading} - Daily Minutes Data - {period}'],
  })

const Call = z
  .string()
  .max(300)
  .regex(
    /^\/(?!\/)[^\s\\#]*$/,
    'a path below the API base: one leading slash, no scheme, host, fragment or space',
  )
  .meta({
    id: 'Call',
    description: 'A GET call as a template: a path below the API base, with one leading slash.',
    examples: ['/v1/monthly-reports/{year}/{type}'],
  })

const FieldPath = z
  .string()
  .regex(/^[A-Za-z_][\w]*(\.[A-Za-z_][\w]*)*$/, 'field names joined by dots')
  .meta({
    id: 'FieldPath',
    description: 'Where something is in the answer: field names joined by dots.',
    examples: ['records.data'],
  })

const FieldName = z.string().min(1).max(200)
const Field = z.union([FieldName, z.array(FieldName).min(1)]).meta({
  id: 'Field',
  description: 'A field of a record; several names are aliases, of which the first present one is read.',
  examples: ['reportDate', ['reportDate', 'report_date']],
})

const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'a colour such as #8884d8')
  .meta({ description: 'A colour as six lower-case hexadecimal digits.', examples: ['#8884d8'] })

const From = z.strictObject({ from: Id }).meta({
  id: 'From',
  description:
    'Takes the whole part from another definition (from its tab of the same id, where it has one).',
  examples: [{ from: 'monthly-report' }],
})

const orFrom = <T extends z.ZodType>(part: T) => z.union([From, part])

const Years = z.array(z.int().min(1900).max(2999)).min(1)
const YearFallback = z
  .union([z.strictObject({ last: z.int().min(1).max(100) }), z.strictObject({ fixed: Years })])
  .meta({
    description:
      'The years offered when the call fails or brings none: the last n years up to the current one, or a fixed list.',
    examples: [{ last: 11 }, { fixed: [2025, 2024] }],
  })

const Records = FieldPath.default('records').meta({
  description: 'Where the list is in the answer.',
  examples: ['records'],
})

const YearSelector = z
  .strictObject({
    kind: z.literal('year'),
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
        z.strictObject({ call: Call, records: Records, fallback: YearFallback }),
      ])
      .meta({
        description: 'The years on offer: a fixed list, or a call with a fallback.',
        examples: [{ fixed: [2025, 2024] }, { call: '/v1/monthly-reports/years', fallback: { last: 11 } }],
      }),
  })
  .meta({ id: 'YearSelector', description: 'Chooses a year.' })

const MonthSelector = z
  .strictObject({
    kind: z.literal('month'),
    name: Name.default('month'),
    label: z
      .string()
      .default('Month')
      .meta({ description: 'The name used in messages.', examples: ['Month'] }),
    prompt: z
      .string()
      .default('Choose Month')
      .meta({ description: 'The label above the field.', examples: ['Choose Month'] }),
  })
  .meta({ id: 'MonthSelector', description: 'Chooses a month, January to December (1 to 12).' })

const Choice = z
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
  .meta({ id: 'Choice', description: 'One entry of a choice.' })

const ChoiceSelector = z
  .strictObject({
    kind: z.literal('choice'),
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
        z.array(Choice).min(1),
        z.strictObject({
          call: Call,
          records: Records,
          value: FieldName.optional().meta({
            description: 'The field that is sent; without it each entry is itself the value.',
            examples: ['code'],
          }),
          label: FieldName.optional().meta({
            description: 'The field that is shown; without it the value is shown.',
            examples: ['name'],
          }),
          fallback: z
            .array(Choice)
            .default([])
            .meta({ description: 'Offered when the call fails or brings none.', examples: [[]] }),
        }),
      ])
      .meta({
        description: 'The entries on offer: a fixed list, or a call.',
        examples: [
          [{ value: 'NORTH', label: 'North' }],
          { call: '/v1/regions', value: 'code', label: 'name' },
        ],
      }),
  })
  .meta({ id: 'ChoiceSelector', description: 'Chooses one of a list.' })

export const Selector = z.discriminatedUnion('kind', [YearSelector, MonthSelector, ChoiceSelector]).meta({
  id: 'Selector',
  description:
    'One control of the form. The order of the list is the order in form, messages, address and titles.',
})

const FailureTexts = (subject: string) =>
  z
    .strictObject({
      noAnswer: Template.default(`Error loading ${subject} data`).meta({
        description: 'Shown when no usable answer came.',
        examples: [`Error loading ${subject} data`],
      }),
      refused: Template.default(`Error loading ${subject} data`).meta({
        description: 'Shown when the answer says success: false and carries no message.',
        examples: [`Error loading ${subject} data`],
      }),
      empty: Template.optional().meta({
        description: 'Shown in the banner when no record came and the answer carries no message.',
        examples: ['No data available for the selected period.'],
      }),
    })
    .prefault({})
    .meta({ description: `Messages of a failed load for the ${subject === 'chart' ? 'chart' : 'table'}.` })

const Data = z
  .strictObject({
    call: Call,
    records: Records,
    lists: z
      .record(Name, FieldPath)
      .default({})
      .meta({
        description: 'Lists of names in the answer, by the name that columns use.',
        examples: [{ carriers: 'records.carriers' }],
      }),
    ignore: z
      .array(FieldName)
      .default([])
      .meta({
        description: 'Fields of a record that are never columns of their own.',
        examples: [['id', 'created_at']],
      }),
    messages: z
      .strictObject({ table: FailureTexts('report'), chart: FailureTexts('chart') })
      .prefault({})
      .meta({ description: 'Messages of a failed load, for the table and for the chart.', examples: [{}] }),
  })
  .meta({ id: 'Data', description: 'The call that brings the records, and where they are in its answer.' })

const keyLabel = z
  .string()
  .min(1)
  .meta({ description: 'The header of the first column.', examples: ['Month / MNO'] })
const Key = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('date'),
        field: Field,
        label: keyLabel,
        show: z
          .enum(['M/D/YYYY', 'YYYY-MM-DD'])
          .default('M/D/YYYY')
          .meta({ description: 'How a date is shown.', examples: ['M/D/YYYY'] }),
      })
      .meta({ id: 'DateKey', description: 'A calendar date: M/D/YYYY, YYYY-MM-DD or a full ISO timestamp.' }),
    z
      .strictObject({
        kind: z.literal('month'),
        field: Field,
        label: keyLabel,
        show: z
          .enum(['short', 'long'])
          .default('short')
          .meta({ description: 'Jan or January.', examples: ['short'] }),
      })
      .meta({ id: 'MonthKey', description: 'A month, 1 to 12.' }),
    z
      .strictObject({ kind: z.literal('text'), field: Field, label: keyLabel })
      .meta({ id: 'TextKey', description: 'Any text; rows keep the order in which they came.' }),
  ])
  .meta({ description: 'What tells rows apart, shown in the first column.' })

const Rows = z
  .strictObject({
    key: Key,
    fill: z
      .enum(['none', 'months', 'days'])
      .default('none')
      .meta({
        description:
          'Which rows without a record are added with zeros: none, the twelve months, or the days of the chosen month.',
        examples: ['days'],
      }),
    total: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'The label of a bold row of totals at the bottom; without it there is none.',
        examples: ['Total'],
      }),
  })
  .meta({
    id: 'Rows',
    description: 'What a row is, which gaps are filled, and whether there is a row of totals.',
  })

const Role = z.enum(['series', 'total']).meta({
  description: 'A series can be charted; a total can not.',
  examples: ['series'],
})
const ColumnId = z.string().regex(/^[A-Za-z_]\w*$/, 'a letter, then letters, digits and underscores')
const References = z.union([z.literal('series'), z.array(ColumnId).min(1)]).meta({
  description:
    'The columns and groups that are summed, by id, or "series" for all columns that can be charted.',
  examples: [['total', 'ida'], 'series'],
})
const columnLabel = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The header of the column.', examples: ['Airtel'] })

const FieldColumn = z
  .strictObject({
    field: Field,
    id: ColumnId.optional().meta({
      description: 'The name for references; the field unless told.',
      examples: ['airtel'],
    }),
    label: columnLabel,
    role: Role.default('series'),
    color: Color.optional(),
    sum: References.optional().meta({
      description: 'What is summed where a record lacks the field.',
      examples: [['airtelMinutes', 'mtnMinutes']],
    }),
  })
  .meta({ id: 'FieldColumn', description: 'A column that shows a field of the record.' })

const SumColumn = z
  .strictObject({
    sum: References,
    id: ColumnId,
    label: columnLabel,
    role: Role.default('total'),
    color: Color.optional(),
  })
  .meta({ id: 'SumColumn', description: 'A column that sums other columns.' })

const ListColumns = z
  .strictObject({
    each: Name.meta({ description: 'A list of names declared in data.lists.', examples: ['carriers'] }),
    id: ColumnId,
    label: z
      .string()
      .min(1)
      .default('{name}')
      .meta({ description: 'The header of each column; {name} is the entry.', examples: ['{name}'] }),
    role: Role.default('series'),
  })
  .meta({
    id: 'ListColumns',
    description:
      'A group: one column for each entry of a list in the answer, then one for each further field that the records hold.',
  })

const MatchingColumns = z
  .strictObject({
    fields: z
      .string()
      .regex(/^(?:[A-Za-z0-9_]*\{[a-z]+\})+[A-Za-z0-9_]*$/, 'a form such as {source}_to_{destination}')
      .meta({
        description: 'The form of the field names: fixed parts and named parts in braces.',
        examples: ['{source}_to_{destination}'],
      }),
    id: ColumnId,
    label: z
      .string()
      .min(1)
      .meta({
        description: 'The header of each column, from the named parts.',
        examples: ['{source:upper} → {destination:upper}'],
      }),
    words: z
      .record(z.string().min(1), z.string().min(1))
      .default({})
      .meta({
        description: 'Named parts that are written in their own way, whatever filter the label asks for.',
        examples: [{ '9mobile': '9Mobile' }],
      }),
    role: Role.default('series'),
  })
  .meta({
    id: 'MatchingColumns',
    description: 'A group: one column for each field of the first record that fits a form.',
  })

export const Column = z.union([FieldColumn, ListColumns, MatchingColumns, SumColumn]).meta({
  id: 'Column',
  description: 'A column, or a group of columns known only when the answer has come.',
})

const Table = z
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

const perChart = <T extends z.ZodType>(text: T) => ({ line: text, pie: text, bar: text })
const Chart = z
  .strictObject({
    labels: z
      .strictObject({
        line: z
          .string()
          .min(1)
          .default('Line')
          .meta({ description: 'The line button.', examples: ['Line'] }),
        pie: z
          .string()
          .min(1)
          .default('Pie')
          .meta({ description: 'The pie button.', examples: ['Pie'] }),
        bar: z
          .string()
          .min(1)
          .default('Bar')
          .meta({ description: 'The bar button.', examples: ['Bar'] }),
      })
      .prefault({})
      .meta({
        description: 'The texts of the buttons that choose the chart.',
        examples: [{ line: 'Line Chart' }],
      }),
    titles: z
      .strictObject(perChart(Template.optional()))
      .prefault({})
      .meta({
        description: 'The titles of the charts; without one the usual title of the level.',
        examples: [{ line: '{heading} - Calls per Day - {period}' }],
      }),
    images: z
      .strictObject(perChart(Template.optional()))
      .prefault({})
      .meta({
        description:
          'The names of saved images, without their ending; without one the usual name of the level.',
        examples: [{ pie: 'pie-chart-{year}' }],
      }),
    visible: z
      .strictObject({
        columns: z
          .array(ColumnId)
          .default([])
          .meta({ description: 'Columns that are on.', examples: [['airtel', 'mtn']] }),
        first: z
          .int()
          .min(0)
          .default(5)
          .meta({ description: 'How many of the group are on.', examples: [5] }),
        of: z
          .union([z.literal('series'), ColumnId])
          .default('series')
          .meta({ description: 'The group counted by first: "series" for all.', examples: ['carriers'] }),
      })
      .prefault({})
      .meta({ description: 'Which series are on at first.', examples: [{ first: 5 }] }),
    hint: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'Shown beside the series while the default leaves some off.',
        examples: ['(Showing first 5 carriers by default)'],
      }),
  })
  .meta({ id: 'Chart', description: 'Titles, image names and the series shown at first.' })

const Download = z
  .strictObject({
    call: Call,
    fileName: Template.meta({
      description: 'The name of the saved workbook.',
      examples: ['monthly_report_{type:lower}_{year}.xlsx'],
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

/** The parts that a tab or a variant may replace, always whole. */
const parts = {
  heading: Template.optional().meta({
    description: 'What titles begin with ({heading}); the tab, or else the title of the report, unless told.',
    examples: ['{tab}'],
  }),
  required: z
    .enum(['each', 'together'])
    .optional()
    .meta({
      description:
        'Whether the message names only what is missing, or all selectors whenever one is missing.',
      examples: ['each'],
    }),
  selectors: orFrom(z.array(Selector).min(1))
    .optional()
    .meta({ description: 'What is chosen before a load.' }),
  data: orFrom(Data).optional(),
  rows: orFrom(Rows).optional(),
  columns: orFrom(z.array(Column).min(1)).optional().meta({ description: 'The columns after the first.' }),
  table: orFrom(Table).optional(),
  chart: orFrom(Chart).optional(),
  download: orFrom(Download).optional(),
}

const Tab = z
  .strictObject({
    id: Id,
    label: z
      .string()
      .min(1)
      .meta({ description: 'The text of the tab, and {tab}.', examples: ['MNO to Routelink'] }),
    params: z
      .record(Name, z.string())
      .default({})
      .meta({ description: 'Values for templates.', examples: [{ type: 'MNO_TO_ROUTELINK' }] }),
    ...parts,
  })
  .meta({ id: 'Tab', description: 'A tab; what it gives replaces the part of the report.' })

const Tabs = z
  .strictObject({
    as: z
      .enum(['routes', 'page'])
      .meta({
        description: 'Whether each tab is a route of its own or part of the page.',
        examples: ['routes'],
      }),
    items: z.array(Tab).min(1).meta({ description: 'The tabs; the first is the default.' }),
  })
  .meta({ id: 'Tabs', description: 'The tabs of the screen.' })

const Variant = z
  .strictObject({
    id: Id,
    label: z
      .string()
      .min(1)
      .meta({ description: 'The text of the switch, and {variant}.', examples: ['Daily'] }),
    from: Id.optional().meta({
      description: 'Takes all parts from another definition.',
      examples: ['monthly-report'],
    }),
    ...parts,
  })
  .meta({ id: 'Variant', description: 'A second level of the same screen; what it gives replaces the part.' })

export const ReportDefinition = z
  .strictObject({
    $schema: z
      .string()
      .optional()
      .meta({
        description: 'Lets an editor complete and explain.',
        examples: ['../schemas/report-definition.schema.json'],
      }),
    id: Id,
    path: z
      .string()
      .regex(/^\/report\/[a-z0-9]+(-[a-z0-9]+)*$/, 'a path such as /report/monthly-reports')
      .meta({ description: 'The route of the screen.', examples: ['/report/monthly-reports'] }),
    title: Template.meta({ description: 'The title of the page.', examples: ['Monthly Report - {tab}'] }),
    menu: z
      .strictObject({
        label: z
          .string()
          .min(1)
          .meta({ description: 'The menu entry, and {report}.', examples: ['Monthly Report'] }),
        permission: z
          .int()
          .min(1)
          .max(2_147_483_647)
          .meta({ description: 'The permission id that opens the report.', examples: [16] }),
        order: z
          .int()
          .min(0)
          .meta({ description: 'The place in the menu.', examples: [1] }),
      })
      .meta({ description: 'The entry in the menu and the right that opens it.' }),
    breadcrumb: z
      .array(Template)
      .min(1)
      .meta({
        description: 'The parts after Portal Location.',
        examples: [['Reports', '{report}', '{tab}']],
      }),
    tabs: orFrom(Tabs).optional(),
    variants: z.array(Variant).min(2).optional().meta({
      description: 'A switch between levels of the same screen; the first is the default.',
    }),
    ...parts,
  })
  .meta({
    id: 'ReportDefinition',
    title: 'Report definition',
    description: 'One report: its identity, what is chosen, the call, rows, columns, chart and download.',
  })

export type ReportDefinition = z.infer<typeof ReportDefinition>
export type SelectorDefinition = z.infer<typeof Selector>
export type ColumnDefinition = z.infer<typeof Column>
export type ChartDefinition = z.infer<typeof Chart>
