import type { GroupMeasure } from '../../definition/datasets/dataset-plan.ts'
import type { Amounts } from './store.ts'
import { getAmount } from './amounts.ts'

export type NamedAmount = readonly [name: string, amount: number]

/** How the amounts of a kind of group are stored and sent. */
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

/** A list allows any name; a record sends the amounts whose name is not reserved. */
const list: StoredGroupKind<'list'> = {
  hasName: () => true,
  orderStored: (amounts) => amounts.toSorted(([one], [other]) => compareCodePoints(one, other)),
  selectAmounts: ({ reserved }, _, fixed) => {
    const others = new Set([...fixed, ...reserved])
    return (amounts) => Object.entries(amounts).filter(([name]) => !others.has(name))
  },
}

/** Compares by code point, as databases sort texts without a language. */
const compareCodePoints = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Names that match; every record of a period sends all names of the period, since readers use the first record. */
const pattern: StoredGroupKind<'pattern'> = {
  hasName: (group, name) => getExpression(group.pattern).test(name),
  orderStored: (amounts) => amounts,
  selectAmounts: (_, names) => (amounts) => names.map((name) => [name, getAmount(amounts, name) ?? 0]),
}

const expressions = new Map<string, RegExp>()

/** The expression of a pattern such as `{source}_to_{destination}`: any texts between its fixed parts. */
function getExpression(text: string): RegExp {
  const known = expressions.get(text)
  if (known !== undefined) return known
  const parts = text
    .split(/\{[a-z]+\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const expression = new RegExp(`^${parts.join('(.+?)')}$`, 'su')
  expressions.set(text, expression)
  return expression
}

/** Every kind of group; what definitions need of each is in `src/definition/datasets/measures/`. */
const storedGroupKinds: { readonly [K in GroupMeasure['kind']]: StoredGroupKind<K> } = { list, pattern }

export const getStoredGroupKind = <K extends GroupMeasure['kind']>({
  kind,
}: {
  readonly kind: K
}): StoredGroupKind<K> => storedGroupKinds[kind]
