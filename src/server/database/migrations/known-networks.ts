import type { Kysely, Migration } from 'kysely'

/** The client networks from which each user has signed in. */
export function knownNetworks(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('known_networks')
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('network', 'text', (c) => c.notNull())
        .addColumn('last_sign_in', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('known_networks_key', ['user_id', 'network'])
        .execute()
    },
  }
}
