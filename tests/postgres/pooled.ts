import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findProgram } from '../neighbours/programs.ts'
import { findPostgres, startCluster } from './cluster.ts'
import { startPooler } from './pooler.ts'

/*
 * The API's suite through PgBouncer in transaction mode, on a server of its own:
 * npm run unit:pooled [-- tests/server/roles ...]
 */

const programs = findPostgres()
const program = findProgram('pgbouncer')
if (programs === null || program === null) throw new Error('missing on this machine: PostgreSQL or pgbouncer')
const cluster = await startCluster(programs, ['fsync = off', 'max_connections = 200'])
const pooler = await startPooler(program, cluster.url, { connections: 5, clients: 1_000 })
const files = process.argv.slice(2)
// Not synchronously: the log of PgBouncer must be read meanwhile.
const tests = spawn(
  'npx',
  [
    'vitest',
    'run',
    '--project',
    'postgres',
    ...(files.length > 0 ? files : ['tests/server', 'tests/cli/data']),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: cluster.url,
      TEST_POOLER_URL: `${pooler.url}?prepared=off`,
    },
  },
)
const [status] = (await once(tests, 'exit')) as [number | null]
await pooler.remove()
await cluster.remove()
process.exitCode = status ?? 1
