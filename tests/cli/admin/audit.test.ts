import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAdmin } from '../../../src/cli/admin/run.ts'
import { type RunningServer, startServer } from '../../../src/server/start.ts'
import { parseSettings } from '../../../src/server/config.ts'
import { data, put } from '../../support/run-data.ts'
import { createPlace, engines, type Place } from '../../support/test-databases.ts'
import { capture } from '../../support/terminal.ts'

const PASSWORD = 'velvet tram 91 harbour'
const NOW = new Date('2025-06-02T08:00:00.000Z')
const ACTOR = `command line (${userInfo().username})`

let place: Place
let folder: string
let running: RunningServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'))
})
afterEach(async () => {
  await running?.close()
  running = undefined
  await place.remove()
  rmSync(folder, { recursive: true })
})

const environment = () => ({
  DATA_DIR: place.dataDir,
  ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  ADMIN_PASSWORD: PASSWORD,
  NODE_ENV: 'production',
})

const admin = (...args: readonly string[]) =>
  capture((terminal) =>
    runAdmin(args, terminal, {
      environment: environment(),
      clock: () => NOW,
      root: process.cwd(),
      promptPassword: () => Promise.resolve(null),
    }),
  )

/** Starts the server beside the commands, with their clock. */
async function start() {
  const settings = parseSettings({ ...environment(), PORTAL_DIR: join(folder, 'none') }, process.cwd())
  const log = { write: () => undefined, getError: () => undefined }
  running = await startServer(settings, { clock: () => NOW, log })
  return running.app
}

describe.each(engines)('npm run admin on %s', (engine) => {
  beforeEach(async () => {
    place = await createPlace(engine)
    await admin('create', 'root')
  })

  test('lists the accounts with their last sign-in', async () => {
    expect(await admin('users')).toEqual({
      code: 0,
      err: '',
      out: [
        'User ID  Role        Status  E-mail  Created           Last sign-in  Sessions',
        'root     superadmin  Active  -       2025-06-02 08:00  -             0',
      ].join('\n'),
    })
    const app = await start()
    await app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'root', password: PASSWORD },
    })
    expect((await admin('users', '--csv')).out.split('\n')).toEqual([
      'User ID,Role,Status,E-mail,Created,Last sign-in,Sessions',
      'root,superadmin,Active,,2025-06-02T08:00:00.000Z,2025-06-02T08:00:00.000Z,1',
    ])
    expect((await admin('users', '--not-signed-in', '0')).out).toContain('root')
    expect((await admin('users', '--not-signed-in', '1')).out).not.toContain('root')
  })

  test('lists the open sessions, and ends those of an account', async () => {
    const app = await start()
    const { json } = await app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'user-agent': 'curl/8.5.0' },
      payload: { username: 'root', password: PASSWORD },
    })
    const { accessToken } = json<{ accessToken: string }>()
    expect((await admin('sessions')).out).toBe(
      [
        'User ID  Role        Signed in         Last used         Address    Client',
        'root     superadmin  2025-06-02 08:00  2025-06-02 08:00  127.0.0.1  curl/8.5.0',
      ].join('\n'),
    )
    expect(await admin('sessions', 'end', 'ROOT')).toEqual({
      code: 0,
      out: "ended 1 session of 'root'",
      err: '',
    })
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await app.inject({ url: '/auth/permissions', headers })).statusCode).toBe(401)
    expect((await admin('sessions', '--csv')).out).toBe('User ID,Role,Signed in,Last used,Address,Client')
    expect(await admin('sessions', 'end', 'root')).toMatchObject({
      code: 0,
      out: "ended 0 sessions of 'root'",
    })
    expect(await admin('sessions', 'end', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown User ID 'nobody'"),
    })
  })

  test('prints what commands and people did, and an import without the rows (S90)', async () => {
    await admin('password', 'root')
    const app = await start()
    await app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'root', password: PASSWORD },
    })
    await admin('sessions', 'end', 'root')
    const file = put(
      folder,
      'march.csv',
      'Month,Type,Airtel,MTN,9Mobile,GLO,IDA\n2025-01,MNO_TO_ROUTELINK,1.5,2.5,3.5,4.5,5.5\n',
    )
    expect(await data(place, 'import', 'monthly-reports', file)).toMatchObject({ code: 0 })
    // The same file changes nothing, and a trial does not either.
    expect(await data(place, 'import', 'monthly-reports', file)).toMatchObject({ code: 0 })

    // What was read and carried away is in the history, too.
    expect(await data(place, 'export', 'monthly-reports', join(folder, 'all.csv'))).toMatchObject({ code: 0 })
    expect(await data(place, 'backup', join(folder, 'all.gz'))).toMatchObject({ code: 0, err: '' })

    const { code, out } = await admin('audit', '--csv')
    expect(code).toBe(0)
    const rows = parse(out, { bom: true }).map((cells) => [cells[1], ...cells.slice(3, 6)].join(','))
    expect(rows[0]).toBe('Person,Event,Kind,Subject')
    expect(rows.slice(1)).toEqual([
      `${ACTOR},backup written,backup,all.gz`,
      expect.stringMatching(/^command line \(.*\),records exported,dataset,/),
      expect.stringMatching(/^command line \(.*\),records imported,dataset,/),
      `${ACTOR},session ended,user,root`,
      'root,signed in,user,root',
      `${ACTOR},password reset,user,root`,
      `${ACTOR},user created,user,root`,
    ])
    expect(out).not.toContain(PASSWORD)
    const lines = (await admin('audit', '--actor', ACTOR.toUpperCase(), '--event', 'records imported')).out
    expect(lines).toContain('file: march.csv')
    expect(lines).toContain('added: 1')
    // A line of the log has the same request id.
    expect((await admin('audit', '--event', 'signed in')).out).toMatch(/  request: \S+$/)
    expect((await admin('audit', '--from', '2025-06-03')).out).toBe('')
    expect((await admin('audit', '--subject', 'ROO', '--to', '2025-06-02')).out.split('\n')).toHaveLength(4)
  })

  test.each([
    ['users --not-signed-in x', '--not-signed-in: expected a number of days from 0 to 9999'],
    ['users root', 'no argument is expected'],
    ['sessions end', 'expected nothing, or end and one user id'],
    ['sessions end root --csv', '--csv is for the list only'],
    ['audit --event x', '--event: expected one of signed in,'],
    ['audit --from 2025-02-31', '--from: must be a day such as 2025-03-07'],
    ['audit --from yesterday', '--from: must be a day such as 2025-03-07'],
    ['audit --from 2026-01-01 --to 2025-01-01', '--to: the last day is before the first one'],
    ['audit --from 2025-03-07T10:00:00.000Z --to 2025-03-06', '--to: the last day is before the first one'],
    ['audit --from 2025-03-07 --to 2025-03-06T10:00:00.000Z', '--to: the last day is before the first one'],
  ])('explains what is wrong in %s', async (line, message) => {
    const [command = '', ...args] = line.split(' ')
    const { code, err } = await admin(command, ...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain(`usage: npm run admin -- ${command} `)
  })

  test.each([
    [
      ['audit', '--from', '2025-13-01'],
      '--from: must be a day such as 2025-03-07, or a moment such as 2025-03-07T09:30:00.000Z',
    ],
    [
      ['users', '--not-signed-in', '-5'],
      '--not-signed-in: expected a value; write one that begins with a dash as --not-signed-in=VALUE',
    ],
    [['users', '--not-signed-in=-5'], '--not-signed-in: expected a number of days from 0 to 9999'],
    [['users', '--not-signed-in'], "Option '--not-signed-in <value>' argument missing"],
  ])('says once and in one line what is wrong with the arguments %j', async (args, message) => {
    expect((await admin(...args)).err.split('\n')).toEqual([
      message,
      expect.stringMatching(/^usage: npm run admin -- /),
    ])
  })

  test.each([
    ['2025-06-02', '2025-06-02'],
    ['2025-06-02T23:00:00.000Z', '2025-06-02'],
    ['2025-06-02', '2025-06-02T00:00:00.000Z'],
  ])('prints the history from %s to %s, of one day', async (from, to) => {
    expect(await admin('audit', '--from', from, '--to', to)).toMatchObject({ code: 0, err: '' })
  })
})
