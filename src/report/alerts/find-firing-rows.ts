import { alignRow, computeChange } from '../table/add-comparison.ts'
import { INCOMPLETE } from '../table/totals.ts'
import { formatNumber } from '../model/format.ts'
import { getRowSpan } from '../table/row-span.ts'
import type { ReportPlan, Selection } from '../model/report-plan.ts'
import { getPeriod } from '../selection/selector-kinds.ts'
import { compareValues } from '../model/comparisons.ts'
import { getRowId, isRecorded, type ReportTable, type TableRow } from '../model/report-table.ts'
import type { ConditionRule } from '../model/alert-plan.ts'
import type { AlertCell, AlertStep } from './alert-state.ts'
import { createUsual } from './usual-values.ts'

/** A loaded period of a screen. Its table has every row, and a comparison if the alert is on changes. */
export interface WatchedPeriod {
  readonly selection: Selection
  readonly name: string
  readonly table: ReportTable
}

/** Lists the steps of some periods, the earliest first: each row of time, or each period if the rows are names. */
export function listSteps(
  plan: ReportPlan,
  when: ConditionRule,
  periods: readonly WatchedPeriod[],
): readonly AlertStep[] {
  const steps = new Map<string, AlertStep>()
  const usual = when.isUsual === true ? createUsual(plan.rows.key.kind) : null
  for (const { selection, name, table } of periods) {
    const isName = table.keyKind === 'text'
    for (const { row, earlier } of pairRows(plan, table)) {
      // A change is one of whole periods.
      const isBegun = table.begun !== undefined && (table.begun.row ?? row.key) === row.key
      if (!isRecorded(row) || (isBegun && when.change !== null)) continue
      const day = findDay(plan, selection, row)
      const key = isName ? day : `${day} ${row.key}`
      const label = isName ? name : describeTime(plan, row)
      const cells = listCells(
        when,
        table,
        row,
        earlier,
        usual && ((subject, value) => usual.find(subject, key, value)),
      )
      const before = steps.get(key)
      steps.set(key, { key, label, cells: [...(before?.cells ?? []), ...cells] })
    }
  }
  return [...steps.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** Finds the first day of a row, or of its period if the rows are names. */
export function findDay(plan: ReportPlan, selection: Selection, row: TableRow): string {
  const period = getPeriod(plan, selection)
  const from = getRowSpan({ keyKind: plan.rows.key.kind }, row, period)?.from.slice(0, 10)
  return from ?? period.days?.first ?? `${period.year ?? 0}-01-01`
}

/** Returns the label of a row of time, with its day or year where the label itself names none. */
const describeTime = (plan: ReportPlan, { key, label }: TableRow): string =>
  key === label || plan.rows.key.kind === 'date' || key.length < 10 ? label : `${key.slice(0, 10)} ${label}`

/** Pairs the rows with earlier ones, also names that only the earlier period has. */
function pairRows(plan: ReportPlan, table: ReportTable) {
  const { rows, comparison, columns, keyKind } = table
  const pairs = rows.map((row, index) => ({ row, earlier: comparison?.rows[index] ?? null }))
  if (comparison === undefined || keyKind !== 'text') return pairs
  const ids = new Set(rows.map((row) => getRowId(row)))
  const gone = comparison.table.rows.filter((row) => !ids.has(getRowId(row)))
  return [
    ...pairs,
    ...gone.map((row) => ({
      row: { ...row, values: [], gaps: [] },
      earlier: alignRow(row, comparison.table, columns, plan),
    })),
  ]
}

/** Finds the limits of what is usual for a value; null if that is not known yet. */
type FindUsual = (subject: string, value: number) => readonly number[] | null

function listCells(
  when: ConditionRule,
  table: ReportTable,
  row: TableRow,
  earlier: TableRow | null,
  findUsual: FindUsual | null,
): AlertCell[] {
  const { column, change, reset, label: only } = when
  const indexes = table.columns.flatMap(({ from, label }, position) =>
    from === column && (only ?? label) === label ? [position] : [],
  )
  const wanted = [when.value].flat()
  const limits = wanted.flatMap((limit) => {
    if (typeof limit === 'number') return limit
    return row.values[table.columns.findIndex(({ from }) => from === limit.column)] ?? []
  })
  const name = [table.keyKind === 'text' ? row.label : '', row.dimension].filter(Boolean).join(', ')
  return indexes.flatMap((position) => {
    const { label = '', format = null, total } = table.columns[position] ?? {}
    const before = earlier?.values[position] ?? null
    // A name without records has a sum of 0 where it had one before.
    const isGone = before !== null && total === 'sum' && table.keyKind === 'text'
    const current = row.values[position] ?? (isGone ? 0 : null)
    const changed = change === null ? null : computeChange(current, before, format)
    const value = changed === null ? current : changed.value
    if (value === null || current === null || limits.length < wanted.length) return []
    const subject = [name, ...(indexes.length > 1 || name === '' ? [label] : [])].filter(Boolean).join(', ')
    const usual = findUsual === null ? null : findUsual(subject, value)
    if (findUsual !== null && usual === null) return []
    const allowed = usual === null ? limits : when.operator === '>' ? usual.slice(1) : usual
    const amount = formatNumber(current, format, row)
    const text = changed === null ? amount : `${formatNumber(value, changed.format)} (${amount})`
    const size = when.absolute ? Math.abs(value) : value
    const isPartial = [row, earlier].some((one) => (one?.gaps?.[position] ?? []).length > 0)
    return {
      subject,
      meetsCondition: compareValues(when, value, allowed),
      keepsFiring: compareValues(when, value, reset === null ? allowed : [reset]),
      distance: Math.min(...allowed.map((limit) => Math.abs(size - limit))),
      text: isPartial ? `${INCOMPLETE} ${text}` : text,
    }
  })
}
