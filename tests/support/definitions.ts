import { chooseReportSchema } from '../../schemas/report/definition.ts'
import { compileReportSet } from '../../src/definition/compile.ts'
import { formatPath } from '../../src/diagnostics/diagnostic.ts'
import type {
  OptionsBySelector,
  Report,
  ReportPlan,
  Selection,
  SelectorPlan,
} from '../../src/report/model/report-plan.ts'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { loadShippedReports } from './shipped-reports.ts'

/** The screens of the shipped reports, compiled. */
export const shippedPlans: readonly ReportPlan[] = loadShippedReports().flatMap(({ plans }) => plans)

/** A shipped plan by its key. */
export function plan(key: string): ReportPlan {
  const found = shippedPlans.find((one) => one.key === key)
  if (found === undefined) throw new Error(`no plan ${key}`)
  return found
}

/** A definition with as little as possible, to be changed by a test. */
export const small = {
  id: 'small',
  path: '/report/small',
  title: 'Small',
  menu: { label: 'Small', permission: 99, order: 9 },
  breadcrumb: ['Reports'],
  selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }, { kind: 'month' }],
  data: { url: '/v1/small/{year}/{month}' },
  rows: { key: { kind: 'date', field: 'day', label: 'Date' }, fillMissing: 'days', total: 'Total' },
  columns: [
    { field: 'a', label: 'A' },
    { field: 'b', label: 'B' },
    { value: 'add(series)', id: 'all', label: 'All' },
  ],
}

/** A selector of choices, labelled by its name. */
export const choice = (name: string, options: unknown, more: object = {}) => {
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return { kind: 'select', name, label, prompt: `Choose ${label}`, options, ...more }
}

const compileWritten = (definitions: readonly unknown[]) =>
  compileReportSet(definitions.map((definition) => chooseReportSchema(definition).parse(definition)))

/** What is wrong with definitions given as an author writes them: the place, the message and the rule of each error. */
export const diagnose = (...definitions: readonly unknown[]): string[] =>
  compileWritten(definitions).diagnostics.map(
    ({ path, rule, message }) => `${formatPath(path)}: ${message} [${rule}]`,
  )

/** Compiles definitions given as an author writes them. Throws an error with every diagnostic. */
export function compile(...definitions: readonly unknown[]): readonly Report[] {
  const { reports, diagnostics } = compileWritten(definitions)
  if (diagnostics.length > 0) throw new Error(diagnose(...definitions).join('\n'))
  return reports
}

/** The only plan of one definition. */
export function compileOne(changes: Readonly<Record<string, unknown>> = {}): ReportPlan {
  const found = compile({ ...small, ...changes })[0]?.plans[0]
  if (found === undefined) throw new Error('no plan')
  return found
}

export const MARCH: Selection = { year: '2025', month: '3' }

/** The table of the records that an API returns, and of those of the year before. */
export function tabulate(plan: ReportPlan, records: unknown, selection = MARCH, before?: unknown) {
  const respond = (list: unknown) => parseResponse(plan, { success: true, records: list })
  return buildTable(plan, selection, respond(records), before === undefined ? null : respond(before))
}

/** The options that need no request, by selector. */
export const fixedOptions = (selectors: readonly SelectorPlan[]): OptionsBySelector =>
  Object.fromEntries(
    selectors.flatMap(({ name, options }) => ('fixed' in options ? [[name, options.fixed]] : [])),
  )
