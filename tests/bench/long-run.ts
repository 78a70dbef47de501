import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { loadDatasets } from '../../src/definition/load.ts'
import { choosePassword, createClient, readRecord, signIn } from '../crash/api-client.ts'
import { enableOnly, readTree, type TreeNode } from '../support/test-users.ts'
import type { MeasuredServer } from './api/server-under-load.ts'
import { fillDataset, fillHistory } from './growth/fill.ts'
import { buildImportFile, targets } from './growth/import-file.ts'
import { measureTables } from './growth/sizes.ts'
import { LoadClient } from './long-run/client.ts'
import { type Accounts, MixedLoad } from './long-run/mixed-load.ts'
import { type IdleHandles, judgeRun, type Sample } from './long-run/verdict.ts'
import { countHandles, createPortal, describeHandles } from './portal/own-portal.ts'

/*
 * Mixed load at a steady pace for a long time, with restarts: what grows, what is not closed, what fails.
 * npm run long-run -- [--minutes 60] [--database sqlite|postgres] [--restart-every 20] [--rate 30] [--carriers 200]
 */

const Options = z.object({
  minutes: z.coerce.number().min(1).max(10_000).default(60),
  database: z.enum(['sqlite', 'postgres']).default('sqlite'),
  'restart-every': z.coerce.number().min(1).default(20),
  rate: z.coerce.number().min(1).max(2_000).default(30),
  carriers: z.coerce.number().int().min(1).max(2_000).default(200),
})
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { minutes: text, database: text, 'restart-every': text, rate: text, carriers: text },
})
const { minutes, database, 'restart-every': restartEvery, rate, carriers } = Options.parse(values)

const PASSWORD = 'tall-Harbour-29-tram'
const AUDIT_DAYS = 30
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const IMPORT_EVERY_MS = 30_000
/** Idle connections to PostgreSQL are closed after ten seconds. */
const SETTLE_MS = 15_000
const WARM_UP_MS = 30_000
const years = [2024, 2025]

const portal = await createPortal(database, { AUDIT_DAYS: String(AUDIT_DAYS) })
await portal.run('admin', ['create', 'chief', '--keep-password'], { ADMIN_PASSWORD: PASSWORD })
await fill()
let server = await portal.start()
const accounts = await createAccounts()
const client = new LoadClient(portal.origin, 16)
const load = new MixedLoad(client, { perSecond: rate, years, accounts })
await load.signIn()

const samples: Sample[] = []
const idle: IdleHandles[] = []
const ends = performance.now() + minutes * MINUTE_MS
const over = new AbortController()
let imports = 0
print([
  'minute',
  'life',
  'rss MB',
  'heap MB',
  'handles',
  'WAL MB',
  'responses',
  '503',
  'unanswered',
  'errors',
  'rows/MB of tables',
])
const importing = importRepeatedly()
let life = 0
for (; ; life += 1) {
  const first = await warmUp(server)
  const lifeEnds = Math.min(ends, performance.now() + restartEvery * MINUTE_MS)
  while (performance.now() < lifeEnds) {
    await setTimeout(Math.min(MINUTE_MS, Math.max(0, lifeEnds - performance.now())))
    samples.push(await measure(server))
  }
  await load.pause()
  const last = await settle(server)
  idle.push({ life, first, last })
  console.log(`life ${life}: ${first} handles when idle, ${last} at its end: ${describeHandles(server.pid)}`)
  if (performance.now() >= ends) break
  load.start()
  await restart()
}
over.abort()
await importing
const errors = [...client.errors]
const faults = judgeRun(
  {
    samples,
    idle,
    errors,
    events: load.events + imports + client.unanswered,
    responses: client.requests,
    unavailable: client.unavailable,
  },
  { accounts: 2 + accounts.readers.length + accounts.guests.length, inFlight: 16 },
)
await server.stop()
await portal.remove()
const statuses = [...client.statuses].map(([status, count]) => `${count} times ${status}`)
console.log(`${database}, ${minutes} minutes, ${imports} imports, ${life} restarts; ${statuses.join(', ')}`)
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'verdict: good' : `verdict: ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

async function fill(): Promise<void> {
  const handle = portal.open()
  const [firstYear = 0, lastYear = 0] = years
  for (const dataset of loadDatasets('datasets')) {
    await fillDataset(handle, dataset, { carriers, firstYear, lastYear })
  }
  const until = new Date(Date.now() - (AUDIT_DAYS + 1) * DAY_MS)
  // More than one clean-up deletes.
  await fillHistory(handle, { events: 15_000, days: 100, until })
  await handle.close()
}

/** A role with every report, accounts that have it, and one whose password is never right. */
async function createAccounts(): Promise<Accounts> {
  const call = createClient(() => portal.origin, await signIn(portal.origin, 'chief', PASSWORD))
  const role = readRecord(await call('POST', '/v1/role-master', { name: 'readers', description: 'read' }))
  const roleId = Number(role['id'])
  const menu = readTree((await call('GET', '/v1/menu-hierarchy')).body)
  const listIds = (nodes: readonly TreeNode[]): number[] =>
    nodes.flatMap(({ id, child }) => [id, ...listIds(child ?? [])])
  await call('POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&service=bidashboard`, {
    records: enableOnly(menu, listIds(menu)),
  })
  const create = async (userId: string) => {
    const emailId = `${userId}@portal.example`
    const first = 'first-Of-7-passwords'
    const user = { userId, password: first, owner: 'admin', roleId, loginIP: '', emailId }
    readRecord(await call('POST', '/v1/system-users', user))
    await choosePassword(portal.origin, userId, first, PASSWORD)
    return userId
  }
  const createMany = async (name: string, count: number) => {
    const names: string[] = []
    for (let index = 0; index < count; index += 1) names.push(await create(`${name}-${index}`))
    return names
  }
  await create('victim')
  const [readers, guests] = [await createMany('reader', 3), await createMany('guest', 8)]
  return { administrator: 'chief', readers, guests, password: PASSWORD, roleId }
}

/** Loads a started server for a while, and returns the number of its handles when it is idle after that. */
async function warmUp(started: MeasuredServer): Promise<number> {
  if (life === 0) load.start()
  await setTimeout(WARM_UP_MS)
  await load.pause()
  const handles = await settle(started)
  load.start()
  return handles
}

/** The fewest handles while the load pauses. */
async function settle({ pid }: MeasuredServer): Promise<number> {
  const until = performance.now() + SETTLE_MS
  let least = countHandles(pid)
  while (performance.now() < until) {
    await setTimeout(250)
    least = Math.min(least, countHandles(pid))
  }
  return least
}

/** Stops the server as a supervisor does, under load, and starts it again. */
async function restart(): Promise<void> {
  client.isRestarting = true
  await server.stop()
  server = await portal.start()
  // Requests that were sent before the start may still fail.
  await client.send({ path: '/readyz', expected: [200] })
  client.isRestarting = false
}

async function measure(running: MeasuredServer): Promise<Sample> {
  const wal = portal.measureWal()
  const { rss, heapUsed: heap } = await running.probe()
  const handle = portal.open()
  const tables = await measureTables(handle)
  const before = new Date(Date.now() - AUDIT_DAYS * DAY_MS).toISOString()
  const { rows: expired } = await sql<{ count: number | string }>`
    select count(*) as count from audit_events where at < ${before}`.execute(handle.database)
  await handle.close()
  const rows: Record<string, number> = Object.fromEntries(
    tables.map(({ name, rows: count }) => [name, count]),
  )
  rows['audit_events (expired)'] = Number(expired[0]?.count)
  for (const line of portal.readErrors()) client.report(line)
  const minute = Math.round(minutes - (ends - performance.now()) / MINUTE_MS)
  const sample = { minute, life, rss, heap, handles: countHandles(running.pid), wal, rows }
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  const largest = tables.map((table) => `${table.name} ${table.rows}/${mb(table.bytes)}`)
  print([
    String(minute),
    String(life),
    mb(rss),
    mb(heap),
    String(sample.handles),
    mb(wal),
    String(client.requests),
    String(client.unavailable),
    String(client.unanswered),
    String(client.errors.length),
    largest.join(' '),
  ])
  return sample
}

/** Replaces a month of one dataset after the other, each time with other amounts. */
async function importRepeatedly(): Promise<void> {
  const folder = join(portal.folder, 'imports')
  mkdirSync(folder)
  while (!over.signal.aborted) {
    const target = targets[imports % targets.length]
    if (target === undefined) return
    const month = { year: 2025, month: 1 + (imports % 12), carriers, seed: imports }
    const { dataset, csv, replaced } = buildImportFile(target, month)
    const file = join(folder, 'month.csv')
    writeFileSync(file, csv)
    try {
      await portal.run('data', ['import', dataset, file, '--replace', replaced])
    } catch (error) {
      client.report(String(error))
    }
    imports += 1
    await setTimeout(IMPORT_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
  }
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
