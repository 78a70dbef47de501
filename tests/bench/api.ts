import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { listCalls } from './api/calls.ts'
import { load, type Outcome } from './api/load.ts'
import { type MeasuredServer, startServer } from './api/server-under-load.ts'
import { recordResponses } from './api/recorded.ts'
import { addSessions, addSignInAccounts } from './api/sign-in-accounts.ts'
import { startDatabase } from './api/own-database.ts'

/*
 * The API under load, beside a bare `node:http` server that sends the same bytes: both in their own processes, measured
 * in turn by this one. DATABASE_URL puts the portal on PostgreSQL, `--database postgres` on a server of its own and
 * `--database pgbouncer` on one behind PgBouncer in transaction mode; DIST names another build.
 */

const Options = z.object({
  connections: z.coerce.number().int().min(1).max(1_000).default(50),
  seconds: z.coerce.number().int().min(1).max(3_600).default(5),
  rounds: z.coerce.number().int().min(1).max(100).default(3),
  database: z.enum(['postgres', 'pgbouncer']).optional(),
})
const { values } = parseArgs({
  options: {
    connections: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    database: { type: 'string' },
  },
})
const { connections, seconds, rounds, database } = Options.parse(values)

const dist = process.env['DIST'] ?? 'dist'
const program = join(dist, 'server', 'main.js')
if (!existsSync(program)) throw new Error(`${program} does not exist; run npm run build first`)

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const own = database === undefined ? null : await startDatabase(database)
const databaseUrl = own?.url ?? process.env['DATABASE_URL']
const portal = await startServer(program, [], {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  REPORTS_DIR: 'reports',
  PORTAL_DIR: join(dist, 'portal'),
  LOG_LEVEL: 'warn',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})
const location = { dataDir: folder, databaseUrl }
const { reports, mix, wrongSignIns } = await listCalls(portal.url, await addSignInAccounts(location, 32))
const recording = join(folder, 'responses.json')
await recordResponses(portal.url, mix, recording)
const bare = await startServer(join(import.meta.dirname, 'api', 'baseline-server.mjs'), [recording], {})

const measured = { connections, seconds }
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const rows: string[][] = [['what', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'responses', 'errors']]
const addRow = (what: string, { perSecond, p50, p99, max, responses, errors }: Outcome) => {
  rows.push([
    what,
    perSecond.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    max.toFixed(1),
    String(responses),
    String(errors),
  ])
}
const remarks: string[] = []

/** Sends the same calls to both servers in turn, so that other work of the machine affects both. */
async function compare(what: string, calls: typeof reports): Promise<void> {
  const [ours, theirs]: [Outcome[], Outcome[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(portal.url, calls, measured))
    theirs.push(await load(bare.url, calls, measured))
  }
  const selectMedian = (outcomes: Outcome[]) => {
    const rate = median(outcomes.map(({ perSecond }) => perSecond))
    return outcomes.find(({ perSecond }) => perSecond === rate) ?? outcomes[0]
  }
  const [one, other] = [selectMedian(ours), selectMedian(theirs)]
  if (one === undefined || other === undefined) return
  addRow(`${what}, portal`, one)
  addRow(`${what}, bare node:http`, other)
  remarks.push(
    `${what}: ${((one.perSecond / other.perSecond) * 100).toFixed(0)} % of bare, p99 ${(one.p99 / other.p99).toFixed(1)} times bare's`,
  )
}

async function describeMemory(server: MeasuredServer): Promise<string> {
  const { rss, heapUsed, delayP99, delayMax } = await server.probe()
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0)
  return `rss ${mb(rss)} MB, heap ${mb(heapUsed)} MB, event-loop delay p99 ${delayP99.toFixed(1)} ms, max ${delayMax.toFixed(1)} ms`
}

await load(portal.url, reports, { connections, seconds: 2 })
await load(bare.url, reports, { connections, seconds: 2 })
remarks.push(`portal before: ${await describeMemory(portal)}`)
await compare('report reads', reports)
remarks.push(`portal after report reads: ${await describeMemory(portal)}`)
const tokens = await addSessions(location, connections)
addRow('report reads, a session per connection', await load(portal.url, reports, { ...measured, tokens }))
for (const run of ['first', 'second']) {
  const outcome = await load(portal.url, mix, { connections, seconds: seconds * 2 })
  addRow(`mix, ${run} run`, outcome)
  const statuses = [...outcome.statuses].map(([status, count]) => `${count} times ${status}`)
  remarks.push(`the ${run} mix by status: ${statuses.join(', ')}`)
  const kinds = outcome.kinds.map(
    ({ name, responses, p50, p99 }) =>
      `${name} ${responses} responses, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  )
  remarks.push(`the ${run} mix by kind: ${kinds.join('; ')}`)
  remarks.push(`portal after the ${run} mix: ${await describeMemory(portal)}`)
}
addRow('report reads, 10 connections', await load(portal.url, reports, { connections: 10, seconds }))
const [flood, beside] = await Promise.all([
  load(portal.url, wrongSignIns, { connections, seconds }),
  load(portal.url, reports, { connections: 10, seconds }),
])
addRow('report reads, 10 connections, during the flood below', beside)
addRow(`flood: wrong sign-ins, ${connections} connections (503 without hashing beyond the queue)`, flood)
remarks.push(`portal after the flood: ${await describeMemory(portal)}`)

await Promise.all([portal.stop(), bare.stop()])
await own?.remove()
rmSync(folder, { recursive: true })
const engine = databaseUrl === undefined ? 'SQLite' : database === 'pgbouncer' ? 'PgBouncer' : 'PostgreSQL'
console.log(
  `${connections} connections, ${seconds} s a run, median of ${rounds}; ${engine}; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
)
console.log(
  `\n${rows
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
    .replace('\n', '\n|---|---|---|---|---|---|---|\n')}`,
)
console.log(`\n${remarks.map((line) => `- ${line}`).join('\n')}`)
