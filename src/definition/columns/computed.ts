import type { NumberFormatDefinition } from '../../../schemas/report/values.ts'
import type { NumberFormat } from '../../report/format.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { ColumnPlanBase } from '../../report/columns/column-kind.ts'
import { type ColumnDefinitionKind, compileNumberFormat, screenParts } from './definition-kind.ts'

interface WrittenComputed {
  readonly id: string
  readonly label: string
  readonly role: ColumnPlanBase['role']
  readonly color?: string | undefined
  readonly hidden: boolean
  readonly format?: NumberFormatDefinition | undefined
}

/** What every kind compiles alike that computes a column from others; `usual` is its default format, null for that of every column. */
export const compileComputed = (
  { id, label, role, color, hidden, format }: WrittenComputed,
  usual: NumberFormatDefinition | null,
) => ({
  id,
  label,
  role,
  color: color ?? null,
  hidden,
  ...screenParts,
  format: compileFormat(format, usual),
  total: { kind: 'computed', weights: null } as const,
})

/** A fraction stays a percentage unless another style is written, or a unit, as in EUR/min. */
function compileFormat(
  format: NumberFormatDefinition | undefined,
  usual: NumberFormatDefinition | null,
): NumberFormat | null {
  if (usual === null) return format === undefined ? null : compileNumberFormat(format)
  const { style = usual.style, unit = '' } = format ?? {}
  return compileNumberFormat(style === usual.style && unit === '' ? { ...usual, ...format } : (format ?? {}))
}

/** A share or a ratio, such as 12.3%. */
export const percent: NumberFormatDefinition = { style: 'percent', decimals: 1 }

/** A change, such as +12.3%. */
export const signedPercent: NumberFormatDefinition = { ...percent, sign: 'always' }

/** What every kind is that computes a column from others: no response contains it. */
export const computedKind = {
  isGroup: false,
  parts: () => [],
  checkDataset: () => [],
  sampleFields: () => [],
  verifyRecords: () => [],
  verifyTable: () => [],
} satisfies Partial<ColumnDefinitionKind<ColumnPlan['kind']>>
