import type { FastifyBaseLogger } from 'fastify'
import { circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { DatasetPlan, SourcePlan } from '../../../dataset/dataset-plan.ts'
import { getErrorCode, getErrorReason } from '../../platform/database/errors.ts'
import { ApiError, badRequest } from '../../platform/http/responses.ts'
import { createWorkQueue, QueueFullError } from '../../platform/work-queue.ts'
import type { ColumnKind, Expression, SourceDatabase, SourceLimits } from './dialect.ts'
import { checkColumns, type SourceCheck } from './catalogue.ts'
import { createSharedReads } from '../../platform/shared-reads.ts'
import { getSourceVariable, openSource, type SourceUrls } from './source-urls.ts'
import type { SourceContext, SourcedPlan } from './sql.ts'
import { DAY_MS } from '../../../time/days.ts'

export type SourceRow = Readonly<Record<string, string | number | null>>

const MAX_ROWS = 100_000
/** How many statements wait for their turn at most. */
const MAX_WAITING = 100
/** How many of them one account may have: more than the tiles of a large dashboard. */
const MAX_WAITING_PER_ACCOUNT = 50
/** After so many failures a source is left alone for a while. */
const MAX_FAILURES = 3
const PAUSE_MS = 10_000
/** The size of all answers that are kept, in cells. */
const MAX_CELLS = 4_000_000

type Build = (context: SourceContext) => Expression

/** The reads of one request. */
export interface SourceReads {
  /** Runs a statement about a dataset, or returns what an equal one found a moment ago. */
  readonly run: (dataset: SourcedPlan, build: Build) => Promise<readonly SourceRow[]>
  /** How old the oldest answer is; null if nothing was read of a source. */
  readonly getAge: () => DataAge | null
}

/** When rows were read of a source. */
export interface DataAge {
  readonly at: Date
  /** The time zone of its days. */
  readonly zone: string
  /** Whether they are older than the definition wants, because the source does not answer. */
  readonly isStale: boolean
}

/** Says how old data is, in the time zone of its days: `As of 14:05 on 24 November 2026 (Africa/Lagos).` */
export function describeAge({ at, zone, isStale }: DataAge): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(at)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone }).format(at)
  const text = `of ${time} on ${day} (${zone}).`
  return isStale ? `The source of this data does not answer now. These are the figures ${text}` : `As ${text}`
}

/** Returns the reads of a thread or command that reads no other database. */
export const noSources: SourceReads = {
  run: (dataset) => Promise.reject(new SourceError(dataset)),
  getAge: () => null,
}

/** Somebody who waits for reads. Accounts take turns, and a read ends when the signals of all its callers are aborted. */
export interface SourceCaller {
  readonly account: string
  readonly signal: AbortSignal
}

/** Told why a source failed; readers are not. */
export type OnSourceError = (dataset: DatasetPlan, reason: string) => void

/** Logs why a source failed, with the id of the request if the log has one. */
export const logSourceErrors =
  (log: Pick<FastifyBaseLogger, 'error'>): OnSourceError =>
  ({ id }, reason) =>
    log.error({ dataset: id, reason }, 'a source failed')

export interface SourcesOptions extends SourceLimits {
  readonly urls: SourceUrls
  readonly clock: () => Date
  readonly onError: OnSourceError
  /** Told the result of each read: of the source, of an answer that is kept, or none. */
  readonly onRead?: (connection: string, result: 'read' | 'kept' | 'failed') => void
}

interface Answer {
  readonly rows: readonly SourceRow[]
  readonly at: Date
  /** When it is too old, in milliseconds since 1970. */
  readonly until: number
}

interface Opened extends SourceDatabase {
  /** Runs work when its turn comes, unless the source failed a moment ago. */
  readonly attempt: <T>(work: () => Promise<T>, account?: string, signal?: AbortSignal) => Promise<T>
}

/** A source failed. Readers learn that it did, and the log why. */
class SourceError extends ApiError {
  constructor({ title }: DatasetPlan) {
    super(503, `The data of '${title}' cannot be read from its source now. Please try again later.`, 30)
  }
}

/** A definition does not fit its source; retries are useless. */
class CatalogueError extends Error {}

/** Errors of a statement: in PostgreSQL of its syntax, names or data, in ClickHouse all but those of `BUSY`. */
const REFUSED = /^(?:(?:0A|22|42)[0-9A-Z]{3}|\d{1,4})$/
/** Codes of ClickHouse for too many statements, a lost connection and exhausted memory. */
const BUSY = /^(?:202|209|210|241)$/
/** Codes of a statement that reached its time limit or was cancelled; the source works. */
const ENDED = /^(?:57014|159|394)$/

/** Returns what failed: the source, or one statement that it refused or ended. */
function classifyFailure(error: unknown): 'away' | 'refused' | 'ended' {
  const code = getErrorCode(error)
  if (ENDED.test(code)) return 'ended'
  const isRefused = error instanceof CatalogueError || (REFUSED.test(code) && !BUSY.test(code))
  return isRefused ? 'refused' : 'away'
}

/** Opens each source that is named, once. Nothing connects before the first statement. */
function createPool(urls: SourceUrls, limits: SourceLimits) {
  const opened = new Map<string, Opened>()
  const open = ({ connection }: SourcePlan): Opened => {
    const source = opened.get(connection) ?? connect(connection)
    opened.set(connection, source)
    return source
  }
  const connect = (connection: string): Opened => {
    const url = urls[connection]
    if (url === undefined) throw new CatalogueError(`${getSourceVariable(connection)} is not set`)
    const breaker = circuitBreaker(
      handleWhen((error) => classifyFailure(error) === 'away'),
      { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(MAX_FAILURES) },
    )
    const queue = createWorkQueue({
      atOnce: limits.queries,
      waiting: MAX_WAITING,
      share: MAX_WAITING_PER_ACCOUNT,
    })
    return {
      ...openSource(url, limits),
      attempt: (work, account, signal) => queue(() => breaker.execute(work), account, signal),
    }
  }
  const close = async () => {
    await Promise.all([...opened.values()].map((source) => source.close()))
  }
  return { open, close }
}

/** Keeps the kinds of columns of each dataset, as the catalogue of its source has them. */
function createCatalogues(open: (source: SourcePlan) => Opened) {
  const catalogues = new Map<string, Promise<Readonly<Record<string, ColumnKind>>>>()

  const readCatalogue = async (dataset: SourcedPlan) => {
    const { dialect, readColumns, attempt } = open(dataset.source)
    const columns = await attempt(() => readColumns(dataset.source.relation))
    return checkColumns(dataset, dialect, columns)
  }

  const getKinds = (dataset: SourcedPlan) => {
    const kept = catalogues.get(dataset.id)
    if (kept !== undefined) return kept
    const read = readCatalogue(dataset).then(({ kinds, problems }) => {
      if (problems.length > 0) throw new CatalogueError(problems.join('; '))
      return kinds
    })
    catalogues.set(dataset.id, read)
    read.catch(() => catalogues.delete(dataset.id))
    return read
  }

  /** Looks for what may have changed in a source that refused a statement. */
  const recheck = async (dataset: SourcedPlan, onError: OnSourceError) => {
    const { kinds, problems } = await readCatalogue(dataset).catch(() => ({ kinds: {}, problems: [] }))
    if (problems.length > 0) onError(dataset, problems.join('; '))
    else if (Object.keys(kinds).length > 0) catalogues.set(dataset.id, Promise.resolve(kinds))
  }

  return { readCatalogue, getKinds, recheck }
}

/** Keeps the age of the oldest answer of a request. */
function createAge(clock: () => Date) {
  let age: DataAge | null = null
  return {
    add: ({ at, until }: Answer, { zone }: SourcePlan) => {
      // An answer that is too old is only there because a newer one could not be read.
      const isStale = clock().getTime() > until || (age?.isStale ?? false)
      const oldest = age === null || at < age.at ? { at, zone } : age
      age = { ...oldest, isStale }
    },
    get: () => age,
  }
}

export type Sources = ReturnType<typeof createSources>

/** Opens the sources that datasets name. Nothing connects before the first statement. */
export function createSources({ urls, clock, onError: onErrorElsewhere, onRead, ...limits }: SourcesOptions) {
  const { open, close } = createPool(urls, limits)
  const { readCatalogue, getKinds, recheck } = createCatalogues(open)
  const share = createSharedReads<Answer | undefined>()
  const answers = new LRUCache<string, Answer>({
    maxSize: MAX_CELLS,
    sizeCalculation: ({ rows }) => 1 + rows.length * Object.keys(rows[0] ?? {}).length,
    // A source that is away leaves what it answered before.
    allowStale: true,
    noDeleteOnStaleGet: true,
  })

  const compile = async (dataset: SourcedPlan, build: Build) => {
    const { dialect, db } = open(dataset.source)
    const kinds = await getKinds(dataset)
    const end = Math.floor(clock().getTime() / DAY_MS) + 2
    return build({ dialect, kinds, end }).compile(db)
  }

  const fetch = async (
    dataset: SourcedPlan,
    build: Build,
    onError: OnSourceError,
    caller?: SourceCaller,
  ): Promise<Answer> => {
    const { connection, maxAge } = dataset.source
    const limited = (context: SourceContext) => sql`${build(context)} limit ${sql.lit(MAX_ROWS + 1)}`
    const compiled = await compile(dataset, limited).catch((error: unknown) => {
      onError(dataset, getErrorReason(error))
      onRead?.(connection, 'failed')
      throw new SourceError(dataset)
    })
    const key = JSON.stringify([connection, compiled.sql, compiled.parameters])
    const isFresh = answers.has(key)
    const cached = answers.get(key)
    if (cached !== undefined && isFresh) {
      onRead?.(connection, 'kept')
      return cached
    }
    /** Resolves to undefined if the read failed. */
    const read = async (signal: AbortSignal): Promise<Answer | undefined> => {
      try {
        const { run, attempt } = open(dataset.source)
        const at = clock()
        const rows = await attempt(() => run<SourceRow>(compiled, signal), caller?.account, signal)
        const answer = { rows, at, until: clock().getTime() + maxAge * 1000 }
        answers.set(key, answer, { ttl: maxAge * 1000 })
        onRead?.(connection, 'read')
        return answer
      } catch (error) {
        if (signal.aborted) return undefined
        onError(dataset, getErrorReason(error))
        onRead?.(connection, 'failed')
        if (error instanceof QueueFullError && cached === undefined) throw error
        if (classifyFailure(error) === 'refused') void recheck(dataset, onError)
        return undefined
      }
    }
    const answer = await share(key, read, caller?.signal).catch((error: unknown) => {
      throw caller?.signal.aborted === true ? new SourceError(dataset) : error
    })
    const shown = answer ?? cached
    if (shown === undefined) throw new SourceError(dataset)
    return shown
  }

  return {
    /** Starts the reads of a request, whose log is told why one failed. */
    start: (onError = onErrorElsewhere, caller?: SourceCaller): SourceReads => {
      const age = createAge(clock)
      return {
        run: async (dataset, build) => {
          const answer = await fetch(dataset, build, onError, caller)
          if (answer.rows.length > MAX_ROWS) {
            throw badRequest(
              `The source has more than ${MAX_ROWS} records of this period. Request a shorter period or fewer values of a dimension.`,
            )
          }
          age.add(answer, dataset.source)
          return answer.rows
        },
        getAge: age.get,
      }
    },
    /** Checks the columns of a dataset in the catalogue, and the rights of the account. */
    check: async (dataset: SourcedPlan): Promise<SourceCheck> => {
      const { problems } = await readCatalogue(dataset)
      const canWrite = problems.length === 0 && (await open(dataset.source).canWrite(dataset.source.relation))
      return { problems, canWrite }
    },
    /** Describes a statement: its text, its parameters and the plan of the database. */
    explain: async (dataset: SourcedPlan, build: Build) => {
      const compiled = await compile(dataset, build)
      const plan = await open(dataset.source).explain(compiled)
      return { sql: compiled.sql, parameters: compiled.parameters, plan }
    },
    close,
  }
}
