import { z } from 'zod'
import { define, defineKind, flag, choice, optionalText } from './primitives.ts'
import { ColumnRef } from './values.ts'

const operators = ['<', '<=', '=', '!=', '>=', '>', 'outside'] as const

const limitColumn = ColumnRef.describe(
  'The column whose value in the same row is the limit, by id; not a group.',
)

const limits = [z.number(), z.strictObject({ column: limitColumn })] as const
export const Limit = z.union(limits)

/** Returns the keys of every condition, whose limits are of these kinds. Editors know no union within another. */
export const comparison = <const L extends readonly [z.ZodType, ...z.ZodType[]]>(kinds: L) => ({
  operator: z
    .enum(operators)
    .describe(
      'How they are compared. `outside` is below the first of two limits, or above the second. A blank meets no condition.',
    ),
  value: z.union([...kinds, z.tuple([z.union(kinds), z.union(kinds)])]).meta({
    description:
      'With what they are compared; for `outside` a list of two. Of a percentage it is the part of 1: 0.05 for 5%.',
  }),
  absolute: flag('Compares the values without their signs: -5 as 5.'),
})

export const Condition = define(
  'Condition',
  'Compares a column with numbers, or with other columns of the same row.',
  {
    column: ColumnRef.describe('The column or group whose values are compared, by id.'),
    ...comparison(limits),
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
    mark: choice(['cell', 'row'], 'cell').describe(
      'What is highlighted: the compared cell, or its whole row.',
    ),
    label: optionalText(200).describe('What it means, below the table; by default the condition in words.'),
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
export type Limit = z.infer<typeof Limit>
export type Condition = z.infer<typeof Condition>
export type HighlightDefinition = z.infer<typeof Highlights>[number]
