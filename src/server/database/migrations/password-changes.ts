import type { Kysely, Migration } from 'kysely'

/**
 * Whether a user must choose a new password, because an administrator set the present one. Existing passwords stay as
 * they are.
 */
export function passwordChanges(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('users')
        .addColumn('password_change_required', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    },
  }
}
