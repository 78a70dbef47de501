import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { DefinitionText } from '../../../../schemas/api/definitions.ts'
import { addMarch2025 } from '../../../support/route-fixtures.ts'
import { createTestUsers } from '../../../support/test-users.ts'
import { readTexts } from '../../../support/definition-folders.ts'

const definitions = readTexts()
const portal = await createTestUsers({ definitions })
await addMarch2025(portal)
const superadmin = await portal.as('superadmin')

const readExample = (kind: 'reports' | 'datasets', name: string): DefinitionText => ({
  kind,
  name,
  text: readFileSync(`examples/${kind}/${name}.json`, 'utf8'),
})
const drafts = [readExample('datasets', 'roaming'), readExample('reports', 'weekly-roaming')]

async function answer(body: object, send = superadmin) {
  const { status, body: envelope } = await send('POST', '/v1/definitions/answers', {
    drafts: [],
    path: 'reports/weekly-roaming.json',
    ...body,
  })
  const { records, message } = envelope as { records: { body: string }; message: string }
  return { status, message, answer: status === 200 ? JSON.parse(records.body) : null }
}

test('the definitions are sent as they are in their files', async () => {
  const { body } = await superadmin('GET', '/v1/definitions')
  const { records } = body as { records: DefinitionText[] }
  expect(records.map(({ kind, name }) => `${kind}/${name}`)).toEqual(
    expect.arrayContaining(['reports/monthly-report', 'datasets/monthly-reports', 'dashboards/operations']),
  )
  for (const { kind, name, text } of records) expect(text).toBe(readFileSync(`${kind}/${name}.json`, 'utf8'))
})

describe('a call of a draft', () => {
  test('is answered by demo records of a table that the server does not have', async () => {
    const { answer: years } = await answer({
      drafts,
      call: '/v1/reports/weekly-roaming/years',
      records: 'demo',
    })
    expect(years.records).toEqual([2025, 2024])
  })

  test('over stored records is what the report itself answers, also with drafts of other tables', async () => {
    const call = '/v1/monthly-reports/2025/MNO_TO_ROUTELINK'
    const { body } = await superadmin('GET', call)
    expect(body).toMatchObject({ success: true })
    const path = 'reports/monthly-report.json'
    const stored = { path, call, records: 'stored' }
    expect((await answer(stored)).answer).toEqual(body)
    expect((await answer({ ...stored, drafts })).answer).toEqual(body)
  })

  test('gets no stored records of a table that the draft changes, nor for those who may not see all', async () => {
    const call = '/v1/reports/weekly-roaming/years'
    const { send } = await portal.addUserWithRole('author', [4, 13, 16])
    const path = 'reports/monthly-report.json'
    const own = { path, call: '/v1/monthly-reports/2025/MNO_TO_ROUTELINK', records: 'stored' }
    expect(await answer(own, send)).toMatchObject({
      status: 403,
      message: 'Stored records need the rights Roles and Data.',
    })
    expect(await answer({ ...own, records: 'demo' }, send)).toMatchObject({ status: 200 })
    expect(await answer({ drafts, call, records: 'stored' })).toMatchObject({
      status: 400,
      message: 'The table of this draft has no stored records.',
    })
  })

  test('over pasted records is read as an import would read them, and nothing is stored', async () => {
    const minutes = [readExample('datasets', 'own-minutes'), readExample('reports', 'minutes-trend')]
    const ask = (call: string, text: string, read: readonly string[] = []) =>
      answer({
        drafts: minutes,
        path: 'reports/minutes-trend.json',
        call,
        records: 'demo',
        file: { dataset: 'own-minutes', text, read },
      })
    const unclear = 'day,minutes\n01/04/2019,10\n02/04/2019,20\n'
    const { answer: asked } = await ask('', unclear)
    expect(asked.questions).toMatchObject([{ key: 'dates' }])
    const { answer: read } = await ask('', unclear, ['dates=DD/MM/YYYY'])
    expect(read).toMatchObject({ questions: [], errors: [], rows: 2 })
    const { answer: years } = await ask('/v1/reports/minutes-trend/years', unclear, ['dates=DD/MM/YYYY'])
    expect(years.records).toEqual([2019])
    expect(await ask('/v1/reports/minutes-trend/years', unclear)).toMatchObject({
      status: 400,
      message: 'The pasted records cannot be read as they are.',
    })
    expect(await ask('', unclear, ['day=first'])).toMatchObject({ status: 400 })
    const bytes = Buffer.from('# Für\nday,minutes\n2019-04-13,10\n', 'latin1')
    const { answer: dropped } = await answer({
      drafts: minutes,
      path: 'reports/minutes-trend.json',
      call: '',
      records: 'demo',
      file: {
        dataset: 'own-minutes',
        name: 'a.csv',
        text: bytes.toString('base64'),
        encoding: 'base64',
        read: [],
      },
    })
    expect(dropped.questions).toMatchObject([{ key: 'encoding' }])
    // The next call without a file is over the demo again.
    const { answer: demo } = await answer({
      drafts: minutes,
      path: 'reports/minutes-trend.json',
      call: '/v1/reports/minutes-trend/years',
      records: 'demo',
    })
    expect(demo.records).not.toContain(2019)
  })

  test('can be over pasted records of several tables', async () => {
    const drafts = ['carrier-minutes', 'carrier-rates', 'exchange-rates'].map((name) =>
      readExample('datasets', name),
    )
    const rates = 'from,carrier,destination,currency,rateIn,rateOut\n2019-01-01,A,B,NGN,2,1\n'
    const { answer: margins } = await answer({
      drafts: [...drafts, readExample('reports', 'margins')],
      path: 'reports/margins.json',
      call: '/v1/reports/margins/records?year=2019&month=4',
      records: 'demo',
      file: {
        dataset: 'carrier-minutes',
        text: 'day,carrier,destination,currency,minutesIn,minutesOut\n2019-04-01,A,B,NGN,10,5\n',
        read: [],
      },
      others: [
        { dataset: 'carrier-rates', text: rates, read: [] },
        { dataset: 'exchange-rates', text: 'from,currency,ngn\n2019-01-01,NGN,3\n', read: [] },
      ],
    })
    expect(margins.records).toMatchObject([{ carrier: 'A', minutesIn: 10 }])
    expect(Object.values(margins.records?.[0] ?? {})).toContain(60)
  })

  test('is refused with the diagnostics of a draft that is not valid', async () => {
    const wrong = { kind: 'reports', name: 'weekly-roaming', text: '{}' }
    const { status, message } = await answer({
      drafts: [wrong],
      call: '/v1/reports/weekly-roaming/years',
      records: 'demo',
    })
    expect(status).toBe(400)
    expect(message).toContain('reports/weekly-roaming.json:1:1')
  })
})
