import type { ColumnKind } from './columns/column-kind.ts'
import type { ColumnPlan } from './columns/index.ts'
import { list } from './columns/list.ts'
import { pattern } from './columns/pattern.ts'

const kinds = { list, pattern } satisfies { readonly [K in ColumnPlan['kind']]?: ColumnKind<K> }

/** The kinds of columns that stand for as many columns as a response has names. */
export const furtherGroups = { kinds }
export type GroupColumn = keyof typeof kinds
