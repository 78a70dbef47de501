import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { listCalls } from './api/calls.ts'
import { load, type Outcome } from './api/load.ts'
import { type MeasuredServer, startServer } from './api/server-under-load.ts'
import { addSessions, addSignInAccounts } from './api/sign-in-accounts.ts'

/*
 * The API under load, in a process of its own. DATABASE_URL puts the portal on PostgreSQL, DIST names another build.
 */

const Options = z.object({
  connections: z.coerce.number().int().min(1).max(1_000).default(50),
  seconds: z.coerce.number().int().min(1).max(3_600).default(5),
  rounds: z.coerce.number().int().min(1).max(100).default(3),
})
const { values } = parseArgs({
  options: {
    connections: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const { connections, seconds, rounds } = Options.parse(values)

const dist = process.env['DIST'] ?? 'dist'
const program = join(dist, 'server', 'main.js')
if (!existsSync(program)) throw new Error(`${program} does not exist; run npm run build first`)

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const databaseUrl = process.env['DATABASE_URL']
const portal = await startServer(program, {
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

/** The run of the median rate, of several. */
async function measure(what: string, calls: typeof reports): Promise<void> {
  const outcomes: Outcome[] = []
  for (let round = 0; round < rounds; round += 1) outcomes.push(await load(portal.url, calls, measured))
  const rate = median(outcomes.map(({ perSecond }) => perSecond))
  const chosen = outcomes.find(({ perSecond }) => perSecond === rate)
  if (chosen !== undefined) addRow(what, chosen)
}

async function describeMemory(server: MeasuredServer): Promise<string> {
  const { rss, heapUsed, delayP99, delayMax } = await server.probe()
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0)
  return `rss ${mb(rss)} MB, heap ${mb(heapUsed)} MB, event-loop delay p99 ${delayP99.toFixed(1)} ms, max ${delayMax.toFixed(1)} ms`
}

await load(portal.url, reports, { connections, seconds: 2 })
remarks.push(`portal before: ${await describeMemory(portal)}`)
await measure('report reads', reports)
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

await portal.stop()
rmSync(folder, { recursive: true })
const engine = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
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
