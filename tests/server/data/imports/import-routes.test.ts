import { beforeEach, describe, expect, test } from 'vitest'
import { inlineRenderer, type Renderer } from '../../../../src/server/delivery/renderer.ts'
import { clearRecords, data, put } from '../../../support/run-data.ts'
import { createFolder } from '../../../support/folder.ts'
import { fillChoices } from '../../../../schemas/dataset/reading.ts'
import { loadShippedDatasets } from '../../../support/shipped-reports.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const folder = createFolder()
const few = {
  measure: 'airtelMinutes',
  operator: '<',
  value: 1_000_000,
  absolute: false,
  otherwise: 'warn',
} as const
/** Without the choices of their definitions, and with a warning of large amounts. */
const datasets = loadShippedDatasets().map((dataset) => ({
  ...dataset,
  read: fillChoices(),
  expect: dataset.id === 'daily-reports' ? [few] : [],
}))
let whileReading: (() => Promise<unknown>) | undefined
const renderer: Renderer = {
  ...inlineRenderer,
  readImport: async (task, signal) => {
    await whileReading?.()
    return inlineRenderer.readImport(task, signal)
  },
}
const portal = await createTestUsers({ datasets, renderer })
const token = await portal.token('superadmin')
const superadmin = portal.bearing(token)
beforeEach(() => clearRecords(portal.engine))

const HEAD = 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA'
const day = (date: string, airtel: string | number) => `${date},MNO_TO_ROUTELINK,${airtel},2,3,4,5`
const days = (...rows: readonly string[]) => [HEAD, ...rows].join('\n')

async function upload(
  path: string,
  payload: string | Buffer,
  query: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await portal.send({
    method: 'POST',
    url: `/v1/imports${path}`,
    query: { dataset: 'daily-reports', file: 'march.csv', ...query },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
    payload,
  })
  const { records, message } = answer.body as { records: Record<string, unknown>; message: string }
  return { status: answer.status, records, message }
}
const preview = (payload: string | Buffer, query?: Readonly<Record<string, string>>) =>
  upload('/preview', payload, query)
const list = async () => (await superadmin('GET', '/v1/imports')).body['records'] as Record<string, unknown>[]

describe('a preview', () => {
  test('shows the profile, the difference and the periods to replace, and writes nothing', async () => {
    await upload('', days(day('2025-03-07', 1), day('2025-03-08', 2)), { changes: '2,0,0' })
    const rows = days(day('2025-03-07', 9), day('2025-03-09', 3))
    const { status, records } = await preview(rows, { replace: '2025-03' })
    expect(status).toBe(200)
    expect(records).toMatchObject({
      rows: 2,
      questions: [],
      errors: [],
      difference: {
        added: 1,
        replaced: 1,
        removed: 1,
        unchanged: 0,
        conflicts: 0,
        largest: [
          { record: 'MNO_TO_ROUTELINK, 2025-03-07', field: 'Airtel', was: '1', is: '9' },
          { record: 'MNO_TO_ROUTELINK, 2025-03-07', field: 'Total', was: '10', is: '18' },
          { record: 'MNO_TO_ROUTELINK, 2025-03-07', field: 'Grand Total', was: '15', is: '23' },
        ],
      },
      spans: ['2025-03'],
    })
    expect((records['columns'] as unknown[])[2]).toEqual({
      heading: 'Airtel',
      readAs: 'amount airtelMinutes',
      examples: '9, 3',
      blank: 0,
      smallest: '3',
      largest: '9',
      distinct: 2,
    })
    expect(await list()).toHaveLength(1)
  })

  test('leaves out of the profile what is left out of the records', async () => {
    const rows = ['2025-03-07', '2025-03-08', '2025-03-09'].map((date) => day(date, 10))
    const { records } = await preview(days(...rows, 'Total,,30,6,9,12,15'))
    expect(records).toMatchObject({ rows: 3 })
    expect((records['columns'] as unknown[])[2]).toMatchObject({ largest: '10', blank: 0, distinct: 1 })
  })

  test('asks what can be read in two ways, with both readings and the key that remembers', async () => {
    const option = (value: string, meaning: string) => ({
      value,
      meaning,
      remembered: `"read": { "dates": "${value}" }`,
    })
    const file = days(day('01/04/2025', '12.480'))
    const { records } = await preview(file)
    expect(records).toMatchObject({ difference: null, errors: [], errorCount: 0 })
    expect(records['questions']).toEqual([
      {
        key: 'dates',
        place: 'Row 2, column “Date” (A): ‘01/04/2025’'.replaceAll(/[‘’]/g, "'"),
        options: [
          option('DD/MM/YYYY', 'day first: 2025-04-01'),
          option('MM/DD/YYYY', 'month first: 2025-01-04'),
        ],
      },
      expect.objectContaining({ key: 'decimals' }),
    ])
    const read = 'dates=DD/MM/YYYY\ndecimals=,'
    const chosen = { questions: [], difference: { added: 1 }, spans: ['2025-04-01', '2025-04'] }
    expect((await preview(file, { read })).records).toMatchObject(chosen)
    expect((await upload('', file, { read, changes: '1,0,0' })).status).toBe(200)
    expect((await list())[0]).toMatchObject({
      options: { read: { dates: 'DD/MM/YYYY', decimals: ',' } },
      choices: ['--read dates=DD/MM/YYYY', '--read decimals=comma'],
      author: 'superadmin',
      file: 'march.csv',
    })
  })

  test('names the row and column of an error, and fields instead of options', async () => {
    const wrong = await preview(days(day('2025-03-07', 'abc')))
    expect(wrong.records['errors']).toEqual([
      `row 2, column "Airtel" (C): 'abc' is not a number; write 1234.5 or 1,234.50`,
    ])
    const untyped = 'Date,Airtel,MTN,9Mobile,GLO,IDA\n2025-03-07,1,2,3,4,5\n'
    const lacking = await preview(untyped)
    expect(lacking.records['errors']).toEqual([
      'row 1: the file does not contain the type; add a column or the field Type MNO_TO_ROUTELINK|ROUTELINK_TO_MNO',
    ])
    const named = await preview(untyped, { values: 'type=ROUTELINK_TO_MNO' })
    expect(named.records).toMatchObject({ errors: [], difference: { added: 1 } })
  })

  test('shows records that are stored with other amounts', async () => {
    await upload('', days(day('2025-03-07', 1)), { changes: '1,0,0' })
    const { records } = await preview(days(day('2025-03-07', 9)))
    expect(records).toMatchObject({
      difference: { conflicts: 3, replaced: 0 },
      spans: ['2025-03-07', '2025-03'],
    })
  })
})

describe('an import', () => {
  test('is an event with a number, and is undone as a whole', async () => {
    const done = await upload('', days(day('2025-03-07', 1)), { changes: '1,0,0' })
    expect(done).toMatchObject({ status: 200, records: { added: 1 } })
    const id = Number(done.records['id'])
    expect(done.message).toBe(`Import ${id} stored successfully!`)
    const tables = (await superadmin('GET', '/v1/imports/tables')).body['records'] as { id: string }[]
    expect(tables.find((table) => table.id === 'daily-reports')).toMatchObject({
      records: 1,
      first: '2025-03',
      last: '2025-03',
      lastImport: { id, author: 'superadmin', file: 'march.csv' },
    })
    expect(await superadmin('POST', `/v1/imports/${id}/undo`)).toMatchObject({
      status: 200,
      body: { message: `Import ${id} undone successfully!` },
    })
    expect((await list())[0]).toMatchObject({ id, undoneBy: 'superadmin' })
    expect(await superadmin('POST', `/v1/imports/${id}/undo`)).toMatchObject({ status: 409 })
    const events = (await superadmin('GET', '/v1/audit-events')).body['records'] as { event: string }[]
    const [actor, added] = ['superadmin', 1]
    expect(events.filter(({ event }) => event.includes('import')).slice(0, 2)).toMatchObject([
      { event: 'import undone', actor, subjectKind: 'dataset', details: { import: id, added } },
      { event: 'records imported', actor, details: { import: id, file: 'march.csv', added } },
    ])
  })

  test('of the command line and of the screen are numbered and undone alike', async () => {
    await data(portal.location, 'import', 'daily-reports', put(folder, 'a.csv', days(day('2025-03-07', 1))))
    const [stored] = await list()
    expect(stored).toMatchObject({ file: 'a.csv', author: expect.stringMatching(/^command line/) as string })
    expect((await superadmin('POST', `/v1/imports/${String(stored?.['id'])}/undo`)).status).toBe(200)
  })

  test('is refused if it would change something other than the preview showed, or nothing', async () => {
    const file = days(day('2025-03-07', 1))
    const refused = async (content: string, changes: string, message: string | RegExp) => {
      const answer = await upload('', content, { changes })
      expect(answer.status).toBe(409)
      expect(answer.message).toMatch(message)
    }
    await refused(file, '2,0,0', 'The stored records have changed. Look at the difference again.')
    expect(await upload('', file, { changes: '1,0,0' })).toMatchObject({ status: 200 })
    await refused(file, '0,0,0', 'The file changes nothing.')
    await refused(days(day('2025-03-07', 2)), '0,0,0', /^Nothing was imported: row 2.* is stored with 1/)
  })

  test('is refused while another file for its table is read', async () => {
    const file = days(day('2025-03-07', 1))
    const other = preview(file, { dataset: 'monthly-reports' })
    const statuses = (await Promise.all([preview(file), preview(file), other])).map(({ status }) => status)
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 200, 409])
    expect(await preview(file)).toMatchObject({ status: 200 })
  })
})

describe('a hostile file', () => {
  test.each([
    ['that is larger than 50 MB', Buffer.alloc(50 * 1024 * 1024 + 1), {}, 413],
    ['of another ending', 'x', { file: 'march.exe' }, 400],
    ['of an unknown table', 'x', { dataset: 'nothing' }, 404],
    ['with a path as its name', 'x', { file: '../../etc/passwd' }, 400],
  ])('%s is refused', async (_, content, query, status) => {
    expect(await preview(content, query)).toMatchObject({ status })
  })
})

test('an import is not written for a caller who has lost the right while the file was read', async () => {
  const { send, roleId, token: own } = await portal.addUserWithRole('ada', [2, 3])
  whileReading = () =>
    portal.engine.database.deleteFrom('role_rights').where('role_id', '=', roleId).execute()
  const authorization = `Bearer ${own}`
  const done = await upload('', days(day('2025-03-07', 1)), { changes: '1,0,0' }, { authorization })
  whileReading = undefined
  expect(done).toMatchObject({ status: 403 })
  expect((await send('GET', '/v1/imports')).status).toBe(403)
  const { records } = (await superadmin('GET', '/v1/imports/tables')).body as { records: { id: string }[] }
  expect(records.find(({ id }) => id === 'daily-reports')).toMatchObject({ records: 0 })
})

test('a warning of the dataset is shown before the import and after it', async () => {
  const file = days(day('2025-03-07', 1_000_000))
  const warning = 'row 2, column "Airtel" (C): is 1000000, expected below 1000000 ("expect" of the dataset)'
  expect((await preview(file)).records['remarks']).toEqual([warning])
  const { status, records, message } = await upload('', file, { changes: '1,0,0' })
  expect(status).toBe(200)
  expect(message).toBe(`Import ${Number(records['id'])} stored successfully! Warning: ${warning}.`)
})
