import { type ColumnDefinitions, columnSchemas } from '../../../schemas/report/columns.ts'
import type { NumberFormatDefinition, TotalDefinition } from '../../../schemas/report/values.ts'
import type { Rows } from '../../../schemas/report/rows.ts'
import type { ColumnPlanOf, TotalPlan } from '../../report/model/column-kind.ts'
import { type NumberFormat, toPoints } from '../../report/model/format.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { findKindName } from '../schema-diagnostics.ts'

const percentage: NumberFormatDefinition = { style: 'percent', decimals: 1 }

/** The default formats of the kinds that have not two decimals. */
const usualFormats: { readonly [K in ColumnPlan['kind']]?: NumberFormatDefinition } = {
  share: percentage,
  ratio: percentage,
  change: { ...percentage, sign: 'always' },
}

/** Compiles a written column, without its link: it is of the first kind of the schemas whose name is one of its keys. */
export function compileColumn(column: ColumnDefinitions[ColumnPlan['kind']]): ColumnPlan {
  const kind = findKindName(columnSchemas, column)
  const { field, text, format, ...written } = {
    field: undefined,
    text: undefined,
    format: undefined,
    header: null,
    description: null,
    ...column,
  }
  const fields = [field ?? text ?? []].flat()
  const compiled = compileFormat(format, usualFormats[kind] ?? null)
  return {
    format: kind === 'difference' ? toPoints(compiled) : compiled,
    color: null,
    ...written,
    ...('field' in column && { fields, sum: column.sum ?? null }),
    ...('text' in column && { fields, role: 'text' }),
    kind,
    id: column.id ?? fields[0] ?? '',
    link: null,
    total: compileTotal('total' in column ? column.total : 'text' in column ? 'none' : null),
  } as ColumnPlan
}

/** Compiles the second column of rows that have a dimension. */
export const compileDimension = ({ field, label }: NonNullable<Rows['dimension']>) =>
  compileColumn({ text: field, id: 'dimension', label, hidden: false }) as ColumnPlanOf<'text'>

/** Compiles a total; a computed column has none of its own. */
function compileTotal(total: TotalDefinition | null): TotalPlan {
  if (total === null) return { kind: 'computed', weights: null }
  return typeof total === 'string'
    ? { kind: total, weights: null }
    : { kind: 'weightedMean', weights: total.weightedMean }
}

/** Compiles a format: a fraction stays a percentage unless another style is written, or a unit, as in EUR/min. */
function compileFormat(
  format: NumberFormatDefinition | undefined,
  usual: NumberFormatDefinition | null,
): NumberFormat | null {
  if (usual === null) return format === undefined ? null : compileNumberFormat(format)
  const { style = usual.style, unit = '' } = format ?? {}
  return compileNumberFormat(style === usual.style && unit === '' ? { ...usual, ...format } : (format ?? {}))
}

/** A percent sign touches its number, other units do not. */
export const compileNumberFormat = ({
  decimals = 2,
  style = 'plain',
  sign = 'auto',
  unit = '',
}: NumberFormatDefinition): NumberFormat => ({
  options: {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    style: style === 'percent' ? style : 'decimal',
    notation: style === 'compact' ? style : 'standard',
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  },
  suffix: unit === '' || /^[%‰°]/.test(unit) ? unit : `\u00A0${unit}`,
})
