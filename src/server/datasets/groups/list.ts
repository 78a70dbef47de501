import type { StoredGroupKind } from './group-kind.ts'

/** Any name; a record sends what is stored under names that are not reserved. */
export const list: StoredGroupKind<'list'> = {
  hasName: () => true,
  orderStored: (amounts) => amounts.toSorted(([one], [other]) => compareCodePoints(one, other)),
  selectAmounts: ({ reserved }, _, fixed) => {
    const others = new Set([...fixed, ...reserved])
    return (amounts) => Object.entries(amounts).filter(([name]) => !others.has(name))
  },
}

/** By code point, as databases sort texts without a language. */
const compareCodePoints = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))
