/** What a plan says: for each fact its value as text, by words such as `the page title`. */
export type Facts = ReadonlyMap<string, string>

/** The words for parts of a plan. A part without words is named by its path, so that no change is left out. */
const screenWords: Readonly<Record<string, string>> = {
  title: 'the page title',
  description: 'the sentence under the title',
  unit: 'the unit of the numbers',
  breadcrumb: 'the breadcrumb',
  requiredMessage: 'the way in which missing choices are named (requiredMessage)',
  'data.url': 'the URL of the records',
  'data.recordsPath': 'the path of the records in the response',
  'data.ignoreFields': 'the list of ignored fields',
  'data.messages.table.unreachable': 'the message of the table if the API cannot be reached',
  'data.messages.table.rejected': 'the message of the table if the API rejects the request',
  'data.messages.table.empty': 'the message of the table if there are no records',
  'data.messages.chart.unreachable': 'the message of the chart if the API cannot be reached',
  'data.messages.chart.rejected': 'the message of the chart if the API rejects the request',
  'data.messages.chart.empty': 'the message of the chart if there are no records',
  'rows.key.kind': 'the kind of the row key',
  'rows.key.fields': 'the field of the row key',
  'rows.key.label': 'the heading of the row key',
  'rows.key.format': 'the format of the row key',
  'rows.fillMissing': 'the filling of missing rows (fillMissing)',
  'rows.missing': 'what missing values are shown as',
  'rows.duplicates': 'what happens to several records of one key (duplicates)',
  'rows.sort': 'the order of the rows',
  'rows.sort.by': 'what the rows are sorted by',
  'rows.sort.direction': 'the direction of the order of the rows',
  'rows.top': 'the number of rows that are shown',
  'rows.top.rows': 'the number of rows that are shown',
  'rows.top.rest': 'the label of the row of the remaining rows',
  'rows.total': 'the label of the row of totals',
  'rows.link': 'the report that a row opens',
  'rows.link.url': 'the address that a row opens',
  'rows.link.permission': 'the permission of the report that a row opens',
  'rows.link.label': 'the name of the report that a row opens',
  'table.title': 'the title of the table',
  'table.empty': 'the text of an empty table',
  'chart.types': 'the chart types, in the order of their buttons',
  'chart.labels.line': 'the button of the line chart',
  'chart.labels.pie': 'the button of the pie chart',
  'chart.labels.bar': 'the button of the bar chart',
  'chart.labels.stackedBar': 'the button of the stacked bar chart',
  'chart.labels.area': 'the button of the area chart',
  'chart.titles.line': 'the title of the line chart',
  'chart.titles.pie': 'the title of the pie chart',
  'chart.titles.bar': 'the title of the bar chart',
  'chart.titles.stackedBar': 'the title of the stacked bar chart',
  'chart.titles.area': 'the title of the area chart',
  'chart.images.line': 'the file name of the line chart',
  'chart.images.pie': 'the file name of the pie chart',
  'chart.images.bar': 'the file name of the bar chart',
  'chart.images.stackedBar': 'the file name of the stacked bar chart',
  'chart.images.area': 'the file name of the area chart',
  'chart.initiallyVisible.columns': 'the list of series that are visible at first',
  'chart.initiallyVisible.first': 'the number of further series that are visible at first',
  'chart.initiallyVisible.countBy': 'what that number counts (countBy)',
  'chart.hint': 'the hint of the chart',
  'chart.secondAxis': 'the list of columns on the second axis of charts',
  'chart.pie.over': 'what the slices of the pie are (pie.over)',
  download: 'the download',
  'download.url': 'the URL of the download',
  'download.fileName': 'the file name of the download',
  'download.useServerFileName': 'the use of the file name of the server',
  'download.errorFormat': 'the format of errors of the download',
  'download.failureMessage': 'the message if the download fails',
}

const selectorWords: Readonly<Record<string, string>> = {
  kind: 'the kind',
  label: 'the name in messages',
  prompt: 'the label above the field',
  'options.fixed': 'the list of options',
  'options.url': 'the URL of the options',
  'options.recordsPath': 'the path of the options in the response',
  'options.value': 'the field of the value of an option',
  'options.label': 'the field of the label of an option',
  'options.dependsOn': 'the list of selectors on which the options depend',
  'options.fallback.last': 'the number of years if the options cannot be loaded',
  'options.fallback.fixed': 'the list of options if they cannot be loaded',
  maxDays: 'the most days that can be chosen (maxDays)',
  multiple: 'whether several options can be chosen (multiple)',
  default: 'what is chosen at first (default)',
  'default.value': 'what is chosen at first (default)',
}

const columnWords: Readonly<Record<string, string>> = {
  id: 'the id',
  kind: 'the kind',
  label: 'the heading',
  role: 'the role',
  fields: 'the field',
  color: 'the color',
  sum: 'the sum',
  list: 'the list of names',
  pattern: 'the pattern of field names',
  records: 'the records whose fields are the columns',
  share: 'the column whose share it shows',
  ratio: 'the column that is divided (ratio)',
  to: 'the column that divides (to)',
  difference: 'the column from which is subtracted (difference)',
  minus: 'the column that is subtracted (minus)',
  change: 'the column whose change it shows',
  since: 'what the change compares with (since)',
  hidden: 'the hiding at first (hidden)',
  format: 'the number format (of 1234.56789)',
  'total.kind': 'the total',
  'total.weights': 'the column of the weights of the total',
  header: 'the header above the heading',
  description: 'the description',
  link: 'the report that its numbers open',
  'link.url': 'the address that its numbers open',
  'link.permission': 'the permission of the report that its numbers open',
  'link.label': 'the name of the report that its numbers open',
}

const wordsOf = { screen: screenWords, selector: selectorWords, column: columnWords } as const

/** The facts of a screen (without selectors and columns), a selector or a column; `without` are keys that identify it. */
export function listFacts(kind: keyof typeof wordsOf, value: object, without: readonly string[]): Facts {
  const words = wordsOf[kind]
  const facts = new Map<string, string>()
  for (const [path, text] of flatten(value, '')) {
    if (!without.includes(path.split('.')[0] ?? '')) facts.set(words[path] ?? `\`${path}\``, text)
  }
  return facts
}

function flatten(value: object, prefix: string): (readonly [path: string, text: string])[] {
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? flatten(entry, path)
      : [[path, formatValue(entry)] as const]
  })
}

export const NOTHING = 'nothing'

function formatValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return NOTHING
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return value.map(formatEntry).join(', ')
  return JSON.stringify(value)
}

function formatEntry(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return formatValue(entry)
  const { value, label, ...others } = entry as Readonly<Record<string, unknown>>
  const isOption = typeof value === 'string' && typeof label === 'string' && Object.keys(others).length === 0
  return isOption ? `'${label}'${label === value ? '' : ` (${value})`}` : JSON.stringify(entry)
}

/** A sentence for each fact that differs: new value, then old value. */
export function compareFacts(before: Facts, after: Facts, subject = ''): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((words) => {
    const [old, now] = [before.get(words) ?? NOTHING, after.get(words) ?? NOTHING]
    return old === now ? [] : [`${capitalize(`${words}${subject}`)} is ${now} instead of ${old}.`]
  })
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
