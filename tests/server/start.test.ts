import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { formatDiagnostic } from '../../src/diagnostics/diagnostic.ts'
import { formatFingerprint } from '../../src/loading/fingerprint.ts'
import { loadReports } from '../../src/loading/load.ts'
import { readFolder } from '../../src/loading/read-folder.ts'
import { openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { startServer } from '../../src/server/start.ts'
import { parseSettings } from '../../src/server/config.ts'
import { createFolder } from '../support/folder.ts'

let folder: string
beforeEach(() => {
  folder = createFolder()
})

const log = { write: () => undefined, getError: () => undefined }
const clock = () => new Date('2025-06-02T08:00:00.000Z')
const settings = (more: Record<string, string> = {}) =>
  parseSettings({ DATA_DIR: folder, PORTAL_DIR: join(folder, 'none'), ...more }, process.cwd())
const start = (more: Record<string, string> = {}) => startServer(settings(more), { clock, log })

test('a report that does not fit the datasets answers 503, the log says what check does, and the others work', async () => {
  const reportsDir = join(folder, 'reports')
  cpSync('reports', reportsDir, { recursive: true })
  const file = join(reportsDir, 'daily-local-exchange-traffic.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"airtelToMtn"', '"airtelToMtm"'))
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const environment = { REPORTS_DIR: reportsDir, DATASETS_DIR: resolve('datasets'), LOG_LEVEL: 'error' }
  const { app, close } = await startServer(settings(environment), { clock, log: { ...log, write } })
  const payload = { username: 'administrator', password: 'demo-Portal-2025' }
  const login = await app.inject({ method: 'POST', url: '/auth/login', payload })
  const headers = { authorization: `Bearer ${login.json<{ accessToken: string }>().accessToken}` }
  const call = async (url: string) => (await app.inject({ url, headers })).statusCode
  const local = '/v1/local-exchange-traffic'
  expect(await call(`${local}/2025/3`)).toBe(503)
  expect(await call(`${local}/download/2025/3`)).toBe(503)
  expect(await call('/api/international-exchange/data?year=2025&month=3')).toBe(200)
  expect(await call('/api/international-exchange/download?year=2025&month=3')).toBe(200)
  expect((await app.inject({ url: `${local}/2025/3`, headers })).json<{ message: string }>().message).toBe(
    'The definition of this report does not fit the data of the server. The log of the server says why.',
  )
  await close()
  const files = { reportFiles: readFolder(reportsDir), datasetFiles: readFolder('datasets') }
  const { diagnostics } = compileDefinitions(files)
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['served-field'])
  const logged = lines.map((line) => JSON.parse(line) as object)
  const line = { report: 'daily-local-exchange-traffic', msg: diagnostics.map(formatDiagnostic)[0] }
  expect(logged).toContainEqual(expect.objectContaining(line))
})

test.each<[text: string, isOn: boolean]>([
  ['', false],
  ['off', false],
  [' optional ', true],
])('SECOND_FACTOR=%j is understood (spec 7.29)', (text, isOn) => {
  expect(settings({ SECOND_FACTOR: text }).secondFactor).toBe(isOn)
})

test('SECOND_FACTOR names no roles, and the message says where they are chosen', () => {
  expect(() => settings({ SECOND_FACTOR: 'administrator, analyst' })).toThrow(
    'SECOND_FACTOR must be off or optional; a switch in Roles requires it',
  )
})

test('a start tells the roles of OIDC_ROLES_FILE that do not exist', async () => {
  const lines: string[] = []
  const noting = { ...log, write: (line: string) => void lines.push(line) }
  const roles = join(folder, 'roles.json')
  writeFileSync(roles, '{"staff": "analyst", "guests": "nowhere"}')
  const company = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'portal' }
  const given = settings({ ...company, OIDC_CLIENT_SECRET_FILE: roles, OIDC_ROLES_FILE: roles })
  const running = await startServer(given, { clock, log: noting })
  await running.close()
  const told = lines.filter((line) => line.includes('names a role')).map((line) => JSON.parse(line) as object)
  expect(told).toMatchObject([{ role: 'nowhere', msg: 'OIDC_ROLES_FILE names a role that does not exist' }])
})

test('a data folder that everyone may read contains no file that everyone may read', async () => {
  chmodSync(folder, 0o755)
  const running = await start()
  const files = readdirSync(folder)
  expect(files).toContain('portal.db-wal')
  for (const name of files)
    expect({ name, mode: statSync(join(folder, name)).mode & 0o077 }).toEqual({ name, mode: 0 })
  await running.close()
})

test('a data folder that cannot be created is named in the error', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(start({ DATA_DIR: join(folder, 'file', 'data') })).rejects.toThrow(
    `the data folder ${join(folder, 'file', 'data')} (DATA_DIR) cannot be used`,
  )
})

describe('demo accounts (spec 11.4)', () => {
  test('are created once in an empty folder', async () => {
    for (let time = 0; time < 2; time += 1) {
      const running = await start()
      expect(running.demoAccounts).toBe(true)
      await running.close()
    }
    const { database, close } = openSqlite(folder)
    const users = await database.selectFrom('users').select(['user_id', 'role_id']).orderBy('id').execute()
    const names = ['superadmin', 'administrator', 'analyst']
    expect(users).toEqual(names.map((user_id, index) => ({ user_id, role_id: index + 1 })))
    await close()
  })

  test('are never created in production, nor are demo records', async () => {
    const running = await start({ NODE_ENV: 'production' })
    expect(running.demoAccounts).toBe(false)
    await running.close()
    const { database, close } = openSqlite(folder)
    expect(await database.selectFrom('users').selectAll().execute()).toEqual([])
    expect(await database.selectFrom('dataset_records').selectAll().execute()).toEqual([])
    await close()
  })

  test('restrict the server to this machine, and prevent production mode', async () => {
    await expect(start({ HOST: '0.0.0.0' })).rejects.toThrow('HOST 0.0.0.0 would open the demo accounts')
    const running = await start()
    await running.close()
    await expect(start({ NODE_ENV: 'production' })).rejects.toThrow('contains demo accounts')
  })
})

describe('settings', () => {
  test('have defaults', () => {
    expect(parseSettings({}, '/product')).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      minFreeMb: 64,
      databaseConnections: 10,
      databaseWaitSeconds: 30,
      reportsDir: '/product/reports',
      datasetsDir: '/product/datasets',
      dashboardsDir: '/product/dashboards',
      schedulesDir: '/product/schedules',
      sources: { urls: {}, queries: 4, timeoutMs: 30_000 },
      portalDir: '/product/dist/portal',
      production: false,
      sessions: { hours: 8, idleMinutes: 60, reauthenticateMinutes: 0 },
      auditDays: 400,
      allowedOrigins: [],
      trustedProxies: [],
      publicUrl: '',
      secondFactor: false,
      mailDomains: [],
      metricsToken: '',
      logLevel: 'info',
    })
  })

  test('are all named at once if they are invalid', () => {
    expect(() => settings({ NODE_ENV: 'prod' })).toThrow('NODE_ENV must be production, development or test')
    expect(settings({ NODE_ENV: 'test' }).production).toBe(false)
    expect(() => settings({ DATABASE_URL: ' ' })).toThrow('DATABASE_URL must be an address such as')
    const DATABASE_PASSWORD_FILE = join(folder, 'password')
    expect(() => settings({ DATABASE_PASSWORD_FILE })).toThrow(
      'must be the path of a file with the password: ENOENT',
    )
    writeFileSync(DATABASE_PASSWORD_FILE, 'sec/ret\n')
    const both = 'DATABASE_URL must be set without a password beside DATABASE_PASSWORD_FILE'
    for (const DATABASE_URL of ['postgres://u:sec@a/db', 'postgres://u@a/db?password=sec']) {
      expect(() => settings({ DATABASE_URL, DATABASE_PASSWORD_FILE })).toThrow(both)
    }
    expect(() => settings({ DATABASE_PASSWORD_FILE })).toThrow(both)
    expect(() => settings({ DATABASE_URL: 'postgres://a/db?host=b,c' })).toThrow(
      'DATABASE_URL must name one host',
    )
    const wrong = { PORT: '80a', SESSION_IDLE_MINUTES: '0', LOG_LEVEL: 'loud', ALLOWED_ORIGINS: 'portal' }
    expect(() => settings(wrong)).toThrow(
      /PORT must be a port from 0 to 65535, not '80a'\n.*ALLOWED_ORIGINS must be .*\n.*LOG_LEVEL must be .*\n.*SESSION_IDLE_MINUTES must be/,
    )
  })
})

describe('a portal that was built from other report definitions', () => {
  const portal = () => join(folder, 'portal')
  const warnings = async (text: string | null): Promise<string[]> => {
    mkdirSync(portal(), { recursive: true })
    if (text !== null) writeFileSync(join(portal(), 'report-definitions.json'), text)
    const lines: string[] = []
    const sink = { ...log, write: (line: string) => lines.push(line) }
    const running = await startServer(settings({ PORTAL_DIR: portal() }), { clock, log: sink })
    await running.close()
    return lines.filter((line) => /report.definitions/.test(line)).map((line) => JSON.parse(line).msg)
  }

  test('is a warning in the log', async () => {
    const reports = loadReports('reports', 'datasets')
    expect(await warnings(formatFingerprint(reports))).toEqual([])
    expect(await warnings(formatFingerprint(reports.slice(1)))).toEqual([
      'the portal was built from other report definitions than the server reads; build it with the REPORTS_DIR of the server',
    ])
  })

  test('is not noticed in a portal of another build', async () => {
    expect(await warnings(null)).toEqual([])
  })
})

test('the password of the database can come from a file, with any characters', () => {
  const DATABASE_PASSWORD_FILE = join(folder, 'password')
  writeFileSync(DATABASE_PASSWORD_FILE, 'a/b? c&d=%23é\n')
  for (const url of ['postgres://u@127.0.0.1/db', 'postgres:///db?host=/run/postgresql&user=u']) {
    const { databaseUrl = '' } = settings({ DATABASE_URL: url, DATABASE_PASSWORD_FILE })
    expect(new Client(databaseUrl)).toMatchObject({ user: 'u', password: 'a/b? c&d=%23é', database: 'db' })
  }
})
