import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { promptPassword } from '../../src/cli/admin/new-password.ts'
import type { RunningServer } from '../../src/server/start.ts'
import { adminAt, startAt } from '../support/run-admin.ts'
import { environmentOf } from '../support/run-data.ts'
import type { DatabaseLocation } from '../../src/server/platform/database/open.ts'
import { createPlace, engines } from '../support/test-databases.ts'
import { PASSWORD } from '../support/user-body.ts'

const OTHER = 'amber kettle 17 orbit'

let place: DatabaseLocation
let running: RunningServer | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

/** Runs the command in this process; `typed` answers its hidden questions. */
async function admin(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  typed: readonly string[] | ((question: string) => Promise<string | null>) = [],
) {
  const asked: string[] = []
  const waiting = typeof typed === 'function' ? [] : [...typed]
  const promptPassword = (question: string) => {
    asked.push(question)
    return typeof typed === 'function' ? typed(question) : Promise.resolve(waiting.shift() ?? null)
  }
  return { ...(await adminAt(place, args, { environment, promptPassword })), asked }
}

/** Starts the server on the same database. */
async function start(more: Readonly<Record<string, string>> = { NODE_ENV: 'production' }) {
  running = await startAt(place, more)
  return running
}

async function signIn(username: string, password: string) {
  const payload = { username, password }
  const answer = await running?.app.inject({ method: 'POST', url: '/auth/login', payload })
  return { status: answer?.statusCode, body: answer?.json<Record<string, unknown>>() ?? {} }
}

async function permissions(token: unknown) {
  const headers = { authorization: `Bearer ${String(token)}` }
  const answer = await running?.app.inject({ url: '/auth/permissions', headers })
  return { status: answer?.statusCode, body: answer?.body ?? '' }
}

describe.each(engines)('npm run admin on %s', (engine) => {
  beforeEach(async () => {
    place = await createPlace(engine)
  })

  test('creates the first account of an empty database, which can sign in and has every right', async () => {
    const { code, out, err } = await admin(['create', 'root'], { ADMIN_PASSWORD: PASSWORD })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain("created 'root' with the role 'superadmin' in ")
    const { hasAccounts, demoAccounts } = await start()
    expect({ hasAccounts, demoAccounts }).toEqual({ hasAccounts: true, demoAccounts: false })
    const { status, body } = await signIn('root', PASSWORD)
    expect({ status, role: body['role'] }).toEqual({ status: 200, role: 'superadmin' })
    const open = await permissions(body['accessToken'])
    for (const id of [2, 11, 16, 20]) expect(open.body).toContain(`"AssignedGrpRightId":${id},`)
  })

  test('works beside a running server: the account exists at once, and a new password ends its sessions (spec 11.5)', async () => {
    await start()
    expect((await signIn('root', PASSWORD)).status).toBe(401)
    const create = ['create', 'root', '--email', 'root@example.com']
    expect((await admin(create, { ADMIN_PASSWORD: PASSWORD })).code).toBe(0)
    const { body } = await signIn('root', PASSWORD)
    expect((await permissions(body['accessToken'])).status).toBe(200)

    const { code, out } = await admin(['password', 'ROOT'], { ADMIN_PASSWORD: OTHER })
    expect({ code, out }).toEqual({ code: 0, out: "set the password of 'root' and ended its sessions" })
    expect((await permissions(body['accessToken'])).status).toBe(401)
    expect((await signIn('root', PASSWORD)).status).toBe(401)
    expect((await signIn('root', OTHER)).status).toBe(200)
  })

  test('a new password clears the failed sign-ins of this account only', async () => {
    for (const userId of ['a_n%', 'abn%']) await admin(['create', userId], { ADMIN_PASSWORD: PASSWORD })
    await start()
    for (const userId of ['a_n%', 'abn%']) {
      for (let time = 0; time < 5; time += 1) await signIn(userId, 'wrong')
      expect((await signIn(userId, PASSWORD)).status).toBe(429)
    }
    expect((await admin(['password', 'A_N%'], { ADMIN_PASSWORD: OTHER })).code).toBe(0)
    expect((await signIn('a_n%', OTHER)).status).toBe(200)
    expect((await signIn('abn%', PASSWORD)).status).toBe(429)
  })

  test('rejects a user id that looks like an author of the history', async () => {
    const err = 'User ID must not look like an author that the history names'
    const ran = await admin(['create', 'command line (root)'], { ADMIN_PASSWORD: PASSWORD })
    expect(ran).toMatchObject({ code: 1, err })
  })

  test('rejects a user id that already exists, in any case, before the password prompt', async () => {
    await admin(['create', 'root'], { ADMIN_PASSWORD: PASSWORD })
    for (const userId of ['root', 'ROOT', ' root ']) {
      const { code, err, asked } = await admin(['create', userId], {}, [OTHER, OTHER])
      expect({ code, asked }).toEqual({ code: 1, asked: [] })
      expect(err).toMatch(
        /^the User ID '.*' already exists \(case is ignored\); to set a new password, run: npm run admin -- password /,
      )
    }
    await start()
    expect((await signIn('root', PASSWORD)).status).toBe(200)
  })

  test('a password is good for one sign-in, unless it may be kept or is that of the first account (spec 7.23)', async () => {
    const refused = { status: 403, body: expect.stringContaining('"code":"password-change-required"') }
    const readPermissions = async (userId: string, password: string) =>
      permissions((await signIn(userId, password)).body['accessToken'])
    await admin(['create', 'root'], { ADMIN_PASSWORD: PASSWORD })
    await admin(['create', 'second'], { ADMIN_PASSWORD: PASSWORD })
    await admin(['create', 'third', '--keep-password'], { ADMIN_PASSWORD: PASSWORD })
    await start()
    expect((await readPermissions('root', PASSWORD)).status).toBe(200)
    expect(await readPermissions('second', PASSWORD)).toEqual(refused)
    expect((await readPermissions('third', PASSWORD)).status).toBe(200)
    await admin(['password', 'second', '--keep-password'], { ADMIN_PASSWORD: OTHER })
    expect((await readPermissions('second', OTHER)).status).toBe(200)
    await admin(['password', 'root'], { ADMIN_PASSWORD: OTHER })
    expect(await readPermissions('root', OTHER)).toEqual(refused)
  })

  test('a new password reactivates an inactive account', async () => {
    await admin(['create', 'root'], { ADMIN_PASSWORD: PASSWORD })
    const { app } = await start()
    const { body } = await signIn('root', PASSWORD)
    const headers = { authorization: `Bearer ${String(body['accessToken'])}` }
    const payload = { name: 'Staff', description: 'x' }
    await app.inject({ method: 'POST', url: '/v1/role-master', headers, payload })
    expect((await admin(['create', 'ann', '--role', 'staff'], { ADMIN_PASSWORD: PASSWORD })).code).toBe(0)
    const list = await app.inject({ url: '/v1/system-users', headers })
    const [ann] = list.json<{ records: { id: number }[] }>().records
    const url = `/v1/system-users/${ann?.id}/status?status=Inactive`
    expect((await app.inject({ method: 'PUT', url, headers })).statusCode).toBe(200)
    expect((await signIn('ann', PASSWORD)).status).toBe(403)

    expect((await admin(['password', 'ann'], { ADMIN_PASSWORD: OTHER })).code).toBe(0)
    expect((await signIn('ann', OTHER)).status).toBe(200)
    const { code, err } = await admin(['password', 'bob'], { ADMIN_PASSWORD: OTHER })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("unknown User ID 'bob' in ") })
  })
})

describe('npm run admin', () => {
  beforeEach(async () => {
    place = await createPlace('sqlite')
  })

  test('creates an account with the role named by --role', async () => {
    await start({})
    const chosen = await admin(['create', 'ann', '--role', 'Analyst'], { ADMIN_PASSWORD: PASSWORD })
    expect(chosen.out).toContain("created 'ann' with the role 'analyst'")
    expect((await signIn('ann', PASSWORD)).body['role']).toBe('analyst')
    const err = "unknown role 'boss'; available roles: 'superadmin', 'administrator', 'analyst'"
    const ran = await admin(['create', 'bob', '--role', 'boss'], { ADMIN_PASSWORD: PASSWORD })
    expect(ran).toMatchObject({ code: 1, err })
  })

  test('lists all accounts, super administrators first, without control characters and formulas', async () => {
    await start({})
    const create = ['create', 'ann', '--role', 'analyst', '--email', '+a@x.example']
    await admin(create, { ADMIN_PASSWORD: PASSWORD })
    expect((await signIn('ann', PASSWORD)).status).toBe(200)
    const { code, out } = await admin(['list', '--csv'])
    const [heading, first, ...others] = out.split('\n')
    expect(code).toBe(0)
    expect(heading).toBe('User ID,Role,Status,Sign-in,Second factor,Last sign-in (UTC),Email Id')
    expect(first).toMatch(/^superadmin,superadmin,Active,password,off,never,/)
    expect(others.at(-1)).toMatch(/^ann,analyst,Active,password,off,20\d\d-[^,]+,'\+a@x\.example$/)
    expect((await admin(['list'])).out).toContain('ann  analyst  Active  password  off  ')
  })

  test('warns about demo accounts in the database (spec 11.4)', async () => {
    await start({})
    const { code, err } = await admin(['create', 'root'], { ADMIN_PASSWORD: PASSWORD })
    expect(code).toBe(0)
    expect(err).toContain(
      'contains the demo accounts superadmin, administrator, analyst with their public password',
    )
    expect(err).toContain('does not start with NODE_ENV=production')
  })

  test('prompts for the password twice if ADMIN_PASSWORD is not set', async () => {
    const { code, asked } = await admin(['create', 'root'], {}, [PASSWORD, PASSWORD])
    expect({ code, asked }).toEqual({ code: 0, asked: ['Password for root:', 'Repeat password:'] })
    const differing = { code: 1, err: 'The two passwords are not the same.' }
    expect(await admin(['create', 'other'], {}, [PASSWORD, OTHER])).toMatchObject(differing)
    const { code: none, err } = await admin(['create', 'other'])
    expect(none).toBe(2)
    expect(err).toContain('set ADMIN_PASSWORD, or run this in a terminal to type it')
  })

  test('rejects a password that breaks the policy (spec 5.5)', async () => {
    const ran = await admin(['create', 'operator'], { ADMIN_PASSWORD: 'operator-2025' })
    expect(ran).toMatchObject({ code: 1, err: 'The password must not be the User ID.' })
    await start()
    expect(running?.hasAccounts).toBe(false)
  })

  test.each([
    [['create', 'root', PASSWORD]],
    [['create', 'root', '--password', PASSWORD]],
    [['create', 'root', `--password=${PASSWORD}`]],
    [['create', 'root', '-p', PASSWORD]],
    [['password', 'root', PASSWORD]],
  ])('rejects a password in the arguments without repeating it: %j (spec 12.1)', async (args) => {
    const { code, out, err } = await admin(args, { ADMIN_PASSWORD: PASSWORD })
    expect(code).toBe(2)
    expect(err).toContain('passwords are not accepted as arguments')
    expect(out + err).not.toContain(PASSWORD)
    expect(existsSync(place.dataDir)).toBe(false)
  })

  test.each([
    [['create'], 'expected one user id'],
    [['create', ' '], 'expected one user id'],
    [['create', 'a\0b'], 'contains characters that are not text'],
    [['create', 'root', '--email', 'nowhere'], '--email: expected an e-mail address'],
    [['create', 'root', '--rolle', 'x'], "Unknown option '--rolle'"],
    [['remove', 'root'], "unknown command 'remove'"],
  ])('exits with 2 for the arguments %j', async (args, reason) => {
    const { code, err } = await admin(args, { ADMIN_PASSWORD: PASSWORD })
    expect({ code, first: err.split('\n')[0] }).toEqual({ code: 2, first: expect.stringContaining(reason) })
  })
})

describe('the built admin command as a process', () => {
  beforeEach(async () => {
    place = await createPlace('sqlite')
  })
  const program = join(resolve(process.env['DIST'] ?? 'dist'), 'server', 'admin.js')
  test('names itself as it was started, in usage and hints', () => {
    const run = (cwd: string, ...args: readonly string[]) => {
      const folders = { REPORTS_DIR: resolve('reports'), DATASETS_DIR: resolve('datasets') }
      const own = { PATH: process.env['PATH'], ADMIN_PASSWORD: PASSWORD }
      const env = { ...environmentOf(place), ...folders, ...own }
      const file = cwd === place.dataDir ? program : relative(cwd, program)
      const ran = spawnSync(process.execPath, [file, ...args], { cwd, env, encoding: 'utf8' })
      return ran.stdout + ran.stderr
    }
    const root = dirname(dirname(dirname(program)))
    const name = `node ${relative(root, program)}`
    expect(run(root)).toContain(`${name} create USER_ID [--role NAME]`)
    expect(run(root, 'create')).toContain(`usage: ${name} create USER_ID`)
    expect(run(root, 'create', 'root')).toContain("created 'root'")
    expect(run(root, 'create', 'root')).toContain(`to set a new password, run: ${name} password root`)
    expect(run(place.dataDir, 'create')).toContain(`usage: node ${program} create USER_ID`)
  })
})

describe('the password prompt', () => {
  beforeEach(async () => {
    place = await createPlace('sqlite')
  })
  /** A fake terminal and what it shows. */
  function terminal() {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
    let shown = ''
    const output = new Writable({
      write: (chunk, _encoding, done) => {
        shown += String(chunk)
        done()
      },
    })
    return { input, output, shown: () => shown }
  }

  test('does not echo the password or corrections', async () => {
    const { input, output, shown } = terminal()
    const asked = promptPassword('Password:', input, output)
    input.write('secrex\u007ft\r')
    expect(await asked).toBe('secret')
    expect(shown()).toBe('Password: \n')
  })

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s cancels the command', async (_name, key) => {
    const { input, output, shown } = terminal()
    const ask = (question: string) => {
      const asked = promptPassword(question, input, output)
      input.write(key)
      return asked
    }
    expect(await admin(['create', 'root'], {}, ask)).toMatchObject({ code: 1, out: '', err: 'cancelled' })
    expect(shown()).toBe('Password for root: \n')
  })

  test('returns null if the input is not a terminal', async () => {
    expect(await promptPassword('Password:', new PassThrough(), new PassThrough())).toBeNull()
  })
})
