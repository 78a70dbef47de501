import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { buildRecordKey } from '../../../src/dataset/record-keys.ts'
import { loadDatasets } from '../../../src/loading/load.ts'
import { addRecords } from '../../../src/server/data/tables/stored-records.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { reports } from '../../support/terminal.ts'

const FOLDERS = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']

afterEach(() => vi.unstubAllEnvs())

test('the replay of a report is printed with each time an alert would have fired', async () => {
  const { code, out } = await reports(['alerts', 'service-levels', '--replay', '3w', ...FOLDERS])
  expect(code).toBe(0)
  expect(out).toMatch(/^Evaluated against demo records; DATA_DIR or DATABASE_URL /)
  expect(out).toMatch(
    /^Voice was below 99\.5% on two days in a row: (never|once|\d+ times) in \d+ evaluations, 2025-06-\d\d to 2025-06-\d\d$/m,
  )
  expect(out).toMatch(/^ {2}6\/\d+\/2025 \w{3} until 6\/\d+\/2025 \w{3}$/m)
  expect(out).toMatch(/^ {4}6\/\d+\/2025 \w{3}, Availability, 9\d\.\d\d%$/m)
}, 120_000)

test('the records of DATA_DIR are evaluated, and the first line names the database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-alerts-'))
  const [dataset] = loadDatasets('examples/datasets').filter(({ id }) => id === 'service-levels')
  if (dataset === undefined) throw new Error('there is no dataset')
  const handle = openDatabaseHandle({ dataDir, databaseUrl: undefined })
  await migrate(handle)
  const days = ['2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13']
  const records = days.map((day, index) => ({
    ...buildRecordKey(dataset, day),
    measures: { minutesUp: index === 0 ? 1440 : 1300, minutesPlanned: 1440, tickets: 0 },
  }))
  await addRecords(handle.database, dataset, 'VOICE', records, new Date())
  await handle.close()
  vi.stubEnv('DATA_DIR', dataDir)
  const { code, out } = await reports(['alerts', 'service-levels', '--replay', '3w', ...FOLDERS])
  rmSync(dataDir, { recursive: true })
  expect(code).toBe(0)
  expect(out.split('\n').slice(0, 3)).toEqual([
    `Evaluated against the records in ${dataDir}`,
    'Voice was below 99.5% on two days in a row: once in 4 evaluations, 2026-01-10 to 2026-01-13',
    '  1/12/2026 Mon, and still fires',
  ])
})

test.each([
  [['service-level'], /no report 'service-level'; known are .*; did you mean 'service-levels'\?/],
  [['visitors'], /the report 'visitors' has no alerts/],
  [['service-levels', '--replay', '12'], /--replay: weeks, 1w to 53w/],
])('wrong arguments of a replay are explained: %j', async (args, message) => {
  const { code, err } = await reports(['alerts', ...args, ...FOLDERS])
  expect(err).toMatch(message)
  expect(code).toBe(2)
})
