import type { GroupMeasure } from '../../../definition/datasets/dataset-plan.ts'
import type { Amounts } from '../store.ts'

export type NamedAmount = readonly [name: string, amount: number]

/** What a kind of group means for storing and sending the amounts under its names. */
export interface StoredGroupKind<K extends GroupMeasure['kind']> {
  /** Whether the group can have a name. */
  readonly hasName: (group: Extract<GroupMeasure, { kind: K }>, name: string) => boolean
  /** The order in which amounts are stored. */
  readonly orderStored: (amounts: readonly NamedAmount[]) => readonly NamedAmount[]
  /**
   * Selects the amounts of a record that are sent. `names` are those of the period, `fixed` the fields of other
   * measures.
   */
  readonly selectAmounts: (
    group: Extract<GroupMeasure, { kind: K }>,
    names: readonly string[],
    fixed: ReadonlySet<string>,
  ) => (amounts: Amounts) => readonly NamedAmount[]
}
