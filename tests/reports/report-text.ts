import { parseResponse } from '../../src/report/model/report-response.ts'
import { getDownloadFailure } from '../../src/report/selection/download-response.ts'
import { formatNumber } from '../../src/report/model/format.ts'
import { fallbackOptions, parseOptionList } from '../../src/report/selection/options.ts'
import { getPreviousYear } from '../../src/report/table/resolve-columns.ts'
import { fixedOptions } from '../support/definitions.ts'
import { resolveLabels } from '../../src/report/selection/titles-and-file-names.ts'
import type { Report, ReportPlan, Selection } from '../../src/report/model/report-plan.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { computeShade, findMark } from '../../src/report/table/highlights.ts'
import {
  explainMarks,
  getText,
  type ReportTable,
  type TableRow,
} from '../../src/report/model/report-table.ts'
import { requiredMessage } from '../../src/report/selection/selection.ts'
import { type OptionsBySelector } from '../../src/report/model/report-plan.ts'
import { formatUrl } from '../../src/cli/reports/api-client.ts'
import type { Recording } from '../support/recordings.ts'

const omitNull = (_: string, value: unknown) => value ?? undefined

/** A line for each of what is there: its name, and its text or JSON. */
const tell = (facts: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(facts).flatMap(([name, fact]) => {
    if (fact === null || fact === undefined || (Array.isArray(fact) && fact.length === 0)) return []
    return [`${name} ${typeof fact === 'string' ? fact : JSON.stringify(fact, omitNull)}`]
  })

/** Everything that a report shows, says, asks and saves, as text: by its recorded answers. */
export function reportText(report: Report, recording: Recording): string {
  const { id, path, menu, tabs, variants } = report
  const head = tell({ report: id, route: path, menu, tabs, variants })
  const screens = report.plans.map((plan) => screenText(plan, recording))
  return `${[head, ...screens].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function screenText(plan: ReportPlan, recording: Recording): string[] {
  const selection = recording.screens[plan.key]
  if (selection === undefined) throw new Error(`nothing is recorded for the screen ${plan.key}`)
  const options = optionsOf(plan, recording)
  const names = resolveLabels(plan, selection, recording.today, options)
  const { title, description, breadcrumb, selectors, data, chart, download, alerts } = plan
  const table = tableOf(plan, selection, recording)
  return [
    `== ${plan.key}`,
    ...tell({ title, description, breadcrumb, required: [plan.requiredMessage, ...requiredTexts(plan)] }),
    ...selectors.flatMap(({ name, kind, label, prompt, default: first, options: offered }) =>
      tell({
        [name]: { kind, label, prompt, first },
        offers: options[name]?.map(({ value, label: text }) => `${value} ${text}`).join(', '),
        'or else': 'url' in offered ? offered.fallback : null,
      }),
    ),
    ...tell({ asks: formatUrl(names.dataCall), ...data.messages, empty: names.empty }),
    ...chart.types.flatMap((type) =>
      tell({ [type]: [chart.labels[type], names.chartTitle(type), names.imageName(type)] }),
    ),
    ...tell({ hint: chart.hint, 'hint is due': table.series.some(({ visible }) => !visible) }),
    ...tell({
      downloads: names.downloadCall && formatUrl(names.downloadCall),
      'saves as': download && [names.workbookName, download.useServerFileName],
      'or says': download && [download.errorFormat, getDownloadFailure(plan, 'REASON')],
    }),
    ...table.series.map(
      ({ name, visible, color, sum, format }) =>
        `series ${visible ? 'on' : 'off'} ${plan.columns.some((column) => 'color' in column && column.color === color) ? `${color} ` : ''}${name} ${sum === null ? '-' : formatNumber(sum, format)}`,
    ),
    // With what all reports can be compared follows from their selectors.
    ...tell({ compare: plan.compare.includes('sameDays') ? plan.compare : null }),
    ...tell({ rows: names.tableTitle, 'rows open': table.link, pie: table.pieOver }),
    ...tableLines(table),
    ...alerts.flatMap((alert) => tell({ alert })),
  ]
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

function tableLines(table: ReportTable): string[] {
  const line = (label: string, values: readonly string[]) => [label, ...values].join(' | ')
  const formatValue = (value: number | null, index: number, row?: TableRow) =>
    value === null ? '' : formatNumber(value, table.columns[index]?.format, row)
  const formatCell = (row: TableRow) => (value: number | null, index: number) => {
    const [mark, shade] = [findMark(table, row, index), computeShade(table, row, index)]
    const signs = [...(mark ? [mark] : []), ...(shade === null ? [] : [`shade ${shade.toFixed(2)}`])]
    return [formatValue(value, index, row) || getText(row, index), ...signs.map((sign) => `[${sign}]`)].join(
      ' ',
    )
  }
  return [
    ...table.columns.flatMap(({ from, label, role, hidden, description, link, header }) =>
      tell({ column: { id: from, label, role, hidden, description, link, header: header?.above } }),
    ),
    line(
      table.keyLabel,
      table.columns.map(({ label }) => label),
    ),
    ...table.rows.map((row) => {
      const mark = findMark(table, row, null)
      const label = mark === null ? row.label : `${row.label} [${mark}]`
      return line(row.hasRecord ? label : `${label} (no record)`, row.values.map(formatCell(row)))
    }),
    table.total === null
      ? 'no total'
      : line(
          table.total.label,
          table.total.values.map((value, index) => formatValue(value, index)),
        ),
    ...tell({ charts: table.chart }),
    ...explainMarks(table),
    ...table.remarks,
    ...table.warnings.map((note) => `note ${note}`),
  ]
}
