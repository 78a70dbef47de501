import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type DatabaseLocation, openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import type { Connection } from '../../src/server/platform/database/handle.ts'
import { listAppliedMigrations } from '../../src/server/platform/database/migrate.ts'
import { createFolder } from '../support/folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { addAllDemo } from '../support/stored-records.ts'
import { createPlace } from '../support/test-databases.ts'
import { data, environmentOf, put } from '../support/run-data.ts'

const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'
const folder = createFolder()
const portal = await createTestApp()

/** The program as an operator starts it. */
function start(location: DatabaseLocation, ...args: readonly string[]) {
  const env = { ...process.env, ...environmentOf(location) }
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/data.ts', ...args], { env })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, said: () => text, ended: once(child, 'close') }
}
const codeOf = ({ exitCode, signalCode }: ChildProcess) => exitCode ?? signalCode

const lines = (days: number) =>
  Array.from({ length: days }, (_, index) => {
    const date = new Date(Date.UTC(1950, 0, 1 + index)).toISOString().slice(0, 10)
    return `${date},MNO_TO_ROUTELINK,${index},2,3,4,5`
  }).join('\n')
const HEAD = 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA'

/** Counts the stored records of a database. */
const countRecords = async (database: Connection): Promise<number> =>
  (await database.selectFrom('dataset_records').select('id').execute()).length

describe('the data command as a process', () => {
  test('imports while a server writes, without blocking it (spec 11.5)', async () => {
    const admin = await portal.as('administrator')
    const path = put(folder, 'long.csv', `${HEAD}\n${lines(20_000)}`)
    const importing = start(portal.location, 'import', 'daily-reports', path)
    let written = 0
    while (codeOf(importing.child) === null) {
      const answer = await admin('POST', '/v1/monthly-reports', {
        year: 1900 + Math.floor(written / 12),
        reportMonth: (written % 12) + 1,
        reportType: 'ROUTELINK_TO_MNO',
        airtelDailyAvg: 1,
        mtnDailyAvg: 2,
        nineMobileDailyAvg: 3,
        gloDailyAvg: 4,
        idaDailyAvg: 5,
      })
      expect(answer.status).toBe(201)
      written += 1
      await setTimeout(5)
    }
    await importing.ended
    expect(importing.said()).toContain('20,000 rows read: 20,000 added')
    expect(codeOf(importing.child)).toBe(0)
    const { database } = portal.engine
    const stored = (dataset: string) =>
      database.selectFrom('dataset_records').select('id').where('dataset', '=', dataset).execute()
    expect(await stored('monthly-reports')).toHaveLength(written)
    expect(await stored('daily-reports')).toHaveLength(20_000)
  })

  // A build in another folder has no definitions beside it.
  test.skipIf('DIST' in process.env)('finds its definitions from any folder, once built', async () => {
    const program = resolve('dist/server/data.js')
    const { DATASETS_DIR: _datasets, REPORTS_DIR: _reports, ...others } = process.env
    const env = { ...others, ...environmentOf(portal.location) }
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'list'], { env, cwd: folder })
    expect(stdout).toContain('daily-reports')
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'a backup that %s interrupts leaves no file with accounts behind',
    async (signal) => {
      const own = mkdtempSync(join(folder, 'interrupted-'))
      const paths: string[] = []
      let backup: ReturnType<typeof start>
      // A fast backup may be complete before the signal arrives: then the next one is interrupted.
      do {
        paths.push(join(own, `${paths.length}.gz`))
        backup = start(portal.location, 'backup', paths.at(-1) ?? '')
        while (readdirSync(own).length < paths.length && codeOf(backup.child) === null) await setTimeout(1)
        backup.child.kill(signal)
        await backup.ended
        expect(readdirSync(own).filter((name) => name.endsWith('.unfinished'))).toEqual([])
      } while (existsSync(paths.at(-1) ?? ''))
      expect(codeOf(backup.child)).toBe(signal)
    },
  )

  test('a killed restore leaves a database into which the backup can be restored again', async () => {
    await addAllDemo(portal.engine.database, portal.now())
    const backup = join(folder, 'backup.gz')
    expect(await data(portal.location, 'backup', backup)).toMatchObject({ code: 0 })
    const [first, target] = [await createPlace(engine), await createPlace(engine)]
    const total = await countRecords(portal.engine.database)
    const begun = performance.now()
    await start(first, 'restore', backup).ended
    const duration = performance.now() - begun
    for (const share of [0.6, 0.85]) {
      const restoring = start(target, 'restore', backup)
      await setTimeout(share * duration)
      restoring.child.kill('SIGKILL')
      await restoring.ended
      if (codeOf(restoring.child) === 0) return
      const half = openDatabaseHandle(target)
      const hasTables = (await listAppliedMigrations(half.database)).length > 0
      const records = hasTables ? await countRecords(half.database) : 0
      await half.close()
      // The signal can arrive between the end of the restore and that of its process: then nothing is missing.
      expect([0, total]).toContain(records)
      if (records > 0) return
    }
    expect(await data(target, 'restore', backup)).toMatchObject({ code: 0 })
  }, 120_000)
})
