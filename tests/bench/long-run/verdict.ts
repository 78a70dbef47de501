/** The rows of each table by its name. */
export type TableRows = Readonly<Record<string, number>>

/** What is measured every minute; bytes, and counts since the sample before. */
export interface Sample {
  readonly minute: number
  /** The number of the server's process, from 0. */
  readonly life: number
  readonly rss: number
  /** The heap in use after a collection. */
  readonly heap: number
  readonly handles: number
  readonly wal: number
  readonly rows: TableRows
}

/** The handles of an idle process, soon after its start and before its end. */
export interface IdleHandles {
  readonly life: number
  readonly first: number
  readonly last: number
}

export interface LongRun {
  readonly samples: readonly Sample[]
  readonly idle: readonly IdleHandles[]
  /** Unexpected responses and lines of the log at the level of errors. */
  readonly errors: readonly string[]
  /** The entries that the history got, by the acknowledged calls. */
  readonly events: number
  readonly responses: number
  /** How many of the responses were 503 with the time of the next try. */
  readonly unavailable: number
}

/** The accounts of the run that outlast it, and those that may exist at a time beside them. */
export interface RunSize {
  readonly accounts: number
  readonly inFlight: number
}

const MB = 1e6
/** By how much the last third of a process's life may be above the second one (heap), or the peak before it (resident). */
const GROWTH = { heap: { share: 0.1, bytes: 6 * MB }, rss: { share: 0.12, bytes: 40 * MB } } as const
/** Idle connections to the database that may be open or not. */
const SPARE_HANDLES = 4
const PER_ACCOUNT = 20
/** A WAL is reused after a checkpoint; a long import makes it as long as its changes. */
const WAL_FACTOR = 1.5
/** The share of responses that may be 503, as on a machine that does other work. */
const UNAVAILABLE_SHARE = 0.001

/** What may be in a table at the end, given its rows at the start. */
type Bound = (first: number, run: LongRun, size: RunSize) => number

const constant: Bound = (first) => first
const changing: Bound = (first, _, { inFlight }) => first + inFlight * 10
const perAccount: Bound = (_first, _, { accounts, inFlight }) => (accounts + inFlight) * PER_ACCOUNT

/** The bound of every table: a table that is not here fails the run. */
const bounds: Readonly<Record<string, Bound>> = {
  roles: changing,
  users: changing,
  role_rights: changing,
  user_rights: changing,
  sessions: perAccount,
  known_networks: perAccount,
  last_sign_ins: (_first, _, { accounts, inFlight }) => accounts + inFlight,
  // Ended ones are deleted hourly and at every start; within a life they grow with its sign-ins.
  login_counters: (_first, { samples }) => 1.5 * findPeak(samples, 'login_counters', 0) + 200,
  audit_events: (first, { events }) => first + events,
  'audit_events (expired)': (first, { samples }) =>
    new Set(samples.map(({ life }) => life)).size > 1 ? 0 : first,
  // One for each connection that wrote since the last clean-up.
  data_versions: () => 200,
  menu_nodes: constant,
  permission_owners: constant,
  dashboards: constant,
  dataset_records: constant,
  dataset_names: constant,
  dataset_counters: constant,
  kysely_migration: constant,
  kysely_migration_lock: constant,
  sqlite_sequence: constant,
}

/** Lists what grew without a bound, did not come back or went wrong; empty for a good run. */
export function judgeRun(run: LongRun, size: RunSize): string[] {
  return [
    ...run.errors,
    ...judgeAvailability(run),
    ...judgeMemory(run.samples),
    ...judgeHandles(run.idle),
    ...judgeWal(run.samples),
    ...judgeTables(run, size),
  ]
}

function judgeAvailability({ responses, unavailable }: LongRun): string[] {
  return unavailable <= responses * UNAVAILABLE_SHARE
    ? []
    : [`${unavailable} of ${responses} responses were 503`]
}

function judgeMemory(samples: readonly Sample[]): string[] {
  return splitByLife(samples).flatMap((life) => {
    const third = Math.floor(life.length / 3)
    // Too short to see a trend.
    if (third < 2) return []
    const middle = life.slice(third, 2 * third)
    const end = life.slice(-third)
    // Threads for workbooks come and go with the load: what was resident before is no growth.
    const peak = Math.max(...life.slice(0, -third).map(({ rss }) => rss))
    const before = { heap: median(middle.map(({ heap }) => heap)), rss: peak }
    return (['heap', 'rss'] as const).flatMap((kind) => {
      const after = median(end.map((sample) => sample[kind]))
      const allowed = Math.max(before[kind] * GROWTH[kind].share, GROWTH[kind].bytes)
      const growth = after - before[kind]
      return growth <= allowed
        ? []
        : [`life ${life[0]?.life}: ${kind} grew by ${format(growth)} MB after warm-up`]
    })
  })
}

const judgeHandles = (idle: readonly IdleHandles[]): string[] =>
  idle.flatMap(({ life, first, last }) =>
    last <= first + SPARE_HANDLES
      ? []
      : [`life ${life}: ${last} open handles when idle, ${first} at its start`],
  )

function judgeWal(samples: readonly Sample[]): string[] {
  const half = Math.ceil(samples.length / 2)
  const [before, after] = [samples.slice(0, half), samples.slice(half)].map((part) =>
    Math.max(0, ...part.map(({ wal }) => wal)),
  )
  const allowed = Math.max((before ?? 0) * WAL_FACTOR, 64 * MB)
  return (after ?? 0) <= allowed
    ? []
    : [`the WAL grew from ${format(before ?? 0)} to ${format(after ?? 0)} MB`]
}

function judgeTables(run: LongRun, size: RunSize): string[] {
  const [first, last] = [run.samples[0], run.samples.at(-1)]
  return Object.entries(last?.rows ?? {}).flatMap(([table, rows]) => {
    const bound = bounds[table]
    if (bound === undefined) return [`${table}: no bound is known`]
    const most = bound(first?.rows[table] ?? 0, run, size)
    return rows <= most ? [] : [`${table}: ${rows} rows, at most ${Math.round(most)} are expected`]
  })
}

function splitByLife(samples: readonly Sample[]): Sample[][] {
  const lives = new Set(samples.map(({ life }) => life))
  return [...lives].map((life) => samples.filter((sample) => sample.life === life))
}

const findPeak = (samples: readonly Sample[], table: string, life: number): number =>
  Math.max(0, ...samples.filter((sample) => sample.life === life).map(({ rows }) => rows[table] ?? 0))

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const format = (bytes: number): string => (bytes / MB).toFixed(1)
