import { parseResponse } from '../../src/report/request/response.ts'
import { describeOmittedRows } from '../../src/report/rows/rows-without-record.ts'
import { getDownloadFailure } from '../../src/report/request/download-response.ts'
import { formatNumber } from '../../src/report/format.ts'
import { fallbackOptions, parseOptionList } from '../../src/report/selection/options.ts'
import { getPreviousYear } from '../../src/report/comparison/earlier-period.ts'
import { fixedOptions } from '../support/definitions.ts'
import { resolveLabels } from '../../src/report/labels.ts'
import type { Report, ReportPlan, Selection } from '../../src/report/plan.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { computeShade, findMark } from '../../src/report/table/highlights.ts'
import {
  explainMarks,
  getText,
  type ReportTable,
  type TableChart,
  type TableRow,
} from '../../src/report/table/report-table.ts'
import { requiredMessage } from '../../src/report/selection/selection.ts'
import { type OptionsBySelector } from '../../src/report/plan.ts'
import { hasHiddenByDefault } from '../../src/report/table/series.ts'
import { formatUrl } from '../../src/cli/reports/api-client.ts'
import type { Recording } from '../support/recordings.ts'

/** Everything that a report shows, says, asks and saves, as text: by its recorded answers. */
export function reportText(report: Report, recording: Recording): string {
  const { id, path, menu, tabs, variants } = report
  const head = [
    `report ${id}`,
    `route ${path}`,
    `menu '${menu.label}' by ${menu.permission}`,
    ...(tabs
      ? [
          `tabs ${tabs.navigation === 'route' ? 'routes' : 'page'}: ${tabs.items.map((tab) => `${tab.id} '${tab.label}'`).join(', ')}`,
        ]
      : []),
    ...(variants.length > 0
      ? [`variants: ${variants.map((one) => `${one.id} '${one.label}'`).join(', ')}`]
      : []),
  ]
  const screens = report.plans.map((plan) => screenText(plan, recording))
  return `${[head.join('\n'), ...screens].join('\n\n')}\n`
}

function screenText(plan: ReportPlan, recording: Recording): string {
  const selection = recording.screens[plan.key]
  if (selection === undefined) throw new Error(`nothing is recorded for the screen ${plan.key}`)
  const options = optionsOf(plan, recording)
  const names = resolveLabels(plan, selection, recording.today, options)
  const { requiredMessage, selectors, data, chart, download } = plan
  const table = tableOf(plan, selection, recording)
  const fixed = new Set(plan.columns.map((column) => ('color' in column ? column.color : null)))
  const lines = [
    `== ${plan.key}`,
    `title '${plan.title}'`,
    ...(plan.description === null ? [] : [`description '${plan.description}'`]),
    `breadcrumb ${plan.breadcrumb.join(' > ')}`,
    `required ${requiredMessage === 'all' ? 'together' : 'each'}: ${requiredTexts(plan).join(' ')}`,
    ...selectors.map(
      ({ kind, name, label, prompt, default: first }) =>
        `${kind} '${label}' (${name}), prompt '${prompt}'${first === null ? '' : `, at first ${JSON.stringify(first)}`}: ${options[name]?.map(({ value, label: text }) => `${value} ${text}`).join(', ') ?? ''}`,
    ),
    ...selectors.flatMap((one) =>
      'url' in one.options ? [`${one.name} without an answer: ${JSON.stringify(one.options.fallback)}`] : [],
    ),
    `asks ${formatUrl(names.dataCall)}`,
    ...(['table', 'chart'] as const).flatMap((view) => {
      const { unreachable, rejected, empty } = data.messages[view]
      return [
        `${view} failed: '${unreachable}', refused: '${rejected}', empty: ${empty === null ? '-' : `'${empty}'`}`,
      ]
    }),
    `no records: '${names.empty}'`,
    ...chart.types.map(
      (type) =>
        `${type} '${chart.labels[type]}': '${names.chartTitle(type)}', saved as ${names.imageName(type)}`,
    ),
    ...(chart.types.includes('pie') && chart.pie.over === 'rows' ? ['pie over rows'] : []),
    `hint ${chart.hint ?? '-'}${hasHiddenByDefault(table.series) ? '' : ' (not due)'}`,
    ...(download
      ? [
          names.downloadCall === null
            ? 'makes the workbook in the browser'
            : `downloads ${formatUrl(names.downloadCall)}`,
          `saved as ${names.workbookName}${download.useServerFileName ? ', or as the server says' : ''}; errors as ${download.errorFormat}; '${getDownloadFailure(plan, 'REASON')}'`,
        ]
      : ['no download']),
    ...table.series.map(
      ({ name, visible, color, sum, format }) =>
        `series ${visible ? 'on' : 'off'} ${fixed.has(color) ? `${color} ` : ''}${name} ${sum === null ? '-' : formatNumber(sum, format)}`,
    ),
    `table '${names.tableTitle}'`,
    ...(table.link ? [`rows open ${table.link.url}, by ${table.link.permission}`] : []),
    ...table.columns.flatMap(({ label, description }) =>
      description === null ? [] : [`${label} is '${description}'`],
    ),
    ...table.columns.flatMap(({ label, link }) =>
      link ? [`${label} opens ${link.url}, by ${link.permission}`] : [],
    ),
    ...tableLines(table),
    ...plan.alerts.map(
      ({ id, title, selectors: chosen, when }) =>
        `alert ${id} '${title}'${Object.keys(chosen).length > 0 ? ` of ${JSON.stringify(chosen)}` : ''}: ${JSON.stringify(when)}`,
    ),
    ...describeOmittedRows(plan, selection, table),
  ]
  return lines.join('\n')
}

function requiredTexts(plan: ReportPlan): string[] {
  const partial = plan.selectors.map(({ name }) => requiredMessage(plan, { [name]: '1' }) ?? '-')
  return [requiredMessage(plan, {}) ?? '-', ...partial]
}

function optionsOf(plan: ReportPlan, { calls, today }: Recording): OptionsBySelector {
  const asked = plan.selectors.flatMap(({ name, options }) => {
    if (!('url' in options)) return []
    const found = parseOptionList(options, calls[options.url]?.body) ?? []
    return [[name, found.length > 0 ? found : fallbackOptions(options, Number(today.slice(0, 4)))] as const]
  })
  return { ...fixedOptions(plan.selectors), ...Object.fromEntries(asked) }
}

/** The table of a screen from its recorded answer. */
export function tableOf(plan: ReportPlan, selection: Selection, recording: Recording): ReportTable {
  const find = (of: Selection) => {
    const address = formatUrl(resolveLabels(plan, of, recording.today).dataCall)
    const call = recording.calls[address]
    if (call === undefined) throw new Error(`nothing is recorded for ${address}`)
    return parseResponse(plan, call.body)
  }
  const before = getPreviousYear(plan, selection)
  return buildTable(plan, selection, find(selection), before && find(before))
}

function chartLines({
  from = null,
  to = null,
  sum,
  rest,
  sort,
  lines = [],
}: Partial<TableChart> = {}): string[] {
  return [
    ...(from === null ? [] : [`axis from ${from}`]),
    ...(to === null ? [] : [`axis to ${to}`]),
    ...(sum === false ? ['charts without sums'] : []),
    ...(rest === false ? ['charts without the row of the others'] : []),
    ...(sort ? [`charts sorted by ${sort.column ?? 'key'}${sort.isAscending ? '' : ', descending'}`] : []),
    ...lines.map(({ value, label, axis }) => {
      const at = typeof value === 'number' ? value : value.column
      return `line at ${at} of the ${axis} axis: ${label}`
    }),
  ]
}

function tableLines(table: ReportTable): string[] {
  const line = (label: string, values: readonly string[]) => [label, ...values].join(' | ')
  const formatValue = (value: number | null, index: number) =>
    value === null ? '' : formatNumber(value, table.columns[index]?.format)
  const isShown = (_: string, index: number) => table.columns[index]?.hidden === false
  const formatValues = (values: readonly (number | null)[]) => values.map(formatValue).filter(isShown)
  const formatMarked = (row: TableRow) =>
    row.values
      .map((value, index) => {
        const [mark, shade] = [findMark(table, row, index), computeShade(table, row, index)]
        const signs = [...(mark ? [mark] : []), ...(shade === null ? [] : [`shade ${shade.toFixed(2)}`])]
        return [formatValue(value, index) || getText(row, index), ...signs.map((sign) => `[${sign}]`)].join(
          ' ',
        )
      })
      .filter(isShown)
  return [
    ...(table.columns.some(({ hidden }) => hidden)
      ? [
          `Columns lists ${table.columns
            .map(({ label, role, hidden }) => {
              const marks = [...(role === 'series' ? [] : [role]), ...(hidden ? ['hidden'] : [])]
              return marks.length === 0 ? label : `${label} (${marks.join(', ')})`
            })
            .join('; ')}`,
        ]
      : []),
    ...(table.columns.some(({ header }) => header !== null)
      ? [
          line(
            'headers',
            table.columns.map(({ header }) => header?.above ?? ''),
          ),
        ]
      : []),
    line(
      table.keyLabel,
      table.columns.flatMap(({ label, role, hidden }) =>
        hidden ? [] : [role === 'series' ? label : `${label} (${role})`],
      ),
    ),
    ...table.rows.map((row) => {
      const mark = findMark(table, row, null)
      const label = mark === null ? row.label : `${row.label} [${mark}]`
      return line(row.hasRecord ? label : `${label} (no record)`, formatMarked(row))
    }),
    table.total === null ? 'no total' : line(table.total.label, formatValues(table.total.values)),
    ...table.columns.flatMap(({ label, hidden }, index) => {
      const shown = table.rows.map(
        (row) => formatValue(row.values[index] ?? null, index) || getText(row, index),
      )
      return hidden ? [line(`hidden ${label}`, shown)] : []
    }),
    ...chartLines(table.chart),
    ...explainMarks(table),
    ...table.remarks,
    ...table.warnings.map((note) => `note ${note}`),
  ]
}
