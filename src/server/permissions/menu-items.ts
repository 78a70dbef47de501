import type { Connection } from '../database/handle.ts'

/** One record of the menu hierarchy as it is stored; the tree follows from `parentId` and the order of the list. */
export interface MenuNode {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly description: string
}

/** Every menu record, siblings in their order. */
export async function listMenuNodes(db: Connection): Promise<readonly MenuNode[]> {
  return db
    .selectFrom('menu_nodes')
    .select(['id', 'parent_id as parentId', 'name', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export interface MenuNodeInput extends MenuNode {
  readonly position: number
  readonly reportId: string | null
}

/** Adds a menu record, or brings its texts and place up to date; rights are left as they are. */
export async function storeMenuNode(db: Connection, node: MenuNodeInput): Promise<void> {
  const values = {
    parent_id: node.parentId,
    name: node.name,
    description: node.description,
    position: node.position,
    report_id: node.reportId,
  }
  await db
    .insertInto('menu_nodes')
    .values({ id: node.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Takes away the menu records of reports that are no longer defined. */
export async function deleteReportNodesExcept(db: Connection, ids: readonly number[]): Promise<void> {
  const reports = db.deleteFrom('menu_nodes').where('report_id', 'is not', null)
  await (ids.length === 0 ? reports : reports.where('id', 'not in', ids)).execute()
}
