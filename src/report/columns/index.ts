import { fillLink } from '../links.ts'
import type { ReportPlan } from '../plan.ts'
import type { ReportResponse } from '../response.ts'
import type { ColumnKind, FoundColumn, ResolvedColumn, SumOf, Value } from './column-kind.ts'
import { change, type ChangeColumnPlan } from './change.ts'
import { difference, type DifferenceColumnPlan } from './difference.ts'
import { field, type FieldColumnPlan } from './field.ts'
import { list, type ListColumnsPlan } from './list.ts'
import { pattern, type PatternColumnsPlan } from './pattern.ts'
import { ratio, type RatioColumnPlan } from './ratio.ts'
import { share, type ShareColumnPlan } from './share.ts'
import { sum, type SumColumnPlan } from './sum.ts'

export type ColumnPlan =
  | FieldColumnPlan
  | ListColumnsPlan
  | PatternColumnsPlan
  | SumColumnPlan
  | ShareColumnPlan
  | RatioColumnPlan
  | DifferenceColumnPlan
  | ChangeColumnPlan

/** Every kind of column; what only Node needs of each is in `src/definition/columns/`. */
const columnKinds: { readonly [K in ColumnPlan['kind']]: ColumnKind<K> } = {
  field,
  list,
  pattern,
  sum,
  share,
  ratio,
  difference,
  change,
}

export const getColumnKind = <K extends ColumnPlan['kind']>({ kind }: { readonly kind: K }): ColumnKind<K> =>
  columnKinds[kind]

/** The columns of the table: groups are expanded by the response. `warn` gets what was left out. */
export function resolveColumns(
  plan: ReportPlan,
  response: ReportResponse,
  warn: (text: string) => void,
): ResolvedColumn[] {
  const fixed = getFixedFields(plan)
  const found = plan.columns.flatMap((column) =>
    getColumnKind(column)
      .resolve(column, { response, fixed, warn })
      .map((one) => ({ ...one, column, header: column.header && (one.fill ?? identity)(column.header) })),
  )
  const labels = uniqueLabels(addHeaders(found))
  return found.map(({ label, color, fields, parts, fill = identity, header, column }, index) => {
    const operands = getColumnKind(column).operands(column)
    const { kind: total, weights } = column.total
    return {
      kind: column.kind,
      from: column.id,
      role: column.role,
      hidden: column.hidden,
      label: labels[index] ?? label,
      color,
      fields,
      operands: operands && findOperands(operands, column, found),
      base: getColumnKind(column).base(column),
      format: column.format,
      header: header === null ? null : { above: header, label },
      description: column.description && fill(column.description),
      link: parts ? fillLink(column.link, parts) : column.link,
      total,
      weights: weights === null ? null : (findIndexes([weights], found)[0] ?? null),
    }
  })
}

/** Whether a column compares with the year before, so that its records are requested as well. */
export const usesPreviousYear = ({ columns }: Pick<ReportPlan, 'columns'>): boolean =>
  columns.some((column) => getColumnKind(column).base(column) === 'previousYear')

const identity = (text: string): string => text

/** The fields that no group contains: those of the key and of single columns, and the ignored ones. */
export function getFixedFields({ rows, columns, data }: ReportPlan): ReadonlySet<string> {
  const single = columns.flatMap((column) => getColumnKind(column).fixedFields(column))
  return new Set([...rows.key.fields, ...single, ...data.ignoreFields])
}

/** A value for each column, the given one or else a computed one; those of the operands are computed first. */
export function computeValues(
  columns: readonly ResolvedColumn[],
  given: readonly (Value | undefined)[],
  compute: (column: ResolvedColumn, index: number, operands: () => readonly Value[]) => Value,
): Value[] {
  const values = [...given]
  const get = (index: number): Value => {
    const known = values[index]
    if (known !== undefined) return known
    const column = columns[index]
    if (column === undefined) return 0
    return (values[index] = compute(column, index, () => column.operands?.map(get) ?? []))
  }
  return columns.map((_, index) => get(index))
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
