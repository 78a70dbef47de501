import type { Tables } from '../tables.ts'

/** A table as a backup holds it: `key` is unique, and rows are read in its order. */
export interface BackupTable {
  readonly name: keyof Tables
  readonly key: readonly [string, ...string[]]
}

/** What a backup holds, in an order in which no row names one that comes later. */
export const backupTables: readonly BackupTable[] = [
  { name: 'roles', key: ['id'] },
  { name: 'users', key: ['id'] },
  { name: 'menu_nodes', key: ['id'] },
  { name: 'permission_owners', key: ['menu_id'] },
  { name: 'role_rights', key: ['role_id', 'menu_id'] },
  { name: 'user_rights', key: ['user_id', 'menu_id'] },
  { name: 'dashboards', key: ['id'] },
  { name: 'monthly_records', key: ['id'] },
  { name: 'daily_records', key: ['id'] },
  { name: 'international_carriers', key: ['direction', 'month', 'carrier'] },
  { name: 'international_days', key: ['direction', 'report_date'] },
  { name: 'international_minutes', key: ['direction', 'report_date', 'carrier'] },
  { name: 'local_exchange', key: ['report_date'] },
  { name: 'international_exchange', key: ['id'] },
  { name: 'international_exchange_minutes', key: ['exchange_id', 'source', 'destination'] },
]

/** What belongs to the running portal and not to its data: a restored copy has no sessions (S79). */
export const transientTables: readonly (keyof Tables)[] = ['sessions', 'login_counters', 'known_networks']

/** What makes up the portal's data and is there without anyone having put it in: reserved role, menu, no more. */
export const givenTables: ReadonlySet<string> = new Set([
  'roles',
  'menu_nodes',
  'permission_owners',
  'role_rights',
  'user_rights',
])
