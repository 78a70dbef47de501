import { getKeyKind, type KeyPlan } from './key-kinds.ts'
import { renderUrl } from './template.ts'

export interface LinkPlan {
  /** The address in the portal; it names selectors of the screen, parts of the row's key, its dimension and, in a group, of the column's name. */
  readonly url: string
  readonly permission: number
  readonly label: string
}

/** Returns the link with these values filled in: parts of a name, or the selection. Others stay open. */
export const fillLink = (link: LinkPlan | null, values: ReadonlyMap<string, string>): LinkPlan | null =>
  link && { ...link, url: renderUrl(link.url, values) }

interface LinkedRow {
  readonly key: string
  readonly dimension?: string
  readonly hasRecord: boolean
  readonly isRest: boolean
}

/** Returns the address that a row or a cell opens; null without a record, and for the remaining rows. */
export const getLinkUrl = (
  link: LinkPlan | null,
  kind: KeyPlan['kind'],
  { key, dimension, hasRecord, isRest }: LinkedRow,
): string | null => {
  if (link === null || !hasRecord || isRest) return null
  const parts = getKeyKind({ kind }).listParts(key)
  return renderUrl(link.url, dimension === undefined ? parts : new Map([...parts, ['dimension', dimension]]))
}

interface Linked {
  readonly link: LinkPlan | null
}

/** Returns the table without the links that these permissions do not open; the same table if it has none. */
export function keepOpenLinks<T extends Linked & { readonly columns: readonly Linked[] }>(
  table: T,
  permissions: ReadonlySet<number>,
): T {
  const isClosed = ({ link }: Linked) => link !== null && !permissions.has(link.permission)
  const close = <P extends Linked>(part: P): P => (isClosed(part) ? { ...part, link: null } : part)
  if (![table, ...table.columns].some(isClosed)) return table
  return { ...close(table), columns: table.columns.map(close) }
}
