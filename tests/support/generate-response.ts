import { listRecordFields } from '../../src/report/table/pivot-records.ts'
import type { ColumnPlan, ReportPlan, Selection } from '../../src/report/model/report-plan.ts'
import { getPeriod } from '../../src/report/selection/selector-kinds.ts'
import { getKeyKind } from '../../src/report/model/key-kinds.ts'
import { getDays } from '../../src/time/grain.ts'
import { grains } from '../../src/time/grains.ts'

const NAMES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta']

type Fields = Record<string, unknown>

/**
 * A successful response that fits a plan, the same each time and growing by the year; `rows` is the number of records, all
 * by default.
 */
export function generateResponse(plan: ReportPlan, selection: Selection, rows?: number): unknown {
  const { key, top } = plan.rows
  const fields = plan.columns.flatMap(listSampleFields)
  const period = getPeriod(plan, selection)
  const growth = 1.05 ** ((period.year ?? Number(period.days?.first.slice(0, 4) ?? 2025)) - 2025)
  const names = Array.from(
    { length: Math.max(5, Number(top?.rows ?? 0) + 3) },
    (_, index) => `Number ${index + 1}`,
  )
  const year = period.year ?? 2025
  const days = period.days ?? (key.kind === 'date' ? getDays(grains.month, grains.month.of(year, 3)) : null)
  const keys = key.kind === 'text' ? names : getKeyKind(key).listAll({ year, days }, key)
  const records = keys.slice(0, rows).map((value, row): Fields => {
    const values = fields.map((field, column) => [field, getSampleValue(row, column, growth)] as const)
    return Object.fromEntries([[key.fields[0] ?? 'key', value], ...values])
  })
  const body: Fields = { success: true, message: '' }
  setAtPath(body, plan.data.recordsPath, records)
  for (const path of Object.values(plan.data.listPaths)) setAtPath(body, path, NAMES)
  return body
}

/** The fields that a column reads; a group has one for each of the names. */
function listSampleFields(column: ColumnPlan): readonly string[] {
  if (column.kind === 'field') return column.formula === null ? column.fields.slice(0, 1) : []
  if (column.kind === 'pivot') return listRecordFields(column.records)
  if (column.kind === 'list') return NAMES
  if (column.kind !== 'pattern') return []
  const { pattern } = column
  return NAMES.map((name) =>
    pattern.replaceAll(/\{[a-z]+\}/g, (_whole, at: number) =>
      at === pattern.indexOf('{') ? name.toLowerCase() : 'home',
    ),
  )
}

/** Plausible and different in each cell: a level for each column, a wave of a week over the rows. */
function getSampleValue(row: number, column: number, growth = 1): number {
  const level = (90_000 * growth) / (column + 1)
  return Math.round(level * (1 + 0.2 * Math.sin((row * 2 * Math.PI) / 7 + column)) * 100) / 100
}

/** Sets the value at a path, and the objects that are missing on the way. */
function setAtPath(target: Fields, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce((inner, name) => (inner[name] ??= {}) as Fields, target)
  parent[path.at(-1) ?? ''] = value
}
