import { spawnSync } from 'node:child_process'

const tests = ['server/access/report-access', 'server/report-calls'].map((name) => `tests/${name}.test.ts`)

/** Writes every golden file anew from what the tests produce now; read the difference before keeping it. */
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'unit', 'tests/cli', 'tests/definition', 'tests/reports', ...tests],
  {
    stdio: 'inherit',
    env: { ...process.env, GOLDENS: 'write' },
  },
)
process.exitCode = status ?? 1
