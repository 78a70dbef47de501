import { expect, test } from 'vitest'
import { openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { killCycles } from './kill-cycles.ts'
import { createFolder } from '../support/folder.ts'
import { startServerProcess } from '../support/server-process.ts'

/** More than in a normal run by the environment. */
const KILLS = Number(process.env['KILLS'] ?? 5)

test(
  'a server killed while it writes loses no acknowledged write and leaves none half stored',
  async () => {
    const folder = createFolder()
    const report = await killCycles({
      cycles: KILLS,
      seed: 72,
      start: () => startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'error', SESSION_HOURS: '100' }),
      open: () => openSqlite(folder),
    })
    expect(report).toMatchObject({ cycles: KILLS, failedStarts: 0, lost: [], torn: [], damage: [] })
    expect(report.acknowledged).toBeGreaterThan(50)
  },
  KILLS * 20_000,
)
