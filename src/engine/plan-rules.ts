import type { ReportDefinition, SelectorDefinition } from '../../schemas/report-definition.ts'
import { allowed, type Finding, type Origin } from './finding.ts'
import { reservedNames } from './address.ts'
import type { Located } from './parts.ts'
import type { ColumnPlan, Report } from './report-plan.ts'
import { filterNames, placeholdersOf, strayBraces } from './template.ts'

type Note = (finding: Finding) => void

const inside = (origin: Origin, ...path: (string | number)[]): Origin => ({
  report: origin.report,
  path: [...origin.path, ...path],
})

/** Every placeholder of a template is declared, every filter known, every brace part of a placeholder. */
export function checkTemplate(template: string, known: Iterable<string>, origin: Origin, note: Note): void {
  const names = new Set(known)
  if (strayBraces(template) !== null) {
    note({ ...origin, rule: 'template-brace', message: `a brace that is no placeholder in '${template}'` })
  }
  for (const { name, filter } of placeholdersOf(template)) {
    if (!names.has(name)) {
      const message = `unknown placeholder {${name}}${allowed(name, names)}`
      note({ ...origin, rule: 'template-placeholder', message })
    }
    if (filter !== null && !filterNames.includes(filter)) {
      const message = `unknown filter :${filter}${allowed(filter, filterNames)}`
      note({ ...origin, rule: 'template-filter', message })
    }
  }
}

interface WrittenRows {
  readonly key: { readonly kind: string }
  readonly fill: string
}

/** Selectors have names of their own, and what the rows fill can be known from them. */
export function checkSelectors(
  selectors: readonly SelectorDefinition[],
  rows: Located<WrittenRows>,
  origin: Origin,
  note: Note,
): void {
  const kinds = selectors.map(({ kind }) => kind)
  selectors.forEach(({ name, kind }, index) => {
    if (selectors.findIndex((other) => other.name === name) < index) {
      note({ ...inside(origin, index), rule: 'selector-name', message: `a second selector named '${name}'` })
    }
    if (reservedNames.includes(name)) {
      const message = `'${name}' has a meaning of its own in addresses and templates`
      note({ ...inside(origin, index), rule: 'selector-reserved', message })
    }
    if (kind !== 'choice' && kinds.indexOf(kind) < index) {
      note({ ...inside(origin, index), rule: 'selector-kind', message: `a second ${kind} selector` })
    }
  })
  if (kinds.includes('month') && !kinds.includes('year')) {
    note({ ...origin, rule: 'selector-month', message: 'a month selector needs a year selector' })
  }
  const { key, fill } = rows.value
  const at = inside(rows.origin, 'fill')
  if (fill === 'days' && !(key.kind === 'date' && kinds.includes('month'))) {
    note({ ...at, rule: 'fill-days', message: "'days' needs a date key, a year and a month selector" })
  }
  if (fill === 'months' && key.kind !== 'month') {
    note({ ...at, rule: 'fill-months', message: "'months' needs a month key" })
  }
}

interface WrittenData {
  readonly lists: Readonly<Record<string, string>>
}
interface WrittenChart {
  readonly visible: { readonly columns: readonly string[]; readonly of: string }
}

/** Column ids are unique, and sums, lists and the series shown at first refer to what is declared. */
export function checkColumns(
  columns: readonly ColumnPlan[],
  { origin }: Located<unknown>,
  data: WrittenData,
  chart: Located<WrittenChart> | null,
  note: Note,
): void {
  const ids = columns.map(({ id }) => id)
  columns.forEach((column, index) => {
    const at = (key: string) => inside(origin, index, key)
    if (ids.indexOf(column.id) < index) {
      note({ ...at('id'), rule: 'column-id', message: `a second column with the id '${column.id}'` })
    }
    if (column.kind === 'each' && !Object.hasOwn(data.lists, column.list)) {
      const message = `no list '${column.list}' in data.lists${allowed(column.list, Object.keys(data.lists))}`
      note({ ...at('each'), rule: 'list-unknown', message })
    }
    if (column.kind === 'each') checkTemplate(column.label, ['name'], at('label'), note)
    if (column.kind === 'matching') {
      const parts = placeholdersOf(column.form).map(({ name }) => name)
      checkTemplate(column.label, parts, at('label'), note)
    }
    if ((column.kind === 'field' || column.kind === 'sum') && Array.isArray(column.sum)) {
      for (const [place, reference] of column.sum.entries()) {
        if (!ids.includes(reference)) {
          const message = `no column '${reference}'${allowed(reference, ids)}`
          note({ ...inside(at('sum'), place), rule: 'sum-unknown', message })
        }
      }
    }
    if (sumsItself(column, columns)) {
      note({ ...at('sum'), rule: 'sum-cycle', message: `'${column.id}' sums itself` })
    }
  })
  if (chart === null) return
  const at = inside(chart.origin, 'visible')
  const { columns: named, of } = chart.value.visible
  const series = columns.filter(({ role }) => role === 'series').map(({ id }) => id)
  named.forEach((id, index) => {
    if (!series.includes(id)) {
      const message = `no series '${id}'${allowed(id, series)}`
      note({ ...inside(at, 'columns', index), rule: 'visible-unknown', message })
    }
  })
  const groups = columns.filter(({ kind }) => kind === 'each' || kind === 'matching').map(({ id }) => id)
  if (of !== 'series' && !groups.includes(of)) {
    const message = `no group '${of}'${allowed(of, ['series', ...groups])}`
    note({ ...inside(at, 'of'), rule: 'visible-group', message })
  }
}

function sumsItself(column: ColumnPlan, columns: readonly ColumnPlan[]): boolean {
  const summands = (of: ColumnPlan): ColumnPlan[] => {
    if (of.kind !== 'field' && of.kind !== 'sum') return []
    const { sum } = of
    if (sum === null) return []
    if (sum === 'series') return columns.filter(({ role }) => role === 'series')
    return columns.filter(({ id }) => sum.includes(id))
  }
  const reached = new Set<ColumnPlan>()
  const visit = (list: readonly ColumnPlan[]): void => {
    for (const next of list) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(summands(next))
    }
  }
  visit(summands(column))
  return reached.has(column)
}

/** What must be unique over all definitions, and what definitions that share a download must share. */
export function checkPlans(list: readonly ReportDefinition[], reports: readonly Report[], note: Note): void {
  const unique = (
    rule: string,
    path: readonly string[],
    value: (definition: ReportDefinition) => unknown,
  ) => {
    list.forEach((definition, index) => {
      const first = list.findIndex((other) => value(other) === value(definition))
      if (first < index) {
        const message = `'${String(value(definition))}' is already used by '${list[first]?.id ?? ''}'`
        note({ report: definition.id, path, rule, message })
      }
    })
  }
  unique('id-unique', ['id'], ({ id }) => id)
  unique('path-unique', ['path'], ({ path }) => path)
  unique('permission-unique', ['menu', 'permission'], ({ menu }) => menu.permission)

  for (const report of reports) {
    for (const [kind, items] of [
      ['tabs', report.tabs?.items ?? []],
      ['variants', report.variants],
    ] as const) {
      const ids = items.map(({ id }) => id)
      const double = ids.find((id, index) => ids.indexOf(id) < index)
      if (double !== undefined) {
        const message = `two ${kind} with the id '${double}'`
        note({ report: report.id, path: [kind], rule: `${kind}-unique`, message })
      }
    }
  }

  const layouts = new Map<string, { layout: string; report: string }>()
  for (const plan of reports.flatMap(({ plans }) => plans)) {
    if (plan.download === null) continue
    const layout = JSON.stringify([plan.rows, plan.columns])
    const first = layouts.get(plan.download.call)
    if (first === undefined) layouts.set(plan.download.call, { layout, report: plan.reportId })
    else if (first.layout !== layout) {
      const message = `'${first.report}' names the same call with other rows or columns`
      note({ report: plan.reportId, path: ['download', 'call'], rule: 'download-layout', message })
    }
  }
}
