import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { hasEngine, OTHER_ENGINES } from './e2e/browser.ts'
import { ensureBrowser } from './support/ensure-browser.ts'
import { installNodes, NODE_LINES, nodeProgram } from './neighbours/node-versions.ts'
import { findProgram } from './neighbours/programs.ts'
import { findPostgres, startCluster } from './postgres/cluster.ts'

/*
 * Two suites, `npm test` and `npm run test:all`. The gate: types, lint, unused code, format, build, unit and API tests, the
 * browser. The rest, with `rest` as argument: PostgreSQL, kills, full disks, fuzzing, mutants, other programs, engines and
 * versions of Node. Every step runs, so that one run shows all that is wrong. The last line counts the tests; a step that is no test
 * suite counts as one.
 */

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'portal-tests-'))
const NOTHING_RAN: Count = { passed: 0, failed: 1, skipped: 0 }
/** Failed steps and tests, named again at the end. */
const failures: string[] = []

function run(title: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n▸ ${title}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

const step = (title: string, command: string, args: readonly string[]): Count => {
  const passed = run(title, command, args)
  if (!passed) failures.push(title)
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
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
})

/** Lists the failed tests of a Vitest report, and the files that could not be loaded, each with the start of its message. */
function listFailedTests({ testResults }: z.infer<typeof VitestReport>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}\n  ${firstLines(message)}`] : []
    return failed.map((test) => `${file}: ${test.fullName}\n  ${firstLines(test.failureMessages.join('\n'))}`)
  })
}

const firstLines = (text: string) => stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n  ')

function vitest(title: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): Count {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const isGood = run(title, 'npx', ['vitest', 'run', ...chosen, ...reporters], env)
  const report = readReport(file, VitestReport)
  if (report === null || report.numPassedTests + report.numFailedTests === 0) return NOTHING_RAN
  const failed = Math.max(report.numFailedTests, isGood ? 0 : 1)
  failures.push(...listFailedTests(report))
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  get suites() {
    return z.array(PlaywrightSuite)
  },
})

const PlaywrightSuite = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        ok: z.boolean(),
        tests: z.array(
          z.object({ results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })) }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(PlaywrightSuite).default([])
  },
})

function listFailedJourneys({ specs, suites }: z.infer<typeof PlaywrightSuite>): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const named = failed.map(({ title, file, tests }) => {
    const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))
    return `${file}: ${title}\n  ${firstLines(errors.find((message) => message !== '') ?? '')}`
  })
  return [...named, ...suites.flatMap(listFailedJourneys)]
}

function playwright(title: string, project: string): Count {
  const file = join(reports, 'playwright.json')
  const options = ['--config', 'tests/e2e/playwright.config.ts', '--project', project, '--reporter=list,json']
  const isGood = run(title, 'npx', ['playwright', 'test', ...options], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const report = readReport(file, PlaywrightReport)
  if (report === null || report.stats.expected + report.stats.unexpected + report.stats.flaky === 0)
    return NOTHING_RAN
  const { stats } = report
  failures.push(...report.suites.flatMap(listFailedJourneys))
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

async function runGate(): Promise<readonly Count[]> {
  return [
    step('types', 'npx', ['tsc', '--noEmit']),
    step('lint', 'npm', ['run', '--silent', 'lint']),
    step('unused files, exports and packages', 'npx', ['knip']),
    step('format', 'npx', ['oxfmt', '--check']),
    step('build', 'npm', ['run', '--silent', 'build']),
    vitest('unit and API tests', ['unit']),
    playwright('browser tests', 'chromium'),
  ]
}

async function runRest(): Promise<readonly Count[]> {
  const postgres = await openPostgres()
  if (postgres === null) missing.push('on PostgreSQL (not installed here, and TEST_DATABASE_URL names none)')
  else process.env['TEST_DATABASE_URL'] = postgres.url
  const isRequired = (process.env['REQUIRE_POSTGRES'] ?? '') !== ''
  const [ownLine = ''] = process.versions.node.split('.')
  const others = NODE_LINES.filter(({ version }) => /^\d+$/.test(version) && version !== ownLine)
  const folder = join(reports, 'nodes')
  const areInstalled = await installNodes(folder, others)
  if (!areInstalled) {
    const names = others.map(({ version }) => version).join(', ')
    missing.push(`on Node ${names} (the npm registry has no binaries, or is out of reach)`)
  }
  for (const name of PROGRAMS) {
    const isMissing = findProgram(name) === null || (name === 'pgbouncer' && postgres === null)
    if (isMissing) missing.push(`with ${name} (not installed here)`)
  }
  for (const name of OTHER_ENGINES) {
    if (!hasEngine(name)) missing.push(`in ${name} (npx playwright install --with-deps ${name})`)
  }
  const nodes = areInstalled ? others.map((line) => nodeProgram(folder, line)) : []
  const counts = [
    step('build', 'npm', ['run', '--silent', 'build']),
    ...(postgres === null ? [] : [vitest('API tests on PostgreSQL', ['postgres'])]),
    vitest(
      'kills, faults, fuzzing, mutants and other programs',
      ['rest', ...(postgres === null ? [] : ['rest-postgres'])],
      {
        TEST_NODES: nodes.join(delimiter),
      },
    ),
    playwright('browser tests that take long', 'rest'),
    ...OTHER_ENGINES.filter(hasEngine).map((name) => playwright(`journeys in ${name}`, name)),
    ...(postgres === null && isRequired ? [NOTHING_RAN] : []),
  ]
  await postgres?.remove()
  return counts
}

/** The programs that the rest of the tests starts where they are installed. */
const PROGRAMS = ['nginx', 'pgbouncer', 'soffice', 'pdftotext']

const missing: string[] = []
ensureBrowser()
const counts = process.argv[2] === 'rest' ? await runRest() : await runGate()
rmSync(reports, { recursive: true, force: true })

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
for (const what of missing) console.log(`\nThe portal ${what} was NOT tested.`)
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 ? 0 : 1
