import type { ColumnKind } from './columns/column-kind.ts'
import { change } from './columns/change.ts'
import { difference } from './columns/difference.ts'
import type { ColumnPlan, CommonColumn } from './columns/index.ts'
import type { GroupColumn } from './further-groups.ts'
import { ratio } from './columns/ratio.ts'
import { share } from './columns/share.ts'
import { computeColumns } from './computed-columns.ts'

const kinds: { readonly [K in Exclude<ColumnPlan['kind'], CommonColumn | GroupColumn>]: ColumnKind<K> } = {
  share,
  ratio,
  difference,
  change,
}

/** The kinds of columns that are computed from others, which only some reports have. */
export const furtherColumns = { kinds, computeColumns }
