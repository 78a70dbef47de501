import type { ColumnPlan, ReportPlan, Selection } from '../../src/report/plan.ts'
import { getPlaceholders } from '../../src/report/template.ts'

const NAMES = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot', 'Golf']

/**
 * The body of a successful answer that fits a plan, whatever the plan is: `rows` records from the first day or
 * month on, with small whole numbers that differ from cell to cell.
 */
export function sampleAnswer(plan: ReportPlan, selection: Selection, rows = 3, message?: string): unknown {
  const fields = plan.columns.flatMap(fieldsOf)
  const records = Array.from({ length: rows }, (_, row) => ({
    [plan.rows.key.fields[0] ?? 'key']: keyOf(plan, selection, row),
    ...Object.fromEntries(fields.map((field, column) => [field, (row + 1) * 100 + column])),
  }))
  const body: Record<string, unknown> = { success: true, ...(message === undefined ? {} : { message }) }
  put(body, plan.data.recordsPath, records)
  for (const path of Object.values(plan.data.listPaths)) put(body, path, NAMES)
  return body
}

function fieldsOf(column: ColumnPlan): string[] {
  if (column.kind === 'field') return column.fields.slice(0, 1)
  if (column.kind === 'list') return NAMES
  if (column.kind === 'sum') return []
  return NAMES.map((name, index) =>
    getPlaceholders(column.pattern).reduce(
      (form, { name: part }, place) =>
        form.replace(`{${part}}`, (NAMES[(index + place) % NAMES.length] ?? name).toLowerCase()),
      column.pattern,
    ),
  )
}

function keyOf(plan: ReportPlan, selection: Selection, row: number): string | number {
  const { kind } = plan.rows.key
  if (kind === 'month') return row + 1
  if (kind === 'text') return `Row ${row + 1}`
  const value = (of: 'year' | 'month') =>
    selection[plan.selectors.find((selector) => selector.kind === of)?.name ?? ''] ?? '1'
  return `${value('month')}/${row + 1}/${value('year')}`
}

function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner: Record<string, unknown> = { ...(body[name] as Record<string, unknown> | undefined) }
  put(inner, rest, value)
  body[name] = inner
}
