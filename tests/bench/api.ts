import { cpus } from 'node:os'
import { startServer } from '../e2e/server.ts'
import { listCalls } from './api/calls.ts'
import { type Call, load } from './api/load.ts'

/** The API of the built portal under load; DATABASE_URL puts it on PostgreSQL, DIST names another build. */

const CONNECTIONS = 50
const SECONDS = 5
const ROUNDS = 3

const databaseUrl = process.env['DATABASE_URL']
const portal = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
const { reports, mix, wrongSignIns } = await listCalls(portal.url, { dataDir: portal.dataDir, databaseUrl })
const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`
const run = (calls: readonly Call[], connections = CONNECTIONS, seconds = SECONDS) =>
  load(portal.url, calls, connections, seconds)

type Outcome = Awaited<ReturnType<typeof load>>
const print = (what: string, { perSecond, p50, p99, errors }: Outcome) =>
  console.log(`| ${what} | ${perSecond.toFixed(0)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${errors} |`)

console.log(
  `${CONNECTIONS} connections, ${SECONDS} s a run, median of ${ROUNDS}; ${databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'}; ${machine}\n`,
)
console.log('| what | requests/s | p50 ms | p99 ms | errors |\n|---|---|---|---|---|')
await run(reports, CONNECTIONS, 2)
const outcomes: Outcome[] = []
for (let round = 0; round < ROUNDS; round += 1) outcomes.push(await run(reports))
const median = outcomes.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(ROUNDS / 2)]
if (median !== undefined) print('report reads', median)
print('mix', await run(mix, CONNECTIONS, SECONDS * 2))
print('report reads, 10 connections', await run(reports, 10))
const [flood, beside] = await Promise.all([run(wrongSignIns), run(reports, 10)])
print('report reads, 10 connections, during the flood below', beside)
print('flood: wrong sign-ins (503 without hashing beyond the queue)', flood)
await portal.stop()
