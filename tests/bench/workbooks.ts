import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts'
import { startServer } from './api/server-under-load.ts'

/*
 * Workbooks of wide months, many at once: how long the slowest takes, what the server needs for them, and how long
 * other requests wait meanwhile. The months come in by the `data` command, as a portal's own would.
 */

const Options = z.object({
  carriers: z.coerce.number().int().min(1).max(16_000).default(1_000),
  at: z.coerce.number().int().min(1).max(32).default(20),
})
const { values } = parseArgs({ options: { carriers: { type: 'string' }, at: { type: 'string' } } })
const { carriers, at: atOnce } = Options.parse(values)

const dist = process.env['DIST'] ?? 'dist'
const program = join(dist, 'server', 'main.js')
if (!existsSync(program)) throw new Error(`${program} is not there; run npm run build first`)

const HEALTH_EVERY_MS = 5
const folder = mkdtempSync(join(tmpdir(), 'workbooks-bench-'))
const environment = {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: join(folder, 'data'),
  REPORTS_DIR: 'reports',
  PORTAL_DIR: join(dist, 'portal'),
  LOG_LEVEL: 'warn',
}
const names = Array.from({ length: carriers }, (_, index) => `Carrier ${index + 1}`)
const months = Array.from(
  { length: atOnce },
  (_, index) => `${2030 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
)

const server = await startServer(program, [], environment)
const token = await signIn()

const rows: string[][] = [
  ['what', 'slowest s', 'median s', '/healthz max ms', 'event loop p99, max ms', 'RSS before, peak MB'],
]
try {
  for (const month of months) importMonth(month)
  await measure('one workbook', [months[0] ?? ''])
  await measure('the same once more, kept', [months[0] ?? ''])
  addDay()
  await measure(
    `${atOnce} of the same month at once`,
    months.map(() => months[0] ?? ''),
  )
  addDay()
  await measure(`${atOnce} of different months at once`, months)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

console.log(
  `${carriers} carriers x 31 days; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
)
const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`)
console.log([head, `|${'---|'.repeat(6)}`, ...body].join('\n'))

async function measure(what: string, wanted: readonly string[]): Promise<void> {
  // What an earlier measurement left behind is collected before the memory is read.
  const before = await server.probe()
  let peak = 0
  let slowestHealth = 0
  const done = new AbortController()
  const watch = (async () => {
    while (!done.signal.aborted) {
      const start = performance.now()
      await (await fetch(`${server.url}/healthz`)).arrayBuffer()
      slowestHealth = Math.max(slowestHealth, performance.now() - start)
      peak = Math.max(peak, rssOf(server.pid))
      await setTimeout(HEALTH_EVERY_MS)
    }
  })()
  const seconds = await Promise.all(wanted.map(download))
  done.abort()
  await watch
  const { delayP99, delayMax } = await server.probe()
  const sorted = seconds.toSorted((a, b) => a - b)
  rows.push([
    what,
    (sorted.at(-1) ?? 0).toFixed(2),
    (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2),
    slowestHealth.toFixed(0),
    `${delayP99.toFixed(0)}, ${delayMax.toFixed(0)}`,
    `${(before.rss / 1e6).toFixed(0)}, ${(peak / 1e6).toFixed(0)}`,
  ])
}

async function download(month: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${server.url}/v1/international-minutes/download/ida-to-routelink/${month}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = await answer.arrayBuffer()
  if (answer.status !== 200 || bytes.byteLength < 100 * carriers) {
    throw new Error(`${month} answered ${answer.status} with ${bytes.byteLength} bytes`)
  }
  return (performance.now() - start) / 1000
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'analyst', password: DEMO_PASSWORD }),
  })
  return z.object({ accessToken: z.string() }).parse(await answer.json()).accessToken
}

function importMonth(month: string): void {
  const lines = Array.from({ length: 31 }, (_, day) => {
    const figures = names.map((_, index) => ((index + 1) * (day + 1) * 37) % 100_000)
    return [`${month}-${String(day + 1).padStart(2, '0')}`, ...figures].join(',')
  })
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const path = join(folder, 'month.csv')
  writeFileSync(path, [['Date', ...names].join(','), ...lines.slice(0, days)].join('\n'))
  runData('international-minutes', path, '--direction', 'IDA_TO_ROUTELINK')
}

/** A commit, after which nothing that the server kept holds. */
function addDay(): void {
  const path = join(folder, 'day.csv')
  writeFileSync(path, `Date,mtn_to_glo\n2031-01-${String(rows.length).padStart(2, '0')},1\n`)
  runData('international-exchange', path)
}

function runData(kind: string, ...args: readonly string[]): void {
  const ran = spawnSync(process.execPath, [join(dist, 'server', 'data.js'), 'import', kind, ...args], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  if (ran.status !== 0) throw new Error(`the import ended with ${ran.status}: ${ran.stdout}${ran.stderr}`)
}

/** The memory of a process as Linux counts it, in bytes. */
function rssOf(pid: number): number {
  const pages = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(pages ?? 0) * 1024
}
