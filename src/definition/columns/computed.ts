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

/** What every kind compiles alike that computes a column from others; `usual` is its default format. */
export const compileComputed = (
  { id, label, role, color, hidden, format }: WrittenComputed,
  usual: NumberFormat | null,
) => ({
  id,
  label,
  role,
  color: color ?? null,
  hidden,
  ...screenParts,
  format: format === undefined ? usual : compileNumberFormat(format),
  total: { kind: 'computed', weights: null } as const,
})

/** A share or a ratio, such as 12.3%. */
export const percent = compileNumberFormat({ style: 'percent', decimals: 1, sign: 'auto', unit: '' })

/** A change, such as +12.3%. */
export const signedPercent = compileNumberFormat({ style: 'percent', decimals: 1, sign: 'always', unit: '' })

/** What every kind is that computes a column from others: no response contains it. */
export const computedKind = {
  isGroup: false,
  parts: () => [],
  checkDataset: () => [],
  sampleFields: () => [],
  verifyRecords: () => [],
  verifyTable: () => [],
} satisfies Partial<ColumnDefinitionKind<ColumnPlan['kind']>>
