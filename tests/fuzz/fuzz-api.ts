import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mock } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import fc from 'fast-check'
import { DatabaseSync } from '@photostructure/sqlite'
import { storeSession, createToken, hashToken } from '../../src/server/identity/accounts/sessions.ts'
import { createTestUsers, type TreeNode, type TestUsers } from '../support/test-users.ts'
import type { Answer } from '../support/test-app.ts'
import { addMarch2025, emptyTree, routeCalls } from '../support/route-fixtures.ts'
import { checkAnswer } from './check-answer.ts'
import {
  type GoodCall,
  type HostileRequest,
  hostileRequest,
  type Hostility,
  hostility,
} from './hostile-request.ts'

export interface FuzzFigures {
  readonly requests: number
  /** How many requests got each status. */
  readonly statuses: ReadonlyMap<number, number>
}

interface Actor {
  readonly userId: number | null
  readonly holdsNothing: boolean
  token: string | null
}

const RENEW_EVERY = 100

/**
 * Sends hostile requests made from every call of the API to a whole app on a database of its own, and throws with the
 * smallest one found whose answer may not be (`checkAnswer`), or that was refused and yet changed the database; the
 * last is seen on SQLite, while requests are sent one by one.
 */
export async function fuzzApi(requests: number, seed: number, atOnce = 1): Promise<FuzzFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-fuzz-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'settings.properties'), 'api.base.url=/')
  const errors: string[] = []
  const stream = new Writable({
    write: (line, _encoding, done) => {
      // Refusals are audit events of level 40, which are logged at every level.
      if (!String(line).startsWith('{"level":40,')) errors.push(String(line))
      done()
    },
  })
  // What is stored every few seconds, of earlier requests, must not look like an effect of the present one.
  mock.timers.enable({ apis: ['setInterval'] })
  const testApp = await createTestUsers({
    log: { level: 'error', stream },
    portalFolder: folder,
    settingsFile: join(folder, 'settings.properties'),
    allowedOrigins: ['https://portal.example.com'],
  })
  try {
    const figures = await fuzz(testApp, requests, seed, atOnce)
    if (errors.length > 0) throw new Error(`errors were logged: ${errors.slice(0, 3).join('')}`)
    return figures
  } finally {
    await testApp.close()
    mock.timers.reset()
    rmSync(folder, { recursive: true })
  }
}

async function fuzz(
  testApp: TestUsers,
  requests: number,
  seed: number,
  atOnce: number,
): Promise<FuzzFigures> {
  await addMarch2025(testApp)
  const tree = await emptyTree(testApp)
  const calls = await goodCalls(testApp, tree)
  const actors: Actor[] = [
    { userId: null, holdsNothing: true, token: null },
    { userId: null, holdsNothing: true, token: createToken() },
    { userId: (await testApp.addUserWithRole('nothing')).id, holdsNothing: false, token: null },
    {
      userId: (await testApp.addUserWithRole('reports', [13, 16, 17, 18, 19, 20])).id,
      holdsNothing: false,
      token: null,
    },
    {
      userId: (await testApp.addUserWithRole('chief', [2, 13, 16, 17, 18, 19, 20])).id,
      holdsNothing: false,
      token: null,
    },
    { userId: 1, holdsNothing: false, token: null },
  ]
  const statuses = new Map<number, number>()
  let sent = 0
  const send = async (change: Hostility): Promise<readonly [HostileRequest, Answer]> => {
    const good = calls[change.call % calls.length]
    const actor = actors[change.actor % actors.length]
    if (good === undefined || actor === undefined) throw new Error('nothing to send')
    const request = hostileRequest(good, change, actor.token)
    const answer = await testApp.send(request)
    checkAnswer(request, answer, actor.holdsNothing)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    return [request, answer]
  }
  // What one request stored can be told from what others stored only while it is alone.
  const version = atOnce === 1 && testApp.engine.name === 'sqlite' ? databaseVersion(testApp) : () => 0
  const changes = fc.array(hostility, { minLength: atOnce, maxLength: atOnce })
  const property = fc.asyncProperty(changes, async (together) => {
    if (sent % RENEW_EVERY < atOnce) await renew(testApp, actors)
    sent += atOnce
    const before = version()
    for (const [{ url }, { status }] of await Promise.all(together.map(send))) {
      // A wrong password is counted, at a login and for a token, and that is all that a refusal stores.
      if (status >= 400 && !/login|tokens/.test(url) && version() !== before)
        throw new Error(`${status}, yet stored`)
    }
  })
  await fc.assert(property, { numRuns: Math.ceil(requests / atOnce), seed })
  return { requests: sent, statuses }
}

async function goodCalls(testApp: TestUsers, tree: readonly TreeNode[]): Promise<readonly GoodCall[]> {
  const rows = routeCalls(testApp, tree)
  return Promise.all(
    rows.map(async ({ route, call }) => {
      const [url, body] = await call()
      const [method] = route.split(' ') as [GoodCall['method']]
      return { method, url, body }
    }),
  )
}

/** Signs everyone in anew who still has an account: sessions end, and some requests end them. */
async function renew({ engine, now, pass }: TestUsers, actors: readonly Actor[]): Promise<void> {
  pass(16 * 60_000)
  for (const actor of actors.filter(({ userId }) => userId !== null)) {
    const token = createToken()
    await storeSession(engine.database, {
      id: createToken(),
      token_hash: hashToken(token),
      user_id: actor.userId ?? 0,
      created_at: now().toISOString(),
      expires_at: new Date(now().getTime() + 3_600_000).toISOString(),
    }).then(
      () => (actor.token = token),
      () => {},
    )
  }
}

/** A number that changes whenever anything is stored. */
function databaseVersion({ folder }: TestUsers): () => number {
  const beside = new DatabaseSync(join(folder, 'portal.db'), { readOnly: true })
  // Collecting a connection as garbage finalizes its statements, so the connection itself is kept.
  return () => (beside.prepare('pragma data_version').get() as { data_version: number }).data_version
}
