import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { type NodeLine, installNodes, NODE_LINES, nodeProgram, npmProgram } from './node-versions.ts'

/*
 * What the README promises, on each version of Node: install, build, start, the API's suite. Every version gets a copy of
 * the tracked files and its own npm. `npm run test:node -- 22 26` tests the lines 22 and 26 only.
 */

/** What npm says of this machine's settings, not of the packages. */
const ABOUT_SETTINGS = /npm warn Unknown (builtin|cli|env|global|project|user) config/i
/** The first line of a warning; those after it continue it. */
const WARNING = /^npm (?:warn|error) (?:(?:EBADENGINE Unsupported|deprecated)|(?!EBADENGINE))/i
/** On Node 20, npm warns of one package; the operating page names it. */
const EXPECTED_ON_NODE_20 = ['@photostructure/sqlite']

const Report = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), success: z.boolean() })

interface Step {
  readonly title: string
  readonly seconds: number
  /** What is wrong; empty if nothing is. */
  readonly faults: readonly string[]
}

interface Outcome {
  readonly line: NodeLine
  readonly versions: string
  readonly steps: readonly Step[]
}

const folder = mkdtempSync(join(tmpdir(), 'portal-node-'))
const chosen = process.argv.slice(2)
const lines = NODE_LINES.filter(({ version }) => chosen.length === 0 || chosen.includes(version))

try {
  console.log(`Installing Node ${lines.map(({ version }) => version).join(', ')} ...`)
  const isInstalled = lines.length > 0 && (await installNodes(folder, lines, { withNpm: true }))
  if (!isInstalled) throw new Error(`no such versions of Node can be installed: ${chosen.join(' ')}`)
  const outcomes = lines.map(testLine)
  console.log()
  for (const { versions, steps } of outcomes) {
    console.log(`${versions}: ${steps.map(({ title, seconds }) => `${title} ${seconds} s`).join(', ')}`)
    for (const { title, faults } of steps) for (const fault of faults) console.log(`  ✗ ${title}: ${fault}`)
  }
  const failed = outcomes.filter(({ steps }) => steps.some(({ faults }) => faults.length > 0)).length
  console.log(`\n${outcomes.length - failed} versions passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Installs, builds and tests a copy of the product on one version of Node. */
function testLine(line: NodeLine): Outcome {
  const node = nodeProgram(folder, line)
  const npm = npmProgram(folder, line)
  const copy = copyTrackedFiles(join(folder, `copy-${line.version}`))
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    TEST_NODES: node,
    DIST: join(copy, 'dist'),
  }
  const print = (args: readonly string[]) => execFileSync(node, args, { encoding: 'utf8' }).trim()
  const versions = `Node ${print(['--version'])} with npm ${print([npm, '--version'])}`
  console.log(`\n▸ ${versions}`)
  const run = (args: readonly string[]) => runProgram(node, args, copy, env)
  const report = join(copy, 'report.json')
  const suite = ['run', '--project', 'unit', '--reporter=dot', '--reporter=json', `--outputFile=${report}`]
  const files = ['tests/server', 'tests/neighbours/node-versions.test.ts']
  const steps = [
    measure('npm ci', () => findInstallFaults(line, run([npm, 'ci']))),
    measure('build', () => findFaults(run([npm, 'run', '--silent', 'build']))),
    measure('reports check', () => findFaults(run([npm, 'run', '--silent', 'reports', '--', 'check']))),
    measure('API suite', () => [
      ...findFaults(run(['node_modules/vitest/vitest.mjs', ...suite, ...files])),
      ...findTestFaults(report),
    ]),
  ]
  rmSync(copy, { recursive: true, force: true })
  return { line, versions, steps }
}

interface Run {
  readonly isGood: boolean
  readonly output: string
}

function runProgram(node: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Run {
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { isGood: status === 0, output: `${stdout}${stderr}` }
}

function findFaults({ isGood, output }: Run): string[] {
  return isGood ? [] : [output.slice(-4_000)]
}

/** The warnings of npm that the operating page does not name. */
function findInstallFaults({ version }: NodeLine, { isGood, output }: Run): string[] {
  const expected = version.startsWith('20') ? EXPECTED_ON_NODE_20 : []
  const said = output.split('\n')
  const warnings = said.flatMap((text, index) => {
    if (!WARNING.test(text) || ABOUT_SETTINGS.test(text)) return []
    const whole = text.includes('EBADENGINE') ? `${text} ${said[index + 1] ?? ''}` : text
    return expected.some((name) => whole.includes(`'${name}@`)) ? [] : [whole]
  })
  return isGood ? warnings : [...warnings, output.slice(-4_000)]
}

function findTestFaults(file: string): string[] {
  const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  console.log(`  ${report.numPassedTests} tests passed, ${report.numFailedTests} failed`)
  return report.success && report.numPassedTests > 0 ? [] : [`${report.numFailedTests} tests failed`]
}

function measure(title: string, work: () => readonly string[]): Step {
  const started = performance.now()
  const faults = work()
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`  ${faults.length === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
  return { title, seconds, faults }
}

/** Copies the tracked files as they are in the working tree. */
function copyTrackedFiles(target: string): string {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name !== '')) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(file, join(target, file))
  }
  return target
}
