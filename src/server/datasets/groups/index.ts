import type { GroupMeasure } from '../../../definition/datasets/dataset-plan.ts'
import type { StoredGroupKind } from './group-kind.ts'
import { list } from './list.ts'
import { pattern } from './pattern.ts'

/** Every kind of group; what definitions need of each is in `src/definition/datasets/measures/`. */
const storedGroupKinds = { list, pattern } satisfies {
  [K in GroupMeasure['kind']]: StoredGroupKind<K>
}

const kinds: { readonly [K in GroupMeasure['kind']]: StoredGroupKind<K> } = storedGroupKinds

export const getStoredGroupKind = <K extends GroupMeasure['kind']>({
  kind,
}: {
  readonly kind: K
}): StoredGroupKind<K> => kinds[kind]
