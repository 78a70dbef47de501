import type { ColumnPlan } from '../../report/model/report-plan.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'
import { field, text, value } from './field.ts'
import { list, pattern, pivot } from './groups.ts'

/** How every kind of column is checked; what the browser needs of each is in `src/report/table/column-kinds.ts`. */
const columnDefinitionKinds: { readonly [K in ColumnPlan['kind']]: ColumnDefinitionKind<K> } = {
  field,
  text,
  list,
  pattern,
  pivot,
  value,
}

export const getColumnDefinitionKind = <K extends ColumnPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): ColumnDefinitionKind<K> => columnDefinitionKinds[kind]
