import type { Generated } from 'kysely'

/** Timestamps are ISO texts in UTC, flags 0 or 1: the same on every engine. */
type Timestamp = string
type Flag = number

/** The tables and their columns. */
export interface Tables {
  roles: {
    id: Generated<number>
    name: string
    name_key: string
    description: string
  }
  users: {
    id: Generated<number>
    user_id: string
    user_key: string
    password_hash: string
    owner: string
    role_id: number
    login_ip: string
    email_id: string
    status: 'Active' | 'Inactive'
    own_rights: Flag
    demo: Flag
    /** Whether an administrator set the password, so that its user must choose a new one. */
    password_change_required: Generated<Flag>
    /** Who the account belongs to at the company sign-in; null for an account with a password. */
    oidc_issuer: Generated<string | null>
    oidc_subject: Generated<string | null>
    created_at: Timestamp
    updated_at: Timestamp
  }
  sessions: {
    id: string
    token_hash: string
    user_id: number
    created_at: Timestamp
    last_used_at: Timestamp
    expires_at: Timestamp
    /** The address and program of the client that signed in; empty if unknown. */
    address: Generated<string>
    client: Generated<string>
  }
  /** The tokens for machines. */
  tokens: {
    id: Generated<number>
    user_id: number
    label: string
    token_hash: string
    /** A JSON list of ids of reports; null for all that the owner may open. */
    reports: string | null
    created_at: Timestamp
    expires_at: Timestamp
    last_used_at: Timestamp | null
    address: Generated<string>
  }
  second_factors: {
    user_id: number
    /** In Base32. */
    secret: string
    /** Null until a code has confirmed it. */
    enrolled_at: Timestamp | null
    /** The step of 30 seconds of the last code: no earlier one is accepted. */
    last_step: number
    /** A JSON list of the hashes of those that are left. */
    recovery_codes: string
  }
  /** `failures` counts failed sign-ins, or successful ones in a counter of successes. */
  login_counters: {
    key: string
    failures: number
    window_ends: Timestamp
  }
  /** The networks from which users have signed in, as in the login counters. */
  known_networks: {
    user_id: number
    network: string
    last_sign_in: Timestamp
  }
  /** When each user last signed in; apart from the users, which only administration changes. */
  last_sign_ins: {
    user_id: number
    at: Timestamp
  }
  menu_nodes: {
    id: number
    parent_id: number | null
    name: string
    description: string
    position: number
    report_id: string | null
  }
  /** The report that a permission number belongs to or last belonged to. */
  permission_owners: {
    menu_id: number
    report_id: string
  }
  role_rights: {
    role_id: number
    menu_id: number
  }
  user_rights: {
    user_id: number
    menu_id: number
  }
  /**
   * One record of any dataset. `scope` contains the values of its dimensions, joined by slashes; `period` the day of
   * an hour, the month of a date or the year of a week, month or quarter; `measures` a JSON object of values by measure.
   */
  dataset_records: {
    dataset: string
    id: number
    scope: string
    period: string
    key: string
    measures: string
    /** Null for a record that is older than the column. */
    created_at: Timestamp | null
    updated_at: Timestamp | null
  }
  /** The names of one period's list, a JSON list in their order. */
  dataset_names: {
    dataset: string
    scope: string
    period: string
    names: string
  }
  /** The last id that was assigned to a record of a dataset. */
  dataset_counters: {
    dataset: string
    last_id: number
  }
  /** What is sent regularly. `form` is a JSON object, `runs` a list. */
  schedules: {
    id: Generated<number>
    owner_id: number
    form: string
    paused: Flag
    /** Null while it is paused. */
    next_at: Timestamp | null
    /** The last ones, the latest first. */
    runs: string
    /** The hash of the figures that were sent last. */
    last_hash: string | null
    /** Signs the addresses that end the mails to a recipient. */
    secret: string
  }
  /** Sentences on days, hours or quarters of an hour of a report or dataset, which need not be defined any more. */
  notes: {
    id: Generated<number>
    /** As `note-scopes.ts` writes it. */
    scope: string
    first_moment: string
    last_moment: string
    /** The name of the row; null for every row of the time. */
    name: string | null
    text: string
    author_id: number
    /** The user ids as they were then. */
    author: string
    created_at: Timestamp
    changed_by: string | null
    changed_at: Timestamp | null
  }
  /** Work with a due time, which any process may do. A second row for the same work at the same time is refused. */
  jobs: {
    id: Generated<number>
    kind: string
    /** What the work is about, such as the number of a record. */
    subject: string
    due_at: Timestamp
    /** A JSON value. */
    payload: string
    state: 'waiting' | 'running' | 'done' | 'failed'
    /** The number of attempts that were begun. */
    attempts: number
    /** When a process may take it: the time of the next attempt, or the end of a running one's lease. */
    next_at: Timestamp
    lease_owner: string | null
    last_error: string | null
    finished_at: Timestamp | null
  }
  /** How far each alert was evaluated: its report and id, and the key of the last step. */
  alerts: {
    id: string
    up_to: string
  }
  /** Each time that an alert fired. */
  alert_episodes: {
    id: Generated<number>
    alert: string
    /** The key of the step at which it fired. */
    began: string
    fired_at: Timestamp
    /** Null while it fires. */
    ended_at: Timestamp | null
    /** A JSON object: what readers are shown. */
    content: string
  }
  /** Who did what when. Rows are inserted and, after their time, deleted; never updated. */
  audit_events: {
    id: Generated<number>
    at: Timestamp
    /** A user id as it was then; null if unknown. */
    actor: string | null
    /** The user id as `normalizeName` writes it, for finding. */
    actor_key: string | null
    event: string
    subject_kind: string
    subject: string
    subject_key: string
    /** A JSON object. */
    details: string
    address: string | null
    request_id: string | null
  }
}

/** A table in a backup: `key` is unique, and rows are read in its order. */
export interface BackupTable {
  readonly name: keyof Tables
  readonly key: readonly [string, ...string[]]
}

/** The tables of a backup, in an order in which no row refers to a later one. */
export const backupTables: readonly BackupTable[] = [
  { name: 'roles', key: ['id'] },
  { name: 'users', key: ['id'] },
  { name: 'second_factors', key: ['user_id'] },
  { name: 'last_sign_ins', key: ['user_id'] },
  { name: 'menu_nodes', key: ['id'] },
  { name: 'permission_owners', key: ['menu_id'] },
  { name: 'role_rights', key: ['role_id', 'menu_id'] },
  { name: 'user_rights', key: ['user_id', 'menu_id'] },
  { name: 'dataset_counters', key: ['dataset'] },
  { name: 'dataset_names', key: ['dataset', 'scope', 'period'] },
  { name: 'dataset_records', key: ['dataset', 'id'] },
  { name: 'schedules', key: ['id'] },
  { name: 'notes', key: ['id'] },
  { name: 'alerts', key: ['id'] },
  { name: 'alert_episodes', key: ['id'] },
  { name: 'audit_events', key: ['id'] },
]

/** The tables of the running portal, which a backup does not contain: a restored copy has no sessions and tokens (S79) and sends nothing. */
export const transientTables: readonly (keyof Tables)[] = [
  'sessions',
  'tokens',
  'login_counters',
  'known_networks',
  'jobs',
]

/** The tables that belong to the database and not to its contents. */
export const internalTables: readonly string[] = ['data_versions', 'schema_migrations']

/** The tables with rows in a new database: the reserved role and the menu. */
export const seedTables: ReadonlySet<string> = new Set([
  'roles',
  'menu_nodes',
  'permission_owners',
  'role_rights',
  'user_rights',
])
