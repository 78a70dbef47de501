import type { ReportPlan, Selection } from '../model/report-plan.ts'
import { getEarlierSelection } from '../selection/earlier-period.ts'
import { fillLink } from '../model/links.ts'
import type { ReportResponse } from '../model/report-response.ts'
import type { ColumnPlan, FoundColumn, ResolvedColumn, SumOf } from '../model/column-kind.ts'
import { getColumnKind } from './column-kinds.ts'

/** What a plan says of its columns, and of the fields that no column shows. */
interface PlannedColumns {
  readonly columns: readonly ColumnPlan[]
  readonly rows: Pick<ReportPlan['rows'], 'key' | 'dimension'>
  readonly data: { readonly ignoreFields: readonly string[] }
}

/** The columns of the table: groups are expanded by the response. `warn` gets what was left out. */
export function resolveColumns(
  plan: PlannedColumns,
  response: ReportResponse,
  warn: (text: string) => void,
): ResolvedColumn[] {
  const fixed = getFixedFields(plan)
  const all = plan.rows.dimension === null ? plan.columns : [plan.rows.dimension, ...plan.columns]
  const found = all.flatMap((column) =>
    getColumnKind(column)
      .resolve(column, { response, fixed, warn })
      .map((one) => ({ ...one, column, header: column.header && (one.fill ?? identity)(column.header) })),
  )
  const labels = uniqueLabels(addHeaders(found))
  return found.map(({ label, color, fields, parts, fill = identity, header, column }, index) => {
    const { compute, ...kind } = getColumnKind(column)
    const operands = kind.operands(column)
    const { id: from, role, hidden, format, description } = column
    const { kind: total, weights } = column.total
    return {
      id: `c${index}`,
      from,
      role,
      hidden,
      label: labels[index] ?? label,
      color,
      fields,
      operands: operands && findOperands(operands, column, found),
      base: kind.base(column),
      compute,
      format,
      header: header === null ? null : { above: header, label },
      description: description && fill(description),
      link: parts ? fillLink(column.link, parts) : column.link,
      total,
      weights: weights === null ? null : (findIndexes([weights], found)[0] ?? null),
    }
  })
}

/** Whether a column compares with the year before, so that its records are requested as well. */
export const usesPreviousYear = ({ columns }: Pick<PlannedColumns, 'columns'>): boolean =>
  columns.some((column) => getColumnKind(column).base(column) === 'previousYear')

/** Returns the same selection a year earlier; null if no column compares with it, or the calendar does not have it. */
export const getPreviousYear = (
  plan: Pick<ReportPlan, 'selectors' | 'columns'>,
  selection: Selection,
): Selection | null => (usesPreviousYear(plan) ? getEarlierSelection(plan, selection, 'year') : null)

const identity = (text: string): string => text

/** The fields that no group contains: those of the key and of single columns, and the ignored ones. */
export function getFixedFields({ rows, columns, data }: PlannedColumns): ReadonlySet<string> {
  const single = columns.flatMap((column) => getColumnKind(column).fixedFields(column))
  return new Set([...rows.key.fields, ...(rows.dimension?.fields ?? []), ...single, ...data.ignoreFields])
}

type Found = FoundColumn & { readonly column: ColumnPlan }

/** A computed column has its operands in the order of its references, a sum in that of the columns. */
function findOperands(references: SumOf, { total }: ColumnPlan, columns: readonly Found[]): number[] {
  return references !== 'series' && total.kind === 'computed'
    ? references.flatMap((id) => findIndexes([id], columns))
    : findIndexes(references, columns)
}

/** Whether a column is one of those that a sum of "series" adds: charted values that are loaded. */
export const isSummedSeries = ({ role, total }: Pick<ColumnPlan, 'role' | 'total'>): boolean =>
  role === 'series' && total.kind !== 'computed'

function findIndexes(references: SumOf, columns: readonly Found[]): number[] {
  return columns.flatMap(({ column }, index) =>
    (references === 'series' ? isSummedSeries(column) : references.includes(column.id)) ? [index] : [],
  )
}

/** The labels, those that several columns have with the header above them. */
function addHeaders(
  columns: readonly { readonly label: string; readonly header: string | null }[],
): string[] {
  const labels = columns.map(({ label }) => label)
  return columns.map(({ label, header }) =>
    header !== null && labels.indexOf(label) !== labels.lastIndexOf(label) ? `${header}: ${label}` : label,
  )
}

/** Adds a number to equal labels, since labels name toggles and legend entries. */
function uniqueLabels(labels: readonly string[]): string[] {
  const used = new Set<string>()
  return labels.map((label) => {
    let unique = label
    for (let count = 2; used.has(unique); count++) unique = `${label} (${count})`
    used.add(unique)
    return unique
  })
}
