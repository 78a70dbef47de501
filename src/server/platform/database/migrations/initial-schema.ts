import type { Kysely, Migration } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'
import { columns } from '../tables.ts'
import { addTables } from './add-tables.ts'
import { countDataVersions } from './data-versions.ts'

/** Creates all tables without later columns; role 1, the reserved one, exists from the start. */
export const initialSchema = (handle: DatabaseHandle): Migration => ({
  async up(db: Kysely<unknown>) {
    const names = Object.keys(columns).filter((name) => !LATER.includes(name)) as (keyof typeof columns)[]
    await addTables(names, ...INDEXES, RESERVED_ROLE)(handle).up(db)
    await countDataVersions(db, handle.name)
  },
})

/** The tables of later migrations. */
const LATER: readonly string[] = ['imports', 'import_changes', 'views', 'drafts', 'invitations', 'own_alerts']

const INDEXES: readonly string[] = [
  'create index users_by_role on users (role_id)',
  'create index sessions_by_user on sessions (user_id)',
  'create index dataset_records_by_update on dataset_records (dataset, updated_at)',
  'create index notes_by_scope on notes (scope, first_moment)',
  'create unique index schedules_by_file on schedules (file)',
  'create index jobs_by_time on jobs (state, next_at)',
  'create index jobs_by_owner on jobs (owner_id, finished_at)',
  // An alert fires once at a time.
  'create unique index alert_episodes_open on alert_episodes (alert) where ended_at is null',
  'create index alert_episodes_by_end on alert_episodes (ended_at)',
  'create index tokens_by_user on tokens (user_id)',
  // The counts of a page are read from the index alone.
  'create index audit_events_by_time on audit_events (at, id, subject_kind, subject_key)',
  'create index audit_events_by_actor on audit_events (actor_key, at, id)',
]

/** The first assigned id is 1, that of the reserved role. */
const RESERVED_ROLE =
  "insert into roles (name, name_key, description) values ('superadmin', 'superadmin', 'Super administrator')"
