import type { DatasetKeyPlan } from '../dataset-plan.ts'
import { date } from './date.ts'
import type { DatasetKeyKind } from './key-kind.ts'
import { month } from './month.ts'
import { text } from './text.ts'

/** Every kind of key; what the server does with each is in `src/server/datasets/keys/`. */
const datasetKeyKinds = { date, month, text } satisfies {
  [K in DatasetKeyPlan['kind']]: DatasetKeyKind<K>
}

const kinds: { readonly [K in DatasetKeyPlan['kind']]: DatasetKeyKind<K> } = datasetKeyKinds

export const getDatasetKeyKind = <K extends DatasetKeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): DatasetKeyKind<K> => kinds[kind]
