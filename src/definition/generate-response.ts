import { getAtPath, setAtPath } from '../report/json-path.ts'
import type { ReportPlan, Selection } from '../report/plan.ts'
import { getPeriod } from '../report/selectors.ts'
import { getColumnDefinitionKind, isGroup } from './columns/index.ts'
import { getKeyDefinitionKind } from './keys.ts'

const NAMES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta']

type Fields = Record<string, unknown>

/**
 * A successful response that fits a plan, the same each time and growing by the year; `rows` is the number of records, all
 * by default.
 */
export function generateResponse(plan: ReportPlan, selection: Selection, rows?: number): unknown {
  const { key, top } = plan.rows
  const fields = plan.columns.flatMap((column) => getColumnDefinitionKind(column).sampleFields(column, NAMES))
  const period = getPeriod(plan, selection)
  const growth = 1.05 ** ((period.year ?? Number(period.days?.first.slice(0, 4) ?? 2025)) - 2025)
  const count = Math.max(5, (top?.rows ?? 0) + 3)
  const keys = getKeyDefinitionKind(key).sampleKeys(period, count).slice(0, rows)
  const records = keys.map((value, row): Fields => {
    const values = fields.map((field, column) => [field, getSampleValue(row, column, growth)] as const)
    return Object.fromEntries([[key.fields[0] ?? 'key', value], ...values])
  })
  const body: Fields = { success: true, message: '' }
  setAtPath(body, plan.data.recordsPath, records)
  for (const path of Object.values(plan.data.listPaths)) setAtPath(body, path, NAMES)
  return body
}

/** The same response with so many more names in its group as a busy month has; null without a group. */
export function withMany(plan: ReportPlan, body: unknown, count: number): unknown {
  const group = plan.columns.find(isGroup)
  if (group === undefined) return null
  const names = Array.from({ length: count }, (_, index) => `Further ${index + 1}`)
  const fields = getColumnDefinitionKind(group).sampleFields(group, names)
  return changeRecords(plan, body, (records) =>
    records.map((record, row) => ({
      ...record,
      ...Object.fromEntries(fields.map((field, column) => [field, getSampleValue(row, column + 3)])),
    })),
  )
}

/** The same response without every second record. */
export function withGaps(plan: ReportPlan, body: unknown): unknown {
  return changeRecords(plan, body, (records) => records.filter((_, index) => index % 2 === 0))
}

function changeRecords(
  plan: ReportPlan,
  body: unknown,
  change: (records: readonly Fields[]) => Fields[],
): unknown {
  const copy = structuredClone(body) as Fields
  const found = getAtPath(copy, plan.data.recordsPath)
  if (Array.isArray(found)) setAtPath(copy, plan.data.recordsPath, change(found))
  return copy
}

/** Plausible and different in each cell: a level for each column, a wave of a week over the rows. */
function getSampleValue(row: number, column: number, growth = 1): number {
  const level = (90_000 * growth) / (column + 1)
  return Math.round(level * (1 + 0.2 * Math.sin((row * 2 * Math.PI) / 7 + column)) * 100) / 100
}
