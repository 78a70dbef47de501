import { z } from 'zod'
import { define, defineKind } from './primitives.ts'
import { ColumnRef } from './values.ts'

export const operators = ['<', '<=', '=', '!=', '>=', '>'] as const

const limitColumn = ColumnRef.describe(
  'The column whose value in the same row is the limit, by id; not a group.',
)

/** What values are compared with. */
export const Limit = z.union([z.number(), z.strictObject({ column: limitColumn })])

export const Condition = define(
  'Condition',
  'Compares a column with a number, or with another column of the same row.',
  {
    column: ColumnRef.describe('The column or group whose values are compared, by id.'),
    operator: z.enum(operators).describe('How they are compared. A blank meets no condition.'),
    value: Limit.meta({
      description:
        'The number with which they are compared, or a column. Of a percentage it is the part of 1: 0.05 for 5%.',
    }),
  },
)

const ConditionHighlight = defineKind(
  'ConditionHighlight',
  'a condition',
  'Highlights the cells or rows that meet a condition.',
  {
    when: Condition,
    as: z
      .enum(['good', 'warning', 'bad'])
      .describe('What the values are: each has a colour, a sign and a word.'),
    mark: z
      .enum(['cell', 'row'])
      .default('cell')
      .describe('What is highlighted: the compared cell, or its whole row.'),
    label: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('What it means, below the table; by default the condition in words.'),
  },
)

const ScaleHighlight = defineKind(
  'ScaleHighlight',
  'a colour scale',
  'Shades the cells by their values, as a heat map.',
  {
    scale: ColumnRef.describe('The column or group whose cells are shaded, by id.'),
    from: z.number().optional().describe('The value without a shade; by default the smallest one shown.'),
    to: z.number().optional().describe('The value with the full shade; by default the largest one shown.'),
  },
)

export const Highlights = z
  .array(z.union([ConditionHighlight, ScaleHighlight]))
  .min(1)
  .max(20)

export type ConditionOperator = (typeof operators)[number]
export type Condition = z.infer<typeof Condition>
export type HighlightDefinition = z.infer<typeof Highlights>[number]
