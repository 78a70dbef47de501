import { listCalls } from './api/calls.ts'
import { type Call, load } from './api/load.ts'
import { startPortal } from './api/server-under-load.ts'

/** The API under load, in a process of its own. */

const CONNECTIONS = 50
const SECONDS = 5
const ROUNDS = 3

const portal = await startPortal()
const { reports, mix, wrongSignIns } = await listCalls(portal.url, portal.location)
const run = (calls: readonly Call[], connections = CONNECTIONS, seconds = SECONDS) =>
  load(portal.url, calls, connections, seconds)

type Outcome = Awaited<ReturnType<typeof load>>
const print = (what: string, { perSecond, p50, p99, errors }: Outcome) =>
  console.log(`| ${what} | ${perSecond.toFixed(0)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${errors} |`)

console.log(`${CONNECTIONS} connections, ${SECONDS} s a run, median of ${ROUNDS}; ${portal.about}\n`)
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
