import {
  ColumnNode,
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'
import type { Tables } from './tables.ts'

/**
 * What cached values a write concerns: none, those of sessions, or all. It is `data` unless this file says that the
 * write concerns less.
 */
export type WriteEffect = 'none' | 'sessions' | 'data'

const RANKS: Readonly<Record<WriteEffect, number>> = { none: 0, sessions: 1, data: 2 }

/** The effect of two writes together. */
export function combineEffects(one: WriteEffect, other: WriteEffect): WriteEffect {
  return RANKS[one] >= RANKS[other] ? one : other
}

interface TableEffects {
  readonly insert: WriteEffect
  readonly delete: WriteEffect
  /** The columns whose update concerns no cached value. */
  readonly uncachedColumns: 'all' | readonly string[]
}

/** The writes of sign-ins, their limits and the history. A new session is none of the cached ones. */
const tableEffects: { readonly [Name in keyof Tables]?: TableEffects } = {
  login_counters: { insert: 'none', delete: 'none', uncachedColumns: 'all' },
  known_networks: { insert: 'none', delete: 'none', uncachedColumns: 'all' },
  sessions: { insert: 'none', delete: 'sessions', uncachedColumns: ['last_used_at'] },
  last_sign_ins: { insert: 'none', delete: 'none', uncachedColumns: 'all' },
  audit_events: { insert: 'none', delete: 'none', uncachedColumns: 'all' },
  users: { insert: 'data', delete: 'data', uncachedColumns: ['password_hash'] },
}

/** The effect of an executed statement: none if it changed no row. */
export function getEffect(
  { query }: CompiledQuery,
  { numAffectedRows, rows }: QueryResult<unknown>,
): WriteEffect {
  const isChange = UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
  if (isChange && (numAffectedRows ?? BigInt(rows.length)) === 0n) return 'none'
  return getGreatestEffect(query)
}

function getGreatestEffect(query: RootOperationNode): WriteEffect {
  if ('with' in query && query.with !== undefined) return 'data'
  if (SelectQueryNode.is(query)) return 'none'
  if (InsertQueryNode.is(query)) return findTableEffects(query.into)?.insert ?? 'data'
  if (DeleteQueryNode.is(query)) {
    const [table, ...others] = query.from.froms
    return others.length === 0 ? (findTableEffects(table)?.delete ?? 'data') : 'data'
  }
  if (!UpdateQueryNode.is(query)) return 'data'
  const columns = findTableEffects(query.table)?.uncachedColumns ?? []
  if (columns === 'all') return 'none'
  const isUncached = query.updates?.every(
    ({ column }) => ColumnNode.is(column) && columns.includes(column.column.name),
  )
  return isUncached === true ? 'none' : 'data'
}

function findTableEffects(table: OperationNode | undefined): TableEffects | undefined {
  if (table === undefined || !TableNode.is(table)) return undefined
  const effects: Readonly<Record<string, TableEffects>> = tableEffects
  return effects[table.table.identifier.name]
}
