import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name}`)
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes("support/golden.ts'"))

/** Writes every golden file again from what the tests produce now; read the difference before keeping it. */
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, GOLDENS: 'write' },
})
process.exitCode = status ?? 1
