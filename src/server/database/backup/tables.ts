import type { Tables } from '../tables.ts'

/** A table in a backup: `key` is unique, and rows are read in its order. */
export interface BackupTable {
  readonly name: keyof Tables
  readonly key: readonly [string, ...string[]]
}

/** The tables of a backup, in an order in which no row refers to a later one. */
export const backupTables: readonly BackupTable[] = [
  { name: 'roles', key: ['id'] },
  { name: 'users', key: ['id'] },
  { name: 'menu_nodes', key: ['id'] },
  { name: 'permission_owners', key: ['menu_id'] },
  { name: 'role_rights', key: ['role_id', 'menu_id'] },
  { name: 'user_rights', key: ['user_id', 'menu_id'] },
  { name: 'dashboards', key: ['id'] },
  { name: 'dataset_counters', key: ['dataset'] },
  { name: 'dataset_names', key: ['dataset', 'scope', 'period'] },
  { name: 'dataset_records', key: ['dataset', 'id'] },
]

/** The tables of the running portal, which a backup does not contain: a restored copy has no sessions (S79). */
export const transientTables: readonly (keyof Tables)[] = ['sessions', 'login_counters', 'known_networks']

/** The tables with rows in a new database: the reserved role and the menu. */
export const seedTables: ReadonlySet<string> = new Set([
  'roles',
  'menu_nodes',
  'permission_owners',
  'role_rights',
  'user_rights',
])
