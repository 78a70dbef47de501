import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runData } from '../../../src/cli/data.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { createFolder } from '../../support/folder.ts'
import { environmentOf, put } from '../../support/run-data.ts'
import { capture } from '../../support/terminal.ts'

const dataDir = createFolder()
const engine = openDatabaseHandle({ dataDir })
await migrate(engine)
await engine.close()

/** Runs a command beside the example whose rows are in another database. */
function run(...args: readonly string[]) {
  const example = 'examples/warehouse'
  const environment = {
    ...environmentOf({ dataDir }),
    REPORTS_DIR: `${example}/reports`,
    DATASETS_DIR: `${example}/datasets`,
  }
  const context = { environment, root: process.cwd(), clock: () => new Date('2025-06-02T08:00:00.000Z') }
  return capture((terminal) => runData(args, terminal, context))
}

test('commands say where rows of another database are, and import and export none', async () => {
  expect((await run('list')).out).toMatch(/^call-records +0 +from warehouse call_records /m)
  expect((await run('check')).out).toMatch(
    /^call-records: not stored here, but read from warehouse call_records$/m,
  )
  const file = put(dataDir, 'rows.csv', 'Date,MTN\n')
  expect((await run('import', 'call-records', file)).err).toMatch(
    /^call-records is read from warehouse call_records and not stored here/,
  )
  const { code, err } = await run('export', 'call-records', join(dataDir, 'out.csv'))
  expect([code, err.split('\n')[0]]).toEqual([
    2,
    'the rows of call-records are in another database; export them there, or download its report',
  ])
})

test('a report with an error is named and left out, and commands about data work', async () => {
  const reports = createFolder()
  cpSync('reports', reports, { recursive: true })
  const path = join(reports, 'daily-report-minutes.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"rows"', '"rowz"'))
  const environment = { ...environmentOf({ dataDir }), REPORTS_DIR: reports }
  const context = { environment, root: process.cwd(), clock: () => new Date('2025-06-02T08:00:00.000Z') }
  const { code, out, err } = await capture((terminal) => runData(['list'], terminal, context))
  expect(code).toBe(0)
  expect(out).toMatch(/^daily-reports +0/m)
  expect(err).toMatch(/^a report is left out because of an error: .*daily-report-minutes\.json:\d+.*rowz/m)
})
