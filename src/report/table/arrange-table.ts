import { type ReportPlan, type Report, findPlan } from '../model/report-plan.ts'
import { getRowId, getRowName, type ReportTable } from '../model/report-table.ts'
import { toPoints } from '../model/format.ts'
import { addColumn, deriveColumn, describeAdded, listAddable, splitAdded } from './added-columns.ts'
import { appendColumn } from './insert-column.ts'
import { findLimit, limitColumns, limitsRows } from './limit-table.ts'

/** The kind of an address that puts columns of another tab beside its own: `beside:TAB/NAME`, or `beside:TAB` for all. */
const BESIDE = 'beside'

export const formatBeside = (tab: string, label: string): string =>
  label === '' ? `${BESIDE}:${tab}` : `${BESIDE}:${tab}/${label}`

function splitBeside(text: string): { readonly tab: string; readonly label: string } | null {
  const { kind, rest } = splitAdded(text)
  const [, tab = '', label = ''] = /^([^/]+)(?:\/([^]+))?$/.exec(rest) ?? []
  return kind === BESIDE && tab !== '' ? { tab, label } : null
}

/** Lists the other tabs of a screen that have a column of this label, in its variant; an empty label is any of its columns. */
export function listTabsBeside(report: Report, plan: ReportPlan, label: string) {
  const { items = [] } = report.tabs ?? {}
  return items.filter(({ id }) => {
    const other = id === plan.tab ? undefined : findPlan(report, id, plan.variant)
    const labels = label === '' ? plan.columns.map((column) => column.label) : [label]
    return other?.columns.some((column) => labels.includes(column.label)) === true
  })
}

/** Finds the screens of other tabs that an address needs, by the ids of their tabs. */
export function findBeside(report: Report, plan: ReportPlan, added: readonly string[]) {
  const tabs = [...new Set(added.flatMap((text) => splitBeside(text)?.tab ?? []))]
  return tabs.flatMap((tab) => {
    const other = tab === plan.tab ? undefined : findPlan(report, tab, plan.variant)
    const label = report.tabs?.items.find(({ id }) => id === tab)?.label ?? tab
    return other?.tab === tab ? [{ tab, label, plan: other }] : []
  })
}

export interface TableBeside {
  readonly tab: string
  readonly label: string
  readonly table: ReportTable
}

/** Describes a part of an address as readers know it. */
export function describePart(
  text: string,
  tabs: readonly { readonly id: string; readonly label: string }[],
): string {
  const beside = splitBeside(text)
  const limit = findLimit([text])
  if (limit !== null)
    return `The ${limit.count} largest${limit.label === '' ? '' : ` by ${limit.label}`}, and others`
  if (beside === null) return describeAdded(text)
  return `${beside.label || 'All columns'}, ${tabs.find(({ id }) => id === beside.tab)?.label ?? beside.tab}, and net`
}

interface Parts {
  /** The table with its largest rows; null if the rows are not limited. */
  readonly limited: ReportTable | null
  readonly beside: readonly TableBeside[]
}

/** Changes a table as an address says, in place of what was changed before. What it cannot have is left out. */
export function arrangeTable(
  table: ReportTable,
  added: readonly string[],
  { limited, beside }: Parts = { limited: null, beside: [] },
): ReportTable {
  const base = table.arranged?.base ?? table
  if (added.length === 0) return base
  const limit = findLimit(added)
  const start = limited ?? base
  const whole = added.reduce((changed, text) => {
    const part = splitBeside(text)
    if (part === null) return addColumn(changed, text)
    const other = beside.find(({ tab }) => tab === part.tab)
    const labels = part.label === '' ? listAddable(start).map(({ label }) => label) : [part.label]
    return other === undefined
      ? changed
      : labels.reduce(
          (whole, label) => putBeside(whole, { text, label, isVisible: part.label !== '' }, other),
          changed,
        )
  }, start)
  const shown = limit === null || limitsRows(base) ? whole : limitColumns(whole, limit)
  return { ...shown, arranged: { added, base } }
}

/** Says which parts of an address a table did not take. */
export function listIgnored(table: ReportTable, added: readonly string[]): readonly string[] {
  const limit = findLimit(added)
  const taken = new Set(table.columns.map(({ from }) => from.replace(/^added:/, '')))
  return added.filter((text) => !taken.has(text) && !(text === limit?.text && limitsRows(table)))
}

function putBeside(
  table: ReportTable,
  { text, label, isVisible }: { readonly text: string; readonly label: string; readonly isVisible: boolean },
  { tab: tabId, label: tab, table: otherTable }: TableBeside,
): ReportTable {
  const base = listAddable(table).find((column) => column.label === label)
  const index = otherTable.columns.findIndex((column) => column.label === label)
  const id = `${base?.id}-${BESIDE}-${tabId}`
  if (base === undefined || index < 0 || table.columns.some((column) => column.id === id)) return table
  const own = table.columns.indexOf(base)
  const found = new Map(otherTable.rows.map((row) => [getRowId(row), row]))
  const paired = table.rows.map((row) => (row.isRest ? undefined : found.get(getRowId(row))))
  const rows = paired.map((row) => row?.values[index] ?? null)
  const total = otherTable.total?.values[index] ?? null
  const listBeside = (_: unknown, position?: number): readonly string[] =>
    (position === undefined ? otherTable.total : paired[position])?.gaps?.[index] ?? []
  const subtract = (one: number | null, two: number | null) =>
    one === null || two === null ? null : one - two
  const kind = base.total === 'sum' ? ('sum' as const) : ('none' as const)
  const net = table.rows.map((row, position) => subtract(row.values[own] ?? null, rows[position] ?? null))
  const unpaired = table.rows.map((row, position) => {
    const isWhole = net[position] !== null || row.values[own] === rows[position]
    return isWhole ? [] : [`Only one of both has a number for ${getRowName(row)}.`]
  })
  const beside = appendColumn(table, base, {
    column: { ...deriveColumn(base, text, `${label}, ${tab}`), id, total: kind },
    rows,
    listGaps: listBeside,
    total,
    isVisible,
  })
  return appendColumn(beside, base, {
    column: {
      ...deriveColumn(base, text, `${label}, net`),
      id: `${id}-net`,
      format: toPoints(base.format),
      total: kind,
    },
    rows: net,
    listGaps: (row, position) => [
      ...new Set([
        ...(row.gaps?.[own] ?? []),
        ...listBeside(row, position),
        ...(position === undefined ? unpaired.flat() : (unpaired[position] ?? [])),
      ]),
    ],
    total: subtract(table.total?.values[own] ?? null, total),
    isVisible: false,
  })
}
