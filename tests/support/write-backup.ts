import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** Writes a backup of lines that the program itself would not write, with a checksum that fits. */
export function writeSealed(path: string, lines: readonly unknown[]): string {
  writeFileSync(path, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  return path
}

/** The tables of the first migration with their columns. */
const tables = Object.entries({
  roles: 'id name name_key description',
  users:
    'id user_id user_key password_hash owner role_id login_ip email_id status own_rights demo created_at updated_at password_change_required oidc_issuer oidc_subject',
  second_factors: 'user_id secret enrolled_at last_step recovery_codes',
  last_sign_ins: 'user_id at',
  menu_nodes: 'id parent_id name description position report_id',
  permission_owners: 'menu_id report_id',
  role_rights: 'role_id menu_id',
  user_rights: 'user_id menu_id',
  dataset_counters: 'dataset last_id',
  dataset_names: 'dataset scope period names',
  dataset_records: 'dataset id scope period key measures created_at updated_at',
  schedules: 'id owner_id form accounts paused next_at runs last_hash secret file definition',
  unsubscribed: 'owner_id mailbox at',
  notes: 'id scope first_moment last_moment name text author_id author created_at changed_by changed_at',
  alerts: 'id up_to fired since',
  alert_episodes: 'id alert began fired_at ended_at content',
  audit_events: 'id at actor actor_key event subject_kind subject subject_key details address request_id',
}).map(([name, columns]) => ({ name, columns: columns.split(' ') }))

const rows: Readonly<Record<string, readonly (readonly (string | number)[])[]>> = {
  roles: [
    [1, 'superadmin', 'superadmin', 'Super administrator'],
    [9, 'clerk', 'clerk', 'Line\u2028separator and "quotes"'],
  ],
  role_rights: [[9, 16]],
}

/** A backup of the first migration. */
export function smallBackup(): readonly unknown[] {
  return [
    {
      format: 'traffic-portal-backup',
      version: 1,
      createdAt: '2025-01-01T00:00:00.000Z',
      migrations: ['0001-initial'],
      tables,
    },
    ...tables.flatMap(({ name: table }) => [{ table }, ...(rows[table] ?? [])]),
  ]
}
