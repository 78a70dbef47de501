import { z } from 'zod'
import { describe } from '../describe.ts'
import { ColumnRef } from './values.ts'

const operators = ['<', '<=', '=', '!=', '>=', '>'] as const

const limitColumn = describe(
  ColumnRef,
  'The column whose value in the same row is the limit, by id; not a group.',
  'capacity',
)

export const Condition = z
  .strictObject({
    column: describe(ColumnRef, 'The column or group whose values are compared, by id.', 'lossRate'),
    operator: describe(z.enum(operators), 'How they are compared. A blank meets no condition.', '>'),
    value: z.union([z.number(), z.strictObject({ column: limitColumn })]).meta({
      description:
        'The number with which they are compared, or a column. Of a percentage it is the part of 1: 0.05 for 5%.',
      examples: [0.05, { column: 'capacity' }],
    }),
  })
  .meta({
    id: 'Condition',
    description: 'Compares a column with a number, or with another column of the same row.',
    examples: [{ column: 'lossRate', operator: '>', value: 0.05 }],
  })

const ConditionHighlight = z
  .strictObject({
    when: Condition,
    as: describe(
      z.enum(['good', 'warning', 'bad']),
      'What the values are: each has a colour, a sign and a word.',
      'bad',
    ),
    mark: describe(
      z.enum(['cell', 'row']).default('cell'),
      'What is highlighted: the compared cell, or its whole row.',
      'row',
    ),
    label: describe(
      z.string().min(1).max(200).optional(),
      'What it means, below the table; by default the condition in words.',
      'More is lost than was agreed',
    ),
  })
  .meta({
    id: 'ConditionHighlight',
    title: 'a condition',
    description: 'Highlights the cells or rows that meet a condition.',
  })

const ScaleHighlight = z
  .strictObject({
    scale: describe(ColumnRef, 'The column or group whose cells are shaded, by id.', 'calls'),
    from: describe(z.number().optional(), 'The value without a shade; by default the smallest one shown.', 0),
    to: describe(
      z.number().optional(),
      'The value with the full shade; by default the largest one shown.',
      500,
    ),
  })
  .meta({
    id: 'ScaleHighlight',
    title: 'a colour scale',
    description: 'Shades the cells by their values, as a heat map.',
  })

export const Highlights = z
  .array(z.union([ConditionHighlight, ScaleHighlight]))
  .min(1)
  .max(20)

export type ConditionOperator = (typeof operators)[number]
export type Condition = z.infer<typeof Condition>
export type HighlightDefinition = z.infer<typeof Highlights>[number]
