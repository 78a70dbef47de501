import { type ColumnDefinitions, columnSchemas } from '../../../schemas/report/columns.ts'
import type { ColumnPlanOf } from '../../report/columns/index.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import { computedColumnDefinitions } from './computed.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'
import { field } from './field.ts'
import { list } from './list.ts'
import { pattern } from './pattern.ts'
import { sum } from './sum.ts'

/** Every kind of column as definitions use it; what the browser needs of each is in `src/report/columns/`. */
const columnDefinitionKinds: { readonly [K in ColumnPlan['kind']]: ColumnDefinitionKind<K> } = {
  field,
  list,
  pattern,
  sum,
  ...computedColumnDefinitions,
}

export const getColumnDefinitionKind = <K extends ColumnPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): ColumnDefinitionKind<K> => columnDefinitionKinds[kind]

/** Compiles a written column: it is of the first kind of the schemas whose name is one of its keys. */
export function compileColumn<K extends ColumnPlan['kind']>(column: ColumnDefinitions[K]): ColumnPlanOf<K> {
  const kind = (Object.keys(columnSchemas) as K[]).find((name) => name in column)
  if (kind === undefined) throw new Error('a column of no kind')
  return columnDefinitionKinds[kind].compile(column)
}

export const isGroup = (column: ColumnPlan): boolean => getColumnDefinitionKind(column).isGroup
