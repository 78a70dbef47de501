import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { DefaultQueryCompiler, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely'
import type { GrainName } from '../../../time/grains.ts'
import { getErrorReason } from '../../platform/database/errors.ts'
import type { ColumnKind, Dialect, Expression, SourceDatabase, SourceLimits, TimeColumn } from './dialect.ts'

const FORMATS: Readonly<Record<GrainName, string>> = {
  'quarter-hour': '%Y-%m-%dT%H:%i',
  hour: '%Y-%m-%dT%H',
  day: '%Y-%m-%d',
  week: '%G-W%V',
  month: '%Y-%m',
  quarter: '%Y-Q%Q',
  year: '%Y',
}

const kinds: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^Date(?:32)?$/, 'day'],
  [/^DateTime/, 'moment'],
  [/^(?:U?Int|Float|Decimal)/, 'number'],
  [/^(?:String|FixedString)/, 'text'],
]

/** The function that returns the start of the period which contains a time. */
const starts: Readonly<Record<GrainName, (time: Expression) => Expression>> = {
  'quarter-hour': (time) => sql`toStartOfFifteenMinutes(${time})`,
  hour: (time) => sql`toStartOfHour(${time})`,
  day: (time) => sql`toDate(${time})`,
  week: (time) => sql`toMonday(${time})`,
  month: (time) => sql`toStartOfMonth(${time})`,
  quarter: (time) => sql`toStartOfQuarter(${time})`,
  year: (time) => sql`toStartOfYear(${time})`,
}

const toLocal = ({ column, kind, zone }: TimeColumn): Expression =>
  kind === 'moment' ? sql`toTimeZone(${column}, ${zone})` : column

const dialect: Dialect = {
  classify: (type) => {
    const inner = type.replace(/^LowCardinality\((.*)\)$/, '$1').replace(/^Nullable\((.*)\)$/, '$1')
    return kinds.find(([pattern]) => pattern.test(inner))?.[1] ?? 'other'
  },
  truncate: (grain, time) => starts[grain](toLocal(time)),
  format: (grain, start) => sql`formatDateTime(${start}, ${sql.lit(FORMATS[grain])})`,
  // The index of a `DateTime64` column takes a bound of `DateTime` for the end of the last second before it.
  startOfDay: (day, { kind, zone }) =>
    kind === 'moment' ? sql`toDateTime64(${`${day} 00:00:00`}, 3, ${zone})` : sql`toDate(${day})`,
  compare: (column, kind) => (kind === 'text' ? column : sql`toString(${column})`),
  toText: (value) => sql`toString(${value})`,
  toNumber: (value) => sql`toFloat64(${value})`,
}

const TOO_OLD = 'this ClickHouse is too old: it has no bound parameters, or no getSetting (tried with 26)'

/** Writes statements of ClickHouse: parameters have a name and a type. */
class Compiler extends DefaultQueryCompiler {
  protected override getLeftIdentifierWrapper = () => '`'
  protected override getRightIdentifierWrapper = () => '`'

  protected override appendValue(value: unknown): void {
    this.addParameter(value)
    this.append(`{p${this.numParameters}:${typeof value === 'number' ? 'Float64' : 'String'}}`)
  }
}

/** Opens ClickHouse over HTTP. */
export function openClickHouseSource(url: string, { queries, timeoutMs }: SourceLimits): SourceDatabase {
  const client = createClient({
    url,
    application: 'traffic-portal',
    // Whoever asked logs what failed.
    log: { level: ClickHouseLogLevel.OFF },
    max_open_connections: queries,
    // The server cancels first, if the account may say so.
    request_timeout: timeoutMs + 2_000,
  })
  const run = async <R>(
    text: string,
    parameters: readonly unknown[],
    settings = {},
    signal?: AbortSignal,
  ) => {
    const result = await client.query({
      query: text,
      query_params: Object.fromEntries(parameters.map((value, index) => [`p${index + 1}`, value])),
      format: 'JSONEachRow',
      clickhouse_settings: settings,
      // The server cancels a statement whose connection is closed, if the account may say so.
      ...(signal !== undefined && { abort_signal: signal }),
    })
    return result.json<R>()
  }
  /** Reads how strictly the account is read-only: 0 is not at all. */
  const readLimits = async () => {
    const text = "select toString(getSetting('readonly')) as readonly"
    const [found] = await run<{ readonly: string }>(text, []).catch((error: unknown) => {
      throw /unknown function getSetting/i.test(getErrorReason(error)) ? new Error(TOO_OLD) : error
    })
    return found?.readonly
  }
  let settings: Promise<object> | undefined
  /** Returns the limits of a read; none for the strictest read-only account, which may set none. */
  const findSettings = async () => {
    if ((await readLimits()) === '1') return {}
    return {
      max_execution_time: Math.ceil(timeoutMs / 1000),
      cancel_http_readonly_queries_on_client_close: 1,
      readonly: '2',
    }
  }
  const query = async <R>(text: string, parameters: readonly unknown[], signal?: AbortSignal) => {
    settings ??= findSettings()
    const found = await settings.catch((error: unknown) => {
      settings = undefined
      throw error
    })
    return run<R>(text, parameters, found, signal)
  }
  // It only writes statements.
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new Compiler(),
    },
  })
  return {
    dialect,
    db,
    run: ({ sql: text, parameters }, signal) => query(text, parameters, signal),
    readColumns: async (relation) => {
      const [table = '', schema] = relation.toReversed()
      const { sql: text, parameters } = sql`
        select name, type from system.columns
        where database = ${schema === undefined ? sql`currentDatabase()` : sql`${schema}`} and table = ${table}`.compile(
        db,
      )
      const rows = await query<{ name: string; type: string }>(text, parameters)
      return new Map(rows.map(({ name, type }) => [name, type]))
    },
    canWrite: async () => (await readLimits()) === '0',
    explain: async ({ sql: text, parameters }) => {
      const rows = await query<{ explain: string }>(`explain indexes = 1 ${text}`, parameters)
      return rows.map((row) => row.explain)
    },
    close: () => client.close(),
  }
}
