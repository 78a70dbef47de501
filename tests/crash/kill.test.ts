import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../../src/server/database/sqlite.ts'
import { killCycles } from './kill-cycles.ts'
import { startServerProcess } from '../support/server-process.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-kill-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a server killed while it writes loses no acknowledged write and leaves none half stored (S72)', async () => {
  const report = await killCycles({
    cycles: 5,
    seed: 72,
    start: () => startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'error' }),
    open: () => openSqlite(folder),
  })
  expect(report).toMatchObject({ cycles: 5, failedStarts: 0, lost: [], torn: [], damage: [] })
  expect(report.acknowledged).toBeGreaterThan(50)
}, 60_000)
