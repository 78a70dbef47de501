import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { type App, type AppOptions, createApp } from '../../src/server/app.ts'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { DATABASE_FILE } from '../../src/server/platform/database/sqlite.ts'
import { DEMO_PASSWORD } from '../../src/server/data/demo/demo-accounts.ts'
import { createDatabase, filledTemplate } from '../postgres/databases.ts'
import { createCheapPasswords, fillDatabase, shipped, START } from './fill-database.ts'
import { afterUse } from './folder.ts'

/** An answer as a test reads it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly raw: Buffer
}

export type Send = (
  method: NonNullable<InjectOptions['method']>,
  url: string,
  body?: unknown,
) => Promise<Answer>

export interface TestApp {
  readonly app: App
  readonly engine: DatabaseHandle
  /** Opens the same database once more, as another process would. */
  readonly openBeside: () => DatabaseHandle
  /** Where its database is, for a program that works beside it. */
  readonly location: DatabaseLocation
  readonly folder: string
  /** Everything that was logged so far. */
  readonly log: () => string
  /** The lines of the log that contain a text, as objects. */
  readonly lines: (part: string) => Record<string, unknown>[]
  readonly now: () => Date
  /** Moves the server's clock. */
  readonly pass: (milliseconds: number) => void
  readonly send: (options: InjectOptions) => Promise<Answer>
  /** Signs in with a fresh session and returns its calls. */
  readonly as: (username: string, password?: string) => Promise<Send>
  /** The number of a user. */
  readonly findUser: (userId: string) => Promise<number>
  readonly token: (username: string, password?: string) => Promise<string>
  /** Asks for a session; `more` has the address, headers or another body. */
  readonly login: (username: string, password?: string, more?: Partial<InjectOptions>) => Promise<Answer>
  readonly bearing: (token: string, headers?: Readonly<Record<string, string>>) => Send
  readonly close: () => Promise<void>
}

let filled: Promise<string> | undefined

/** Fills a database file once: a copy is made in a tenth of the time. */
async function createFilled(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-filled-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const engine = openDatabaseHandle({ dataDir })
  await fillDatabase(engine)
  await engine.close()
  return join(dataDir, DATABASE_FILE)
}

/**
 * The whole app on a real database in a folder of its own, with the demo's accounts and no records, until the test ends.
 * `wrapEngine` gives the app another engine than the test, on the same database.
 */
export async function createTestApp(
  options: Partial<AppOptions> = {},
  wrapEngine: (engine: DatabaseHandle) => DatabaseHandle = (engine) => engine,
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const isCopy =
    options.reports === undefined && options.dashboards === undefined && options.passwords === undefined
  const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
  const server = isPostgres ? await createDatabase(isCopy ? filledTemplate() : undefined) : undefined
  const location: DatabaseLocation = { dataDir: folder, databaseUrl: server?.url }
  if (isCopy && !isPostgres) copyFileSync(await (filled ??= createFilled()), join(folder, DATABASE_FILE))
  const engine = openDatabaseHandle(location)
  let now = START
  const clock = () => now
  const { reports = shipped().reports, datasets = shipped().datasets } = options
  const dashboards = options.dashboards ?? (options.reports === undefined ? shipped().dashboards : [])
  const passwords = options.passwords ?? (await createCheapPasswords())
  if (!isCopy) await fillDatabase(engine, { reports, dashboards }, passwords)
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = await createApp({
    handle: wrapEngine(engine),
    reports,
    datasets,
    dashboards,
    passwords,
    clock,
    sessions: { hours: 8, idleMinutes: 60 },
    auditDays: 400,
    production: false,
    demoAccounts: false,
    log: { level: 'info', stream },
    ...options,
  })

  const send = async (request: InjectOptions): Promise<Answer> => {
    const answer = await app.inject(request)
    const isJson = answer.payload !== '' && String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json<Record<string, unknown>>() : {},
      raw: answer.rawPayload,
    }
  }
  const bearing =
    (token: string, headers: Readonly<Record<string, string>> = {}): Send =>
    (method, url, body) =>
      send({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
  const login = (username: string, password = DEMO_PASSWORD, more: Partial<InjectOptions> = {}) =>
    send({ method: 'POST', url: '/auth/login', payload: { username, password }, ...more })
  const token = async (username: string, password = DEMO_PASSWORD) => {
    const { status, body } = await login(username, password)
    if (status !== 200) throw new Error(`login of ${username} answered ${status}: ${String(body['message'])}`)
    return String(body['accessToken'])
  }
  let closed: Promise<void> | undefined
  const close = () =>
    (closed ??= (async () => {
      await app.close()
      await engine.close()
      await server?.drop()
      rmSync(folder, { recursive: true })
    })())
  afterUse(close)
  return {
    app,
    engine,
    location,
    openBeside: () => {
      const beside = openDatabaseHandle(location)
      afterUse(beside.close)
      return beside
    },
    folder,
    log: () => lines.join(''),
    lines: (part) => lines.filter((line) => line.includes(part)).map((line) => JSON.parse(line)),
    now: clock,
    pass: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
    },
    send,
    as: async (username, password) => bearing(await token(username, password)),
    token,
    login,
    findUser: async (userId) => {
      const users = engine.database.selectFrom('users').select('id').where('user_id', '=', userId)
      return (await users.executeTakeFirstOrThrow()).id
    },
    bearing,
    close,
  }
}
