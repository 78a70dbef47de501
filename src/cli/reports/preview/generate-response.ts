import { daysInMonth } from '../../../report/calendar.ts'
import type { ReportPlan, Selection } from '../../../report/plan.ts'

const GROUP = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta']
const TEXTS = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

type Fields = Record<string, unknown>

/** An answer such as the plan's call could give, made up: the same one each time. */
export function generateResponse(plan: ReportPlan, selection: Selection): unknown {
  const names = fieldNames(plan)
  const records = keys(plan, selection).map((key, row): Fields => {
    const values = names.map((name, column) => [name, sampleValue(row, column)] as const)
    return Object.fromEntries([[plan.rows.key.fields[0] ?? 'key', key], ...values])
  })
  const lists = Object.values(plan.data.listPaths).map((path) => [path, GROUP] as const)
  const body: Fields = { success: true, message: '' }
  for (const [path, value] of [[plan.data.recordsPath, records] as const, ...lists]) putAt(body, path, value)
  return body
}

/** The same answer with so many more names in its groups as a busy month brings. */
export function withMany(plan: ReportPlan, body: unknown, count: number): unknown {
  const group = plan.columns.find(({ kind }) => kind === 'list' || kind === 'pattern')
  if (group === undefined) return null
  const form = group.kind === 'pattern' ? group.pattern : null
  const names = Array.from({ length: count }, (_, index) =>
    form === null ? `Further ${index + 1}` : form.replaceAll(/\{[a-z]+\}/g, `more${index + 1}`),
  )
  return changeRecords(plan, body, (records) =>
    records.map((record, row) => ({
      ...record,
      ...Object.fromEntries(names.map((name, column) => [name, sampleValue(row, column + 3)])),
    })),
  )
}

/** The same answer with every second record away. */
export function withGaps(plan: ReportPlan, body: unknown): unknown {
  return changeRecords(plan, body, (records) => records.filter((_, index) => index % 2 === 0))
}

function changeRecords(
  plan: ReportPlan,
  body: unknown,
  change: (records: readonly Fields[]) => Fields[],
): unknown {
  const copy = structuredClone(body) as Fields
  const found = plan.data.recordsPath.reduce<unknown>((at, name) => (at as Fields | undefined)?.[name], copy)
  if (Array.isArray(found)) putAt(copy, plan.data.recordsPath, change(found))
  return copy
}

function fieldNames(plan: ReportPlan): string[] {
  return plan.columns.flatMap((column) => {
    if (column.kind === 'field') return column.sum === null ? column.fields.slice(0, 1) : []
    if (column.kind === 'list') return GROUP
    if (column.kind === 'sum') return []
    return GROUP.slice(0, 4).map((name) =>
      column.pattern.replaceAll(/\{[a-z]+\}/g, (_whole, offset: number) =>
        offset === 0 ? name.toLowerCase() : 'home',
      ),
    )
  })
}

function keys({ rows }: ReportPlan, { year = '2025', month = '3' }: Selection): readonly (string | number)[] {
  if (rows.key.kind === 'text') return TEXTS
  if (rows.key.kind === 'month') return Array.from({ length: 12 }, (_, index) => index + 1)
  const days = daysInMonth(Number(year), Number(month))
  return Array.from({ length: days }, (_, index) => `${month}/${index + 1}/${year}`)
}

/** Plausible and never the same twice: a level per column, a week's wave per row. */
function sampleValue(row: number, column: number): number {
  const level = 90_000 / (column + 1)
  return Math.round(level * (1 + 0.2 * Math.sin((row * 2 * Math.PI) / 7 + column)) * 100) / 100
}

function putAt(body: Fields, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) body[name] = value
  else {
    const inner = body[name]
    const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Fields) : {}
    body[name] = next
    putAt(next, rest, value)
  }
}
