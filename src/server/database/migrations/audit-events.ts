import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'

/** The history; the last sign-in of each user, as far as it is known; the client of each session. */
export function auditEvents({ identity }: DatabaseHandle): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('audit_events')
        .addColumn('id', 'integer', identity)
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('actor', 'text')
        .addColumn('actor_key', 'text')
        .addColumn('event', 'text', (c) => c.notNull())
        .addColumn('subject_kind', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('subject_key', 'text', (c) => c.notNull())
        .addColumn('details', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('request_id', 'text')
        .execute()
      await db.schema.createIndex('audit_events_by_time').on('audit_events').columns(['at', 'id']).execute()
      await db.schema
        .createTable('last_sign_ins')
        .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('at', 'text', (c) => c.notNull())
        .execute()
      // A sign-in from the server's own machine has a session, but no network.
      await sql`
        insert into last_sign_ins (user_id, at)
        select user_id, max(at) from (
          select user_id, last_sign_in as at from known_networks
          union all
          select user_id, created_at as at from sessions
        ) as known
        group by user_id`.execute(db)
      for (const column of ['address', 'client']) {
        await db.schema
          .alterTable('sessions')
          .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
          .execute()
      }
    },
  }
}
