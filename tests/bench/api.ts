import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { listCalls } from './api/calls.ts'
import { load, type Outcome } from './api/load.ts'
import { type MeasuredServer, startServer } from './api/server-under-load.ts'
import { recordAnswers } from './api/recorded.ts'
import { addSessions, addSignInAccounts } from './api/sign-in-accounts.ts'

/*
 * The API under load, beside a bare `node:http` server that sends the same bytes: both in processes of their own, asked
 * in turn by this one. DATABASE_URL puts the portal on PostgreSQL; DIST names another build.
 */

const Options = z.object({
  connections: z.coerce.number().int().min(1).max(1_000).default(50),
  seconds: z.coerce.number().int().min(1).max(3_600).default(5),
  rounds: z.coerce.number().int().min(1).max(100).default(3),
})
const { values } = parseArgs({
  options: { connections: { type: 'string' }, seconds: { type: 'string' }, rounds: { type: 'string' } },
})
const { connections, seconds, rounds } = Options.parse(values)

const dist = process.env['DIST'] ?? 'dist'
const program = join(dist, 'server', 'main.js')
if (!existsSync(program)) throw new Error(`${program} is not there; run npm run build first`)

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const portal = await startServer(program, [], {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  REPORTS_DIR: 'reports',
  PORTAL_DIR: join(dist, 'portal'),
  LOG_LEVEL: 'warn',
})
const location = { dataDir: folder, databaseUrl: process.env['DATABASE_URL'] }
const { reports, mix, wrongSignIns } = await listCalls(portal.url, await addSignInAccounts(location, 12))
const recording = join(folder, 'answers.json')
await recordAnswers(portal.url, mix, recording)
const bare = await startServer(join(import.meta.dirname, 'api', 'baseline-server.mjs'), [recording], {})

const measured = { connections, seconds }
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const rows: string[][] = [['what', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'answers', 'errors']]
const say = (what: string, { perSecond, p50, p99, max, answers, errors }: Outcome) => {
  rows.push([
    what,
    perSecond.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    max.toFixed(1),
    String(answers),
    String(errors),
  ])
}
const heard: string[] = []

/** The same calls to both servers in turn, so that whatever else the machine does meets both. */
async function compare(what: string, calls: typeof reports): Promise<void> {
  const [ours, theirs]: [Outcome[], Outcome[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(portal.url, calls, measured))
    theirs.push(await load(bare.url, calls, measured))
  }
  const middle = (outcomes: Outcome[]) => {
    const rate = median(outcomes.map(({ perSecond }) => perSecond))
    return outcomes.find(({ perSecond }) => perSecond === rate) ?? outcomes[0]
  }
  const [one, other] = [middle(ours), middle(theirs)]
  if (one === undefined || other === undefined) return
  say(`${what}, portal`, one)
  say(`${what}, bare node:http`, other)
  heard.push(
    `${what}: ${((one.perSecond / other.perSecond) * 100).toFixed(0)} % of bare, p99 ${(one.p99 / other.p99).toFixed(1)} times bare's`,
  )
}

async function memory(server: MeasuredServer): Promise<string> {
  const { rss, heapUsed, delayP99, delayMax } = await server.probe()
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0)
  return `rss ${mb(rss)} MB, heap ${mb(heapUsed)} MB, event-loop delay p99 ${delayP99.toFixed(1)} ms, max ${delayMax.toFixed(1)} ms`
}

await load(portal.url, reports, { connections, seconds: 2 })
await load(bare.url, reports, { connections, seconds: 2 })
heard.push(`portal before: ${await memory(portal)}`)
await compare('report reads', reports)
heard.push(`portal after report reads: ${await memory(portal)}`)
const tokens = await addSessions(location, connections)
say('report reads, a session per connection', await load(portal.url, reports, { ...measured, tokens }))
for (const run of ['first', 'second']) {
  const outcome = await load(portal.url, mix, { connections, seconds: seconds * 2 })
  say(`mix, ${run} run`, outcome)
  const statuses = [...outcome.statuses].map(([status, count]) => `${count} times ${status}`)
  heard.push(`the ${run} mix by status: ${statuses.join(', ')}`)
  const kinds = outcome.kinds.map(
    ({ name, answers, p50, p99 }) =>
      `${name} ${answers} answers, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  )
  heard.push(`the ${run} mix by kind: ${kinds.join('; ')}`)
  heard.push(`portal after the ${run} mix: ${await memory(portal)}`)
}
say('report reads, 10 connections', await load(portal.url, reports, { connections: 10, seconds }))
const [flood, calm] = await Promise.all([
  load(portal.url, wrongSignIns, { connections, seconds }),
  load(portal.url, reports, { connections: 10, seconds }),
])
say('report reads, 10 connections, during the flood below', calm)
say(`flood: wrong sign-ins, ${connections} connections (503 without hashing beyond the queue)`, flood)
heard.push(`portal after the flood: ${await memory(portal)}`)

await Promise.all([portal.stop(), bare.stop()])
rmSync(folder, { recursive: true })
const engine = process.env['DATABASE_URL'] === undefined ? 'SQLite' : 'PostgreSQL'
console.log(
  `${connections} connections, ${seconds} s a run, median of ${rounds}; ${engine}; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
)
console.log(
  `\n${rows
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
    .replace('\n', '\n|---|---|---|---|---|---|---|\n')}`,
)
console.log(`\n${heard.map((line) => `- ${line}`).join('\n')}`)
