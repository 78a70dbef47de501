import type { StoredGroupKind } from './group-kind.ts'

/** A list allows any name; a record sends the amounts whose name is not reserved. */
export const list: StoredGroupKind<'list'> = {
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
