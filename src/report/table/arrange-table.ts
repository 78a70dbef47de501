import { type ReportPlan, type Report, findPlan } from '../model/report-plan.ts'
import { operations, type Value } from '../../query/arithmetic.ts'
import { addRemark, getRowId, getRowName, type ReportTable, type TableRow } from '../model/report-table.ts'
import { formatNames, toPoints } from '../model/format.ts'
import { addColumn, deriveColumn, describeAdded, listAddable, splitAdded } from './added-columns.ts'
import { compareBeside, compareCombined, joinGaps, listUncompared } from './compare-columns.ts'
import { appendColumn } from './insert-column.ts'
import { findLimit, limitColumns, limitsRows } from './limit-table.ts'

/** The kind of an address that puts columns of another tab beside its own: `beside:TAB/NAME`, or `beside:TAB` for all. */
const BESIDE = 'beside'

export const formatBeside = (tab: string, label: string): string =>
  label === '' ? `${BESIDE}:${tab}` : `${BESIDE}:${tab}/${label}`

/** Splits the part of an address that puts columns of another tab beside its own; null for other parts. */
export function splitBeside(text: string): { readonly tab: string; readonly label: string } | null {
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
    // A row that this tab shows can be one of the others there.
    return other?.tab === tab ? [{ tab, label, plan: { ...other, rows: { ...other.rows, top: null } } }] : []
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

/** The indexes of a column, and of that of the other tab. */
type Both = readonly [own: number, beside: number]

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
  const kind = base.total === 'sum' ? ('sum' as const) : ('none' as const)
  const withTab = appendColumn(table, base, {
    column: { ...deriveColumn(base, text, `${label}, ${tab}`), id, total: kind },
    // A day without a record has zeros in some tables, which are no numbers of the other tab.
    rows: paired.map((row) => (row?.hasRecord ? (row.values[index] ?? null) : null)),
    listGaps: (_, position) =>
      (position === undefined ? otherTable.total : paired[position])?.gaps?.[index] ?? [],
    total: otherTable.total?.values[index] ?? null,
    isVisible,
  })
  const both = [own, table.columns.length] as const
  const unpaired = withTab.rows.map((row) => describeUnpaired(row, both))
  const whole = appendColumn(withTab, base, {
    column: {
      ...deriveColumn(base, text, `${label}, net`),
      id: `${id}-net`,
      format: toPoints(base.format),
      total: kind,
    },
    rows: withTab.rows.map((row) => computeNet(pickBoth(row, both))),
    listGaps: (row, position) =>
      joinGaps(row, both, position === undefined ? unpaired.flat() : unpaired[position]),
    total: computeNet(both.map((one) => withTab.total?.values[one] ?? null)),
    isVisible: false,
  })
  const earlier = compareBeside(whole, { own, beside: table.columns.length, other: index }, otherTable)
  const missing = listUncompared(whole, otherTable)
  const remark = `Not compared for ${tab}: ${formatNames(missing)}.`
  const isSaid = missing.length === 0 || whole.remarks.includes(remark)
  const remarked = isSaid ? whole : addRemark(whole, remark)
  if (earlier === undefined) return remarked
  const earlierUnpaired = earlier.rows.flatMap((row) => (row ? describeUnpaired(row, both) : []))
  const comparison = compareCombined(earlier, whole.columns.length - 1, {
    indexes: both,
    combine: computeNet,
    pickValues: (row) => pickBoth(row, both),
    listGaps: (row) => describeUnpaired(row, both),
    listLineGaps: ({ kind: of }, isFirst) => [
      ...(of === 'earlier' ? [] : unpaired.flat()),
      ...(of === 'current' || !isFirst ? [] : earlierUnpaired),
    ],
  })
  return { ...remarked, comparison }
}

const computeNet = ([own = null, beside = null]: readonly Value[]): Value => operations['-']([own, beside])

/** Returns what a row has of a column and of that of the other tab. */
const pickBoth = ({ values, hasRecord }: TableRow, [own, beside]: Both): readonly Value[] => [
  hasRecord ? (values[own] ?? null) : null,
  values[beside] ?? null,
]

/** Says that a row has a number in one of both columns only; nothing otherwise. */
function describeUnpaired(row: TableRow, both: Both): readonly string[] {
  const numbers = pickBoth(row, both).filter((value) => value !== null)
  return numbers.length === 1 ? [`Only one of both has a number for ${getRowName(row)}.`] : []
}
