import type { Generated } from 'kysely'

export const dimensionColumns = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8'] as const
export type DimensionColumn = (typeof dimensionColumns)[number]

export const dimensionParts = Object.fromEntries(
  dimensionColumns.map((name) => [name, "text not null default ''"]),
) as { readonly [K in DimensionColumn]: "text not null default ''" }

/**
 * The tables and their columns in SQL, in an order in which no row refers to a later one. Timestamps are ISO texts in UTC,
 * flags 0 or 1. `identity` and `json` are written as each engine needs them.
 */
export const columns = {
  roles: {
    id: 'identity',
    name: 'text not null',
    name_key: 'text not null unique',
    description: 'text not null',
    /** Whether its users must set up a second factor. */
    requires_second_factor: 'integer not null default 0',
  },
  users: {
    id: 'identity',
    user_id: 'text not null',
    user_key: 'text not null unique',
    password_hash: 'text not null',
    owner: 'text not null',
    role_id: 'integer not null references roles (id)',
    login_ip: 'text not null',
    email_id: 'text not null',
    status: 'text not null',
    own_rights: 'integer not null',
    demo: 'integer not null',
    created_at: 'text not null',
    updated_at: 'text not null',
    /** Whether an administrator set the password, so that its user must choose a new one. */
    password_change_required: 'integer not null default 0',
    /** Who the account belongs to at the company sign-in; null for an account with a password. */
    oidc_issuer: 'text',
    oidc_subject: 'text',
    'constraint users_identity': 'unique (oidc_issuer, oidc_subject)',
  },
  sessions: {
    id: 'text primary key',
    token_hash: 'text not null unique',
    user_id: 'integer not null references users (id) on delete cascade',
    created_at: 'text not null',
    last_used_at: 'text not null',
    expires_at: 'text not null',
    /** The address and program of the client that signed in; empty if unknown. */
    address: "text not null default ''",
    client: "text not null default ''",
  },
  tokens: {
    id: 'identity',
    user_id: 'integer not null references users (id) on delete cascade',
    label: 'text not null',
    token_hash: 'text not null unique',
    /** A JSON list of ids of reports; null for all that the owner may open. */
    reports: 'text',
    created_at: 'text not null',
    expires_at: 'text not null',
    last_used_at: 'text',
    address: "text not null default ''",
  },
  second_factors: {
    user_id: 'integer primary key references users (id) on delete cascade',
    /** In Base32. */
    secret: 'text not null',
    /** Null until a code has confirmed it. */
    enrolled_at: 'text',
    /** The step of 30 seconds of the last code: no earlier one is accepted. */
    last_step: 'integer not null',
    /** A JSON list of the hashes of those that are left. */
    recovery_codes: 'text not null',
  },
  /** Who may set a password by a link. A change of the user ends it. */
  invitations: {
    user_id: 'integer primary key references users (id) on delete cascade',
    /** Null until the mail is sent. */
    token_hash: 'text unique',
    /** The number of the account that sends it. */
    invited_by: 'integer not null',
    ends_at: 'text not null',
  },
  /** `failures` counts failed sign-ins, or successful ones in a counter of successes. */
  login_counters: {
    key: 'text primary key',
    failures: 'integer not null',
    window_ends: 'text not null',
  },
  /** The networks from which users have signed in, as in the login counters. */
  known_networks: {
    user_id: 'integer not null references users (id) on delete cascade',
    network: 'text not null',
    last_sign_in: 'text not null',
    'constraint known_networks_key': 'primary key (user_id, network)',
  },
  /** When each user last signed in; apart from the users, which only administration changes. */
  last_sign_ins: {
    user_id: 'integer primary key references users (id) on delete cascade',
    at: 'text not null',
  },
  menu_nodes: {
    id: 'integer primary key',
    parent_id: 'integer references menu_nodes (id) deferrable initially deferred',
    name: 'text not null',
    description: 'text not null',
    position: 'integer not null',
    report_id: 'text',
  },
  /**
   * The report that a permission number belongs to. Stored even after the report is removed: its rights are still stored
   * and must not apply to another report with the same number.
   */
  permission_owners: {
    menu_id: 'integer primary key',
    report_id: 'text not null',
  },
  /** No reference to the menu record: a report that is removed and defined again keeps its rights. */
  role_rights: {
    role_id: 'integer not null references roles (id) on delete cascade',
    menu_id: 'integer not null',
    'constraint role_rights_key': 'primary key (role_id, menu_id)',
  },
  user_rights: {
    user_id: 'integer not null references users (id) on delete cascade',
    menu_id: 'integer not null',
    'constraint user_rights_key': 'primary key (user_id, menu_id)',
  },
  /** The last id that was assigned to a record of a dataset. */
  dataset_counters: {
    dataset: 'text primary key',
    last_id: 'integer not null',
  },
  /** The names of one period's list, a JSON list in their order. */
  dataset_names: {
    dataset: 'text not null',
    scope: 'text not null',
    period: 'text not null',
    names: 'text not null',
    'constraint dataset_names_key': 'primary key (dataset, scope, period)',
  },
  /**
   * One record of any dataset. `scope` contains the values of its dimensions, joined by slashes, and `d1` to `d8` each
   * of them; `period` the day of an hour, the month of a date or the year of a week, month or quarter; `measures` a JSON object of values by measure.
   */
  dataset_records: {
    dataset: 'text not null',
    id: 'integer not null',
    scope: 'text not null',
    period: 'text not null',
    key: 'text not null',
    measures: 'json not null',
    /** Null for a record that is older than the column. */
    created_at: 'text',
    updated_at: 'text',
    ...dimensionParts,
    'constraint dataset_records_id': 'primary key (dataset, id)',
    'constraint dataset_records_key': 'unique (dataset, scope, period, key)',
  },
  /** The imports that changed records, each with what decided how its file was read. */
  imports: {
    id: 'identity',
    dataset: 'text not null',
    file: 'text not null',
    /** The SHA-256 of the file. */
    hash: 'text not null',
    rows: 'integer not null',
    /** A JSON object: the values and the period that the file lacks, its sheet, the replaced period, the choices. */
    options: 'text not null',
    /** A user id as it was then, or the command line. */
    author: 'text not null',
    at: 'text not null',
    added: 'integer not null',
    replaced: 'integer not null',
    removed: 'integer not null',
    unchanged: 'integer not null',
    undone_by: 'text',
    undone_at: 'text',
  },
  /** What an import wrote and what was there before, in parts; deleted after the days in which it can be undone. */
  import_changes: {
    import_id: 'integer not null references imports (id) on delete cascade',
    part: 'integer not null',
    /** A JSON list of the ids of the written records, and the hash of these records. */
    written: 'text not null',
    digest: 'text not null',
    /** JSON lists: the replaced and removed records, and the lists of names that were replaced. */
    before: 'text not null',
    names: 'text not null',
    'constraint import_changes_key': 'primary key (import_id, part)',
  },
  /** What is sent regularly. `form` is a JSON object, `runs` a list. */
  schedules: {
    id: 'identity',
    owner_id: 'integer not null references users (id) on delete cascade',
    form: 'text not null',
    /** A JSON object: the ids of the accounts of each recipient that has one, by address. */
    accounts: "text not null default '{}'",
    paused: 'integer not null',
    /** Null while it is paused. */
    next_at: 'text',
    /** The last ones, the latest first. */
    runs: 'text not null',
    /** The hash of the figures that were sent last. */
    last_hash: 'text',
    /** Signs the addresses that end the mails to a recipient. */
    secret: 'text not null',
    /** The id of its definition, and that as it was stored last; null for one of a user. */
    file: 'text',
    definition: 'text',
  },
  /** Who gets no more mails of an owner, by mailbox. */
  unsubscribed: {
    owner_id: 'integer not null references users (id) on delete cascade',
    mailbox: 'text not null',
    at: 'text not null',
    'constraint unsubscribed_key': 'primary key (owner_id, mailbox)',
  },
  /** How many mails were sent on a day (UTC) for an account, to a mailbox, and from one to the other. */
  mail_counts: {
    key: 'text not null',
    day: 'text not null',
    mails: 'integer not null',
    'constraint mail_counts_key': 'primary key (key, day)',
  },
  /** Sentences on days, hours or quarters of an hour of a report or dataset, which need not be defined any more. */
  notes: {
    id: 'identity',
    /** As `note-scopes.ts` writes it. */
    scope: 'text not null',
    first_moment: 'text not null',
    last_moment: 'text not null',
    /** The name of the row; null for every row of the time. */
    name: 'text',
    text: 'text not null',
    author_id: 'integer not null',
    /** The user ids as they were then. */
    author: 'text not null',
    created_at: 'text not null',
    changed_by: 'text',
    changed_at: 'text',
  },
  views: {
    id: 'identity',
    user_id: 'integer not null references users (id) on delete cascade',
    report: 'text not null',
    name: 'text not null',
    address: 'text not null',
    is_default: 'integer not null',
    'constraint views_name': 'unique (user_id, name)',
  },
  /** The alerts that users have set for themselves: a JSON object each. */
  own_alerts: {
    id: 'identity',
    user_id: 'integer not null references users (id) on delete cascade',
    form: 'text not null',
  },
  /** The definitions that holders of the studio keep until their last day: a JSON list of files. */
  drafts: {
    id: 'identity',
    user_id: 'integer not null references users (id) on delete cascade',
    path: 'text not null',
    files: 'text not null',
    end_date: 'text not null',
  },
  /** Work with a due time, which any process may do. A second row for the same work at the same time is refused. */
  jobs: {
    id: 'identity',
    kind: 'text not null',
    /** What the work is about, such as the number of a record. */
    subject: 'text not null',
    /** The account whose jobs take turns with those of others; null if nobody owns it. */
    owner_id: 'integer references users (id) on delete cascade',
    due_at: 'text not null',
    /** A JSON value. */
    payload: 'text not null',
    state: 'text not null',
    /** The number of attempts that were begun. */
    attempts: 'integer not null',
    /** When a process may take it: the time of the next attempt, or the end of a running one's lease. */
    next_at: 'text not null',
    lease_owner: 'text',
    last_error: 'text',
    finished_at: 'text',
    'constraint jobs_key': 'unique (kind, subject, due_at)',
  },
  /** How far each alert was evaluated: its report and id, and the key of the last step. */
  alerts: {
    id: 'text primary key',
    up_to: 'text not null',
    /** A JSON list of what met its condition at which step, of the steps that were evaluated last. */
    fired: 'text not null',
    /** Records that were stored later are new to it. */
    since: "text not null default ''",
  },
  /** Each time that an alert fired. */
  alert_episodes: {
    id: 'identity',
    alert: 'text not null',
    /** The key of the step at which it fired. */
    began: 'text not null',
    fired_at: 'text not null',
    /** Null while it fires. */
    ended_at: 'text',
    /** A JSON object: what readers are shown. */
    content: 'text not null',
  },
  /** Who did what when. Rows are inserted and, after their time, deleted; never updated. */
  audit_events: {
    id: 'identity',
    at: 'text not null',
    /** A user id as it was then; null if unknown. */
    actor: 'text',
    /** The user id as `normalizeName` writes it, for finding. */
    actor_key: 'text',
    event: 'text not null',
    subject_kind: 'text not null',
    subject: 'text not null',
    subject_key: 'text not null',
    /** A JSON object. */
    details: 'text not null',
    address: 'text',
    request_id: 'text',
  },
} as const

type Value<Sql> =
  | (Sql extends `integer${string}` ? number : string)
  | (Sql extends `${string} ${'not null' | 'primary key'}${string}` ? never : null)

type Column<Sql> = Sql extends 'identity'
  ? Generated<number>
  : Sql extends `${string} default ${string}`
    ? Generated<Value<Sql>>
    : Value<Sql>

type Rows<Columns> = {
  [Name in keyof Columns as Name extends `constraint ${string}` ? never : Name]: Column<Columns[Name]>
}

export type Tables = { [Name in keyof typeof columns]: Rows<(typeof columns)[Name]> } & {
  users: { status: 'Active' | 'Inactive' }
  jobs: { state: 'waiting' | 'running' | 'done' | 'failed' }
}

export const listColumns = (parts: object): string[] =>
  Object.keys(parts).filter((name) => !name.startsWith('constraint '))

/** The tables of the running portal, which a backup does not contain: a restored copy has no sessions, tokens and invitations and sends nothing. */
export const transientTables: readonly string[] = [
  'sessions',
  'tokens',
  'invitations',
  'login_counters',
  'known_networks',
  'mail_counts',
  'jobs',
]

/** The tables of a backup, and the columns of their primary key, in whose order rows are read. */
export const backupTables = Object.entries(columns)
  .filter(([name]) => !transientTables.includes(name))
  .map(([name, parts]) => ({ name, key: listKey(parts) }))

function listKey(parts: Readonly<Record<string, string>>): readonly string[] {
  const composed = /primary key \((.*?)\)/.exec(Object.values(parts).join())?.[1]
  return composed?.split(', ') ?? Object.keys(parts).slice(0, 1)
}

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
