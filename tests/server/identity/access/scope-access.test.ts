import { describe, expect, test } from 'vitest'
import type { Report } from '../../../../src/report/model/report-plan.ts'
import { serveWithReports } from '../../../support/serve-datasets.ts'

const calls = {
  id: 'calls',
  noun: 'record',
  time: { kind: 'date', field: 'day' },
  dimensions: [{ id: 'side', field: 'side', values: ['IN', 'OUT'], paths: { IN: 'in', OUT: 'out' } }],
  measures: [{ field: 'calls' }],
  response: { metadata: { id: 'id' } },
  endpoints: {
    list: '/v1/calls/{side}/{month}',
    create: '/v1/calls',
    record: '/v1/calls/{id}',
    generate: '/v1/calls/generate-dummy-data?month={month}&side={side}',
  },
  demo: { values: { calls: 100 } },
}

const report = (permission: number, word: string) => ({
  id: word,
  menu: { label: word, permission, order: permission },
  tabs: null,
  variants: [],
  plans: [
    {
      data: { url: `/v1/calls/${word}/{year}-{month:2}`, binding: [] },
      download: null,
      selectors: [],
      alerts: [],
    },
  ],
})

const reports = [report(98, 'in'), report(99, 'out')] as unknown as readonly Report[]
const served = await serveWithReports(calls, reports)
await served.store('calls', 'IN', { '2025-03-01': { calls: 1 } })
await served.store('calls', 'OUT', { '2025-03-01': { calls: 2 } })
const send = (await served.addUserWithRole('incoming', [2, 13, 98])).send

describe('a caller with the report of one direction only', () => {
  const generate = '/v1/calls/generate-dummy-data?month=2025-04&side='

  test.each([
    ['GET', '/v1/calls/in/2025-03', undefined, 200],
    ['GET', '/v1/calls/out/2025-03', undefined, 403],
    ['GET', '/v1/calls/1', undefined, 200],
    ['GET', '/v1/calls/2', undefined, 403],
    ['GET', '/v1/calls/3', undefined, 404],
    ['POST', '/v1/calls', { day: '2025-03-02', side: 'OUT', calls: 3 }, 403],
    ['PUT', '/v1/calls/1', { day: '2025-03-01', side: 'OUT', calls: 3 }, 403],
    ['PUT', '/v1/calls/2', { day: '2025-03-01', side: 'OUT', calls: 3 }, 403],
    ['PUT', '/v1/calls/2', { day: '2025-03-02', side: 'IN', calls: 3 }, 403],
    ['DELETE', '/v1/calls/2', undefined, 403],
    ['POST', `${generate}OUT`, undefined, 403],
  ] as const)('%s %s %j answers %i, and a refusal changes nothing', async (method, url, body, status) => {
    const before = await served.dumpTables()
    expect((await send(method, url, body)).status).toBe(status)
    expect(await served.dumpTables()).toBe(before)
  })

  test('writes the records of that direction', async () => {
    const record = { day: '2025-03-05', side: 'IN', calls: 3 }
    const created = await send('POST', '/v1/calls', record)
    const url = `/v1/calls/${String((created.body['records'] as { id: number }).id)}`
    const changed = await send('PUT', url, { ...record, calls: 4 })
    const statuses = [created, changed, await send('DELETE', url), await send('POST', `${generate}IN`)]
    expect(statuses.map(({ status }) => status)).toEqual([201, 200, 200, 200])
  })
})
