import type { NumberFormatDefinition } from '../../../schemas/report/values.ts'
import type { NumberFormat } from '../../report/format.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { ColumnPlanBase } from '../../report/columns/column-kind.ts'
import {
  checkPercent,
  checkPreviousYear,
  checkReferences,
  checkSummed,
  checkUnits,
} from '../rules/operand-rules.ts'
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
const compileComputed = (
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
const percent: NumberFormatDefinition = { style: 'percent', decimals: 1 }

/** A change, such as +12.3%. */
const signedPercent: NumberFormatDefinition = { ...percent, sign: 'always' }

/** What every kind is that computes a column from others: no response contains it. */
const computedKind = {
  isGroup: false,
  parts: () => [],
  checkDataset: () => [],
  sampleFields: () => [],
  verifyRecords: () => [],
  verifyTable: () => [],
} satisfies Partial<ColumnDefinitionKind<ColumnPlan['kind']>>

/** A column's share of its total. */
const share: ColumnDefinitionKind<'share'> = {
  ...computedKind,
  compile: ({ share: of, ...written }) => ({
    kind: 'share',
    share: of,
    ...compileComputed(written, percent),
  }),
  check: (column, context) => {
    checkReferences(column, { share: column.share }, context)
    checkSummed(column.share, context)
    checkPercent(column, context)
  },
}

/** A column divided by another. */
const ratio: ColumnDefinitionKind<'ratio'> = {
  ...computedKind,
  compile: ({ ratio: of, to, ...written }) => ({
    kind: 'ratio',
    ratio: of,
    to,
    ...compileComputed(written, percent),
  }),
  check: (column, context) => {
    checkReferences(column, { ratio: column.ratio, to: column.to }, context)
    checkPercent(column, context)
  },
}

/** A column minus another. */
const difference: ColumnDefinitionKind<'difference'> = {
  ...computedKind,
  compile: ({ difference: of, minus, ...written }) => ({
    kind: 'difference',
    difference: of,
    minus,
    ...compileComputed(written, null),
  }),
  check: (column, context) => {
    checkReferences(column, { difference: column.difference, minus: column.minus }, context)
    checkUnits(column, context)
  },
}

/** How much a column grew or shrank. */
const change: ColumnDefinitionKind<'change'> = {
  ...computedKind,
  compile: ({ change: of, since, ...written }) => ({
    kind: 'change',
    change: of,
    since,
    ...compileComputed(written, signedPercent),
  }),
  check: (column, context) => {
    checkReferences(column, { change: column.change }, context)
    checkPercent(column, context)
    if (column.since === 'previousYear') checkPreviousYear(column, context)
  },
}

/** The kinds of columns that are computed from others, as definitions use them. */
export const computedColumnDefinitions = { share, ratio, difference, change }
