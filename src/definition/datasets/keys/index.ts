import type { DatasetKeyPlan } from '../dataset-plan.ts'
import { date } from './date.ts'
import type { DatasetKeyKind } from './key-kind.ts'
import { month } from './month.ts'
import { text } from './text.ts'

/** Every kind of key; what the server does with each is in `src/server/datasets/keys/`. */
const datasetKeyKinds: { readonly [K in DatasetKeyPlan['kind']]: DatasetKeyKind<K> } = { date, month, text }

export const getDatasetKeyKind = <K extends DatasetKeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): DatasetKeyKind<K> => datasetKeyKinds[kind]
