import type { Connection } from '../database/handle.ts'

/** A stored record of the menu hierarchy; `parentId` and the order of the list make up the tree. */
export interface MenuNode {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly description: string
}

/** Lists every menu record, siblings in their order. */
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

/** Inserts or updates a menu record; rights do not change. */
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

/** Deletes the menu records of reports, except those with these ids. */
export async function deleteReportNodesExcept(db: Connection, ids: readonly number[]): Promise<void> {
  const reports = db.deleteFrom('menu_nodes').where('report_id', 'is not', null)
  await (ids.length === 0 ? reports : reports.where('id', 'not in', ids)).execute()
}
