import { z } from 'zod'
import { Selector } from './selectors.ts'
import { Alerts } from './alerts.ts'
import { define, defineKind, Id, Name, orReference, Template, shortText } from './primitives.ts'
import { Chart } from './chart.ts'
import { Column } from './columns.ts'
import { Highlights } from './conditions.ts'
import { Data, Download } from './data.ts'
import { QuestionColumns, QuestionData, QuestionRows, QuestionSelectors } from './question.ts'
import { Rows } from './rows.ts'
import { Table } from './table-texts.ts'

/** With what a report can be compared: the same days of the period before, that period, or the same one a year before. */
export const comparisons = ['sameDays', 'previous', 'year'] as const

/** The parts that a tab or a variant may replace, always whole. */
export const parts = {
  heading: Template.optional().describe(
    'The start of titles ({heading}); by default the tab, or else the title of the report.',
  ),
  description: Template.optional().describe(
    'A sentence under the title of the page, and on the sheet About of the workbook.',
  ),
  unit: shortText(20)
    .regex(/^[^\p{C}]*$/u, 'a text without control characters')
    .optional()
    .describe(
      'The unit of all numbers whose format names none, shown once after the titles of table and charts: "Data - 2025 (min)".',
    ),
  requiredMessage: z
    .enum(['missing', 'all'])
    .optional()
    .describe('Which selectors the message names when one is missing: those that are missing, or all.'),
  compare: z
    .union([z.boolean(), z.array(z.enum(comparisons)).min(1).max(comparisons.length)])
    .optional()
    .describe(
      'Whether the screen can be compared with the previous period and with the same period a year before. By default it can if its selectors choose a year. A list says with what. "sameDays" compares the days so far with the same days of the period before; it needs rows of days. With it, periods of other lengths or weekdays are compared per day or by weekday, too.',
    ),
  selectors: orReference(z.array(Selector).min(1).max(20))
    .optional()
    .describe('What is chosen before a load.'),
  data: orReference(Data).optional().describe('The URL of the records, and their path in the response.'),
  rows: orReference(Rows)
    .optional()
    .describe('What a row is, which missing rows are added, and whether there is a row of totals.'),
  columns: orReference(z.array(Column).min(1).max(500)).optional().describe('The columns after the first.'),
  highlights: orReference(Highlights)
    .optional()
    .describe(
      'Which cells and rows of the table stand out; of several conditions the first that is met counts. Totals and rows without a record never do.',
    ),
  table: orReference(Table).optional().describe('The texts of the table.'),
  chart: orReference(Chart).optional().describe('Titles, image names and the series visible at first.'),
  download: orReference(Download)
    .optional()
    .describe('The URL of the workbook, and its file name; without it there is no Download.'),
}

const Tab = define('Tab', 'A tab; its parts replace those of the report.', {
  id: Id.describe('The name of the tab in addresses: lower-case words joined by hyphens.'),
  label: z.string().min(1).describe('The text of the tab, and {tab}.'),
  params: z.record(Name, z.string()).default({}).describe('Values for templates.'),
  ...parts,
})

const Tabs = define('Tabs', 'The tabs of the screen.', {
  navigation: z
    .enum(['route', 'query'])
    .describe('Whether each tab is a route of its own or a query parameter of one route.'),
  items: z.array(Tab).min(1).describe('The tabs; the first is the default.'),
})

const Variant = define(
  'Variant',
  'A second level of the same screen; its parts replace those of the report.',
  {
    id: Id.describe('The name of the variant in addresses: lower-case words joined by hyphens.'),
    label: z.string().min(1).describe('The text of the switch, and {variant}.'),
    use: Id.optional().describe('Uses all parts of another definition.'),
    ...parts,
  },
)

const named = {
  $schema: z.string().optional().describe('Lets an editor complete and explain.'),
  id: Id.describe('The name of the definition and of its file: lower-case words joined by hyphens.'),
  path: z
    .string()
    .regex(/^\/report\/[a-z0-9]+(-[a-z0-9]+)*$/, 'a path such as /report/call-quality')
    .optional()
    .describe('The route of the screen; /report/ and the id by default.'),
  title: Template.default('{report}').describe('The title of the page; the menu entry by default.'),
  menu: z
    .strictObject({
      label: z.string().min(1).describe('The menu entry, and {report}.'),
      permission: z.int().min(1).max(2_147_483_647).describe('The permission id that opens the report.'),
      order: z.int().min(0).describe('The position in the menu.'),
    })
    .describe('The entry in the menu and the right that opens it.'),
  breadcrumb: z
    .array(Template)
    .min(1)
    .default(['Reports', '{report}'])
    .describe('The parts after Portal Location.'),
  tabs: orReference(Tabs).optional().describe('The tabs of the screen; without them it is one screen.'),
  variants: z
    .array(Variant)
    .min(2)
    .optional()
    .describe('A switch between levels of the same screen; the first is the default.'),
  alerts: Alerts.optional().describe('What readers are told when it happens, and when it ends.'),
}

const describe = <S extends z.ZodRawShape>(shape: S) =>
  defineKind(
    'ReportDefinition',
    'Report definition',
    'One report: its identity, selectors, data, rows, columns, chart and download.',
    shape,
  )

const CallingReport = describe({ ...named, ...parts })
const AskingReport = describe({
  ...named,
  ...parts,
  selectors: QuestionSelectors,
  data: QuestionData,
  rows: QuestionRows,
  columns: QuestionColumns,
  // A question has none of these, which is said in words.
  tabs: z.unknown().optional(),
  variants: z.unknown().optional(),
})

/**
 * A report definition as its author writes it: one JSON file in `reports/`.
 * `src/definition/compile.ts` compiles it to plans, where every part is present. Unknown keys are errors.
 */
export const ReportDefinition = describe({
  ...named,
  ...parts,
  selectors: z.union([parts.selectors, QuestionSelectors]).describe('What is chosen before a load.'),
  data: z
    .union([parts.data, QuestionData])
    .describe('The dataset that the report asks, or the URL of the records and their path in the response.'),
  rows: z.union([parts.rows, QuestionRows]).describe('What a row is, and whether there is a row of totals.'),
  columns: z.union([parts.columns, QuestionColumns]).describe('The columns after the first.'),
})

const WithDataset = z.looseObject({ data: z.looseObject({ dataset: z.string() }) })
/** Rows that only a question has, where its dataset is missing or misspelled. */
const WithoutDataset = z.looseObject({
  data: z.looseObject({ url: z.undefined().optional(), use: z.undefined().optional() }).optional(),
  rows: z.looseObject({ by: z.array(z.unknown()) }),
})

/** Returns the schema that fits what is written: a report asks a dataset or calls a URL. */
export const chooseReportSchema = (value: unknown): z.ZodType<WrittenReport> =>
  z.union([WithDataset, WithoutDataset]).safeParse(value).success ? AskingReport : CallingReport

export type AskingReport = z.infer<typeof AskingReport>
export type WrittenReport = z.infer<typeof CallingReport> | AskingReport
export type ReportDefinition = z.infer<typeof CallingReport> & { readonly path: string }

export type SelectorDefinition = z.infer<typeof Selector>
