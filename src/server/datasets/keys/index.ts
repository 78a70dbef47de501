import type { DatasetKeyPlan } from '../../../definition/datasets/dataset-plan.ts'
import { date } from './date.ts'
import { month } from './month.ts'
import type { StoredKeyKind } from './stored-key-kind.ts'
import { text } from './text.ts'

/** Every kind of key; what definitions need of each is in `src/definition/datasets/keys/`. */
const storedKeyKinds: { readonly [K in DatasetKeyPlan['kind']]: StoredKeyKind<K> } = { date, month, text }

export const getStoredKeyKind = <K extends DatasetKeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): StoredKeyKind<K> => storedKeyKinds[kind]
