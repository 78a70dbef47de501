import type { GroupMeasure } from '../../../definition/datasets/dataset-plan.ts'
import type { StoredGroupKind } from './group-kind.ts'
import { list } from './list.ts'
import { pattern } from './pattern.ts'

/** Every kind of group; what definitions need of each is in `src/definition/datasets/measures/`. */
const storedGroupKinds: { readonly [K in GroupMeasure['kind']]: StoredGroupKind<K> } = { list, pattern }

export const getStoredGroupKind = <K extends GroupMeasure['kind']>({
  kind,
}: {
  readonly kind: K
}): StoredGroupKind<K> => storedGroupKinds[kind]
