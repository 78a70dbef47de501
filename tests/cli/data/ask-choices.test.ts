import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runData } from '../../../src/cli/data.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { environmentOf, put } from '../../support/run-data.ts'
import { capture, reports } from '../../support/terminal.ts'

const folder = createEmptyFolder()
const { dir, datasetsDir, clear, read } = createDrafts(folder)
beforeEach(clear)

const DAYS = 'Date,Minutes\n01/04/2025,12.480\n02/04/2025,1.000\n'
const draft = (path: string) => [
  'new',
  'table',
  '--with-data',
  path,
  '--dir',
  dir,
  '--datasets-dir',
  datasetsDir,
]

describe('on a terminal, `new` asks what it is unsure of', () => {
  test('each choice once, and remembers the answers', async () => {
    const { code, out } = await reports(draft(put(folder, 'days.csv', DAYS)), ['1', '2'])
    expect(out).toContain(
      'row 2, column "Date" (A): \'01/04/2025\' can be read in 2 ways:\n  1  day first: 2025-04-01\n',
    )
    expect(code).toBe(0)
    expect(read('datasets')).toMatchObject({ read: { dates: 'DD/MM/YYYY', decimals: ',' } })
  })

  test('whether numbers that come over and over are names', async () => {
    const rows = Array.from({ length: 24 }, (_, index) => `2025-03-01,${1 + (index % 4)},${index}.5\n`)
    const path = put(folder, 'ports.csv', `Date,Port,Load\n${rows.join('')}`)
    const { out } = await reports(draft(path), ['1'])
    expect(out).toContain('column "Port", which has only 4 values, can be read in 2 ways:')
    expect(out).toMatch(/^Port +dimension/m)
  })

  test('whether single calls are added up by hour or by day', async () => {
    const path = put(
      folder,
      'calls.csv',
      'Call Time,Seconds\n2025-03-01 10:15:30,61\n2025-03-01 10:15:30,12\n',
    )
    const { out } = await reports(draft(path), ['2'])
    expect(out).toContain(
      'row 2, column "Call Time" (A): \'2025-03-01 10:15:30\' is not a full hour or quarter of an hour, which can be read in 2 ways:\n  1  rows that are counted and added up by hour',
    )
    expect(read('datasets')).toMatchObject({
      time: { kind: 'date' },
      read: { repeated: 'add', times: 'cut', count: 'calls' },
    })
  })

  test('an answer that is none is asked for again, and an empty one stops with the options', async () => {
    const { code, out } = await reports(draft(put(folder, 'days.csv', DAYS)), ['3', 'x', ''])
    expect(out.match(/Choose 1 to 2/g)).toHaveLength(3)
    expect(out).toContain('--read dates=DD/MM/YYYY')
    expect(code).toBe(1)
    expect(existsSync(datasetsDir)).toBe(false)
  })
})

test('on a terminal, an import asks, shows the profile and the largest changes, and imports', async () => {
  await reports([...draft(put(folder, 'days.csv', DAYS)), '--date', 'day-first', '--read', 'decimals=comma'])
  const location = { dataDir: join(folder, 'data') }
  const handle = openDatabaseHandle(location)
  await migrate(handle)
  await handle.close()
  const importFile = (text: string, answers: readonly string[], ...args: readonly string[]) => {
    const environment = { ...environmentOf(location), REPORTS_DIR: dir, DATASETS_DIR: datasetsDir }
    const context = { environment, root: process.cwd(), clock: () => new Date('2026-06-02T08:00:00.000Z') }
    const path = put(folder, 'next.csv', text)
    return capture((terminal) => runData(['import', 'table', path, ...args], terminal, context), answers)
  }
  const first = await importFile('Date,Minutes\n05/05/2025,20%\n', ['1'])
  expect(first.out).toContain('column "Minutes" (B): \'20%\' can be read in 2 ways:')
  expect(first.out).toMatch(/^Date +key +05\/05\/2025 +0 /m)
  const next = await importFile('Date,Minutes\n05/05/2025,25\n', [], '--replace', '2025-05')
  expect(next.out).toContain('the largest changes:\n  2025-05-05: Minutes was stored with 20, in the file 25')
  expect(next.code).toBe(0)
})

test.skipIf(!existsSync('/usr/bin/script'))('a person at a pseudo-terminal is asked and answers', () => {
  const command = `node --import tsx ${join('src', 'cli', 'reports.ts')} ${draft(put(folder, 'days.csv', DAYS)).join(' ')}`
  const out = execFileSync('/usr/bin/script', ['-qec', command, '/dev/null'], {
    input: '1\n2\n',
    encoding: 'utf8',
    timeout: 25_000,
  })
  expect(out).toContain('Choose 1 to 2, or nothing to stop:')
  expect(read('datasets')).toMatchObject({ read: { dates: 'DD/MM/YYYY', decimals: ',' } })
})
