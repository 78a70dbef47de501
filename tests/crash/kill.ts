import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabaseHandle } from '../../src/server/database/open.ts'
import { findPostgres, startCluster } from '../postgres/cluster.ts'
import { killCycles, type KillReport } from './kill-cycles.ts'
import { startServerProcess } from '../support/server-process.ts'

/*
 * The long form of the test that kills servers while they write (S72):
 * npm run crash -- [--cycles 1000] [--database sqlite|postgres] [--seed 1]
 */

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '1000' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
})
const cycles = Number(values.cycles)
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'portal-kill-'))
const cluster = values.database === 'postgres' ? await ownCluster() : null
const storage = cluster === null ? { DATA_DIR: folder } : { DATA_DIR: folder, DATABASE_URL: cluster.url }

const report = await killCycles({
  cycles,
  seed,
  start: () => startServerProcess({ ...storage, LOG_LEVEL: 'error', SESSION_HOURS: '100' }),
  open: () => openDatabaseHandle({ dataDir: folder, databaseUrl: cluster?.url }),
  afterCycle: (soFar) => {
    if (soFar.cycles % 50 === 0) print(soFar)
  },
})
print(report)
await cluster?.remove()
rmSync(folder, { recursive: true })
const failures = report.lost.length + report.torn.length + report.damage.length + report.failedStarts
for (const line of [...report.lost, ...report.torn, ...report.damage]) console.log(line)
process.exitCode = failures === 0 ? 0 : 1

function print({ recoveries, lost, torn, damage, ...counts }: KillReport): void {
  const sorted = recoveries.toSorted((one, other) => one - other)
  const quantile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  console.log(
    [
      values.database,
      `${counts.cycles} kills`,
      `${counts.acknowledged} writes acknowledged`,
      `${counts.unanswered} unanswered`,
      `${lost.length} lost`,
      `${torn.length} torn`,
      `${damage.length} damaged`,
      `${counts.failedStarts} failed starts`,
      `ready again after p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`,
      `seed ${seed}`,
    ].join(', '),
  )
}

async function ownCluster() {
  const programs = findPostgres()
  if (programs === null) throw new Error('there is no PostgreSQL on this machine')
  return startCluster(programs)
}
