import type { Kysely, Migration } from 'kysely'
import { normalizeName } from '../../../../schemas/api/names.ts'
import type { Tables } from '../tables.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly key: string
}

/**
 * Stores the keys of user ids and role names as they are computed now. If two names have the same key, the one that
 * had it before, or else the older one, keeps it. The others get a key that no name has: they are still listed, but
 * cannot sign in.
 */
export function nameKeys(): Migration {
  return {
    async up(untyped: Kysely<unknown>) {
      const db = untyped.withTables<Pick<Tables, 'roles' | 'users'>>()
      const roles = await db.selectFrom('roles').select(['id', 'name', 'name_key as key']).execute()
      await store(distinctKeys(roles), async (id, key) => {
        await db.updateTable('roles').set({ name_key: key }).where('id', '=', id).execute()
      })
      const users = await db
        .selectFrom('users')
        .select(['id', 'user_id as name', 'user_key as key'])
        .execute()
      await store(distinctKeys(users), async (id, key) => {
        await db.updateTable('users').set({ user_key: key }).where('id', '=', id).execute()
      })
    },
  }
}

/** The new key of every row whose key changes, by id. */
function distinctKeys(rows: readonly Named[]): ReadonlyMap<number, string> {
  const rank = ({ name, key }: Named) => (key === normalizeName(name) ? 0 : 1)
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)
  const taken = new Set<string>()
  const changed = new Map<number, string>()
  for (const { id, name, key } of sorted) {
    const wanted = normalizeName(name)
    // A key has no line breaks, so that this one is unique.
    const own = taken.has(wanted) ? `${wanted}\n${id}` : wanted
    taken.add(own)
    if (own !== key) changed.set(id, own)
  }
  return changed
}

async function store(
  keys: ReadonlyMap<number, string>,
  update: (id: number, key: string) => Promise<void>,
): Promise<void> {
  // Keys must be unique after every statement, also while two rows swap theirs.
  for (const id of keys.keys()) await update(id, `\n${id}`)
  for (const [id, key] of keys) await update(id, key)
}
