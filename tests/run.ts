import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { z } from 'zod'
import { ensureBrowser } from './support/ensure-browser.ts'
import { installNodes, NODE_LINES, nodeProgram } from './neighbours/node-versions.ts'
import { findProgram } from './neighbours/programs.ts'
import { findPostgres, startCluster } from './postgres/cluster.ts'

/*
 * The one gate: types, lint, unused code, format, build, the suites, the browser. Every step runs, so that one run shows all
 * that is wrong. The last line counts the tests; a step that is no test suite counts as one.
 */

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'portal-tests-'))
const NOTHING_RAN: Count = { passed: 0, failed: 1, skipped: 0 }

function run(title: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n▸ ${title}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

const step = (title: string, command: string, args: readonly string[]): Count => {
  const passed = run(title, command, args)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numFailedTestSuites: z.int(),
})

/** `nodes` are the programs of other versions of Node, on which the built server is tested as well. */
function vitest(nodes: readonly string[]): Count {
  const file = join(reports, 'vitest.json')
  const args = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`]
  const isGood = run('unit and API tests', 'npx', args, { TEST_NODES: nodes.join(delimiter) })
  const report = readReport(file, VitestReport)
  if (report === null || report.numPassedTests + report.numFailedTests === 0) return NOTHING_RAN
  const failed = Math.max(report.numFailedTests, isGood ? 0 : 1)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

function playwright(): Count {
  const file = join(reports, 'playwright.json')
  const args = ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const isGood = run('browser tests', 'npx', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const stats = readReport(file, PlaywrightReport)?.stats
  if (stats === undefined || stats.expected + stats.unexpected + stats.flaky === 0) return NOTHING_RAN
  const failed = Math.max(stats.unexpected, isGood ? 0 : 1)
  if (stats.flaky > 0) console.log(`${stats.flaky} browser tests passed only at the second try; see above`)
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }
}

/** A PostgreSQL server for the API's suite: the one that is named, or one made with the programs of this machine. */
async function openPostgres(): Promise<{ url: string; remove: () => Promise<void> } | null> {
  const named = process.env['TEST_DATABASE_URL'] ?? ''
  if (named !== '') return { url: named, remove: async () => {} }
  const programs = findPostgres()
  if (programs === null) return null
  return startCluster(programs, ['fsync = off', 'max_connections = 200'])
}

ensureBrowser()
const postgres = await openPostgres()
if (postgres !== null) process.env['TEST_DATABASE_URL'] = postgres.url
const [ownLine = ''] = process.versions.node.split('.')
const otherLines = NODE_LINES.filter(({ version }) => /^\d+$/.test(version) && version !== ownLine)
const nodesFolder = join(reports, 'nodes')
// Downloads while the first steps run.
const installation = installNodes(nodesFolder, otherLines)
const isPostgresMissing = postgres === null && (process.env['REQUIRE_POSTGRES'] ?? '') !== ''
const counts = [
  step('types', 'npx', ['tsc', '--noEmit']),
  step('lint', 'npm', ['run', '--silent', 'lint']),
  step('unused files, exports and packages', 'npm', ['run', '--silent', 'unused']),
  step('format', 'npm', ['run', '--silent', 'format:check']),
  step('build', 'npm', ['run', '--silent', 'build']),
  vitest((await installation) ? otherLines.map((line) => nodeProgram(nodesFolder, line)) : []),
  playwright(),
  ...(isPostgresMissing ? [NOTHING_RAN] : []),
]
await postgres?.remove()
rmSync(reports, { recursive: true, force: true })

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
if (postgres === null) {
  console.log('\nPostgreSQL was NOT tested: none is installed here, and TEST_DATABASE_URL names none.')
}
if (!(await installation)) {
  const names = otherLines.map(({ version }) => version).join(', ')
  console.log(
    `\nThe portal on Node ${names} was NOT tested: the npm registry has no binaries, or is out of reach.`,
  )
}
for (const name of ['nginx', 'pgbouncer', 'soffice', 'pdftotext', 'firefox-esr', 'WebKitWebDriver', 'Xvfb']) {
  const isMissing = findProgram(name) === null || (name === 'pgbouncer' && postgres === null)
  if (isMissing) console.log(`\nThe portal with ${name} was NOT tested: it is not installed here.`)
}
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 ? 0 : 1
