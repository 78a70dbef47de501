import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseLocation } from '../../../src/server/platform/database/open.ts'
import type { RunningServer } from '../../../src/server/start.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { adminAt, startAt } from '../../support/run-admin.ts'
import { data, put } from '../../support/run-data.ts'
import { createPlace, engines } from '../../support/test-databases.ts'
import { PASSWORD } from '../../support/user-body.ts'

const NOW = new Date('2025-06-02T08:00:00.000Z')
const ACTOR = `command line (${userInfo().username})`

let place: DatabaseLocation
const folder = createEmptyFolder()
let running: RunningServer | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const environment = { ADMIN_PASSWORD: PASSWORD, NODE_ENV: 'production' }
const admin = (...args: readonly string[]) => adminAt(place, args, { environment })

describe.each(engines)('npm run admin -- audit on %s', (engine) => {
  beforeEach(async () => {
    place = await createPlace(engine)
    await admin('create', 'root')
  })

  test('prints what commands and people did, and an import without the rows', async () => {
    await admin('password', 'root')
    // The server has the clock of the commands.
    running = await startAt(place, environment, () => NOW)
    const payload = { username: 'root', password: PASSWORD }
    await running.app.inject({ method: 'POST', url: '/auth/login', payload })
    const file = put(
      folder,
      'march.csv',
      'Month,Type,Airtel,MTN,9Mobile,GLO,IDA\n2025-01,MNO_TO_ROUTELINK,1.5,2.5,3.5,4.5,5.5\n',
    )
    expect(await data(place, 'import', 'monthly-reports', file)).toMatchObject({ code: 0 })
    // The same file changes nothing, and a trial does not either.
    expect(await data(place, 'import', 'monthly-reports', file)).toMatchObject({ code: 0 })

    // What was read and carried away is in the history, too.
    expect(await data(place, 'export', 'monthly-reports', join(folder, 'all.csv'))).toMatchObject({ code: 0 })
    expect(await data(place, 'backup', join(folder, 'all.gz'))).toMatchObject({ code: 0, err: '' })

    const { code, out } = await admin('audit')
    expect(code).toBe(0)
    const rows = parse(out, { bom: true }).map((cells) => [cells[1], ...cells.slice(3, 6)].join(','))
    expect(rows[0]).toBe('Person,Event,Kind,Subject')
    expect(rows.slice(1)).toEqual([
      `${ACTOR},backup written,backup,all.gz`,
      expect.stringMatching(/^command line \(.*\),records exported,dataset,/),
      expect.stringMatching(/^command line \(.*\),records imported,dataset,/),
      'root,signed in,user,root',
      `${ACTOR},password reset,user,root`,
      `${ACTOR},user created,user,root`,
    ])
    expect(out).not.toContain(PASSWORD)
    const lines = (await admin('audit', '--actor', ACTOR.toUpperCase(), '--event', 'records imported')).out
    expect(lines).toContain('""file"":""march.csv""')
    expect(lines).toContain('""added"":1')
    const count = async (...filter: readonly string[]) => {
      const { out: filtered } = await admin('audit', ...filter)
      return filtered.split('\n').length - 1
    }
    expect(await count('--from', '2025-06-03')).toBe(0)
    expect(await count('--from', '2025-06-02T23:00:00.000Z', '--to', '2025-06-02')).toBe(0)
    expect(await count('--subject', 'ROO', '--to', '2025-06-02')).toBe(3)
  })

  test.each([
    [['audit', '--event', 'x'], '--event: expected one of signed in,'],
    [
      ['audit', '--from', '2025-02-31'],
      '--from: must be a day such as 2025-03-07, or a moment such as 2025-03-07T09:30:00.000Z',
    ],
    [['audit', '--from', '2025-03-07', '--to', '2025-03-06'], '--to: the last day is before the first one'],
    [['audit', 'root'], 'no argument is expected'],
    [['audit', '--subject', '-5'], "Option '--subject' argument is ambiguous"],
    [['audit', '--subject'], "Option '--subject <value>' argument missing"],
  ])('says once and in one line what is wrong with the arguments %j', async (args, message) => {
    const { code, err } = await admin(...args)
    expect(code).toBe(2)
    expect(err.split('\n')).toEqual([
      expect.stringContaining(message),
      expect.stringMatching(/^usage: npm run admin -- audit /),
    ])
  })
})
