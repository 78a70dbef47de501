import { describe, expect, test, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import type { Compare, Report } from '../../../src/report/model/report-plan.ts'
import type { Client } from '../../../src/web/api/client.ts'
import { logger } from '../../../src/web/api/logger.ts'
import { createReportServices } from '../../../src/web/report/report-services.ts'
import { compileOne } from '../../support/definitions.ts'

const yearly = compileOne({
  columns: [
    { field: 'a', label: 'A' },
    { value: 'change(a, year)', id: 'growth', label: 'Growth' },
  ],
  rows: { key: { kind: 'date', field: 'day', label: 'Day' } },
})

/** Loads March 2025 with the responses by path: records, or an error. Returns the table with paths and warnings. */
async function load(
  responses: Readonly<Record<string, readonly object[] | Error>>,
  plan = yearly,
  compare: Compare | null = null,
) {
  const [paths, warnings]: [string[], string[]] = [[], []]
  const get = (path: string): Promise<unknown> => {
    paths.push(path)
    const found = responses[path] ?? new Error('no response')
    return found instanceof Error ? Promise.reject(found) : Promise.resolve({ success: true, records: found })
  }
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(logger, level).mockImplementation((text: string) => void warnings.push(text))
  }
  const services = createReportServices(
    { get: get as Client['get'] } as Client,
    () => Promise.resolve({ options: {}, selection: {}, failed: [], cleared: {} }),
    { user: 'analyst', product: 'BI Dashboard', tab: null },
    { plans: [plan], tabs: null } as unknown as Report,
  )
  const actor = createActor(services.load, {
    input: { plan, selection: { year: '2025', month: '3' }, compare, options: {} },
  }).start()
  const { table, problem } = await toPromise(actor)
  return { table, problem, paths, warnings }
}

const [THIS_YEAR, LAST_YEAR] = ['/v1/small/2025/3', '/v1/small/2024/3']
const records = [{ day: '2025-03-01', a: 3 }]

describe('a report that compares with the year before', () => {
  test('requests the same selection one year earlier', async () => {
    const { table, paths, warnings } = await load({
      [THIS_YEAR]: records,
      [LAST_YEAR]: [{ day: '2024-03-01', a: 2 }],
    })
    expect(paths.toSorted()).toEqual([LAST_YEAR, THIS_YEAR])
    expect(table.rows.map(({ values }) => values)).toEqual([[3, 0.5]])
    expect(warnings).toEqual([])
  })

  test.each([
    ['fails', new Error('503'), 'The records of the year before could not be loaded.'],
    ['has no records', [], 'The year before has no records.'],
    ['has other records', [{ day: 'first of March' }], 'The records of the year before could not be loaded.'],
  ])('loads without the comparison and says so if the second request %s', async (_, earlier, reason) => {
    const { table } = await load({ [THIS_YEAR]: records, [LAST_YEAR]: earlier })
    expect(table.rows.map(({ values }) => values)).toEqual([[3, null]])
    expect(table.columns.map(({ unavailable }) => unavailable)).toEqual([null, reason])
  })

  test('does not load if the first request fails', async () => {
    await expect(load({ [LAST_YEAR]: records })).rejects.toThrow('unreachable')
  })

  test('any other report sends one request', async () => {
    const { paths } = await load({ [THIS_YEAR]: records }, compileOne())
    expect(paths).toEqual([THIS_YEAR])
  })
})

describe('a report that is compared with an earlier period (spec 4.23)', () => {
  const plan = compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }, { kind: 'month' }],
  })
  const february = '/v1/small/2025/2'

  test('requests both, and has the lines of the earlier one', async () => {
    const { table, problem, paths } = await load(
      { [THIS_YEAR]: records, [february]: [{ day: '2025-02-01', a: 2 }] },
      plan,
      'previous',
    )
    expect(paths.toSorted()).toEqual([february, THIS_YEAR])
    expect(problem).toBeNull()
    expect(table.comparison?.lines.map(({ label, values: [a] }) => [label, a])).toEqual([
      ['February 2025', 2],
      ['Difference', 1],
      ['Difference %', 0.5],
    ])
  })

  test.each([
    ['fails', new Error('503'), 'February 2025 could not be loaded.'],
    ['has no records', [], 'No data for February 2025.'],
  ])('stays as it is and says why if the second request %s', async (_, earlier, reason) => {
    const { table, problem } = await load({ [THIS_YEAR]: records, [february]: earlier }, plan, 'previous')
    expect(table.total?.values[0]).toBe(3)
    expect(table.comparison).toBeUndefined()
    expect(problem).toBe(reason)
  })

  test('does not load if the first request fails', async () => {
    await expect(load({ [february]: records }, plan, 'previous')).rejects.toThrow('unreachable')
  })
})

describe('several records of one key (spec 3.8)', () => {
  const twice = { [THIS_YEAR]: [...records, { day: '2025-03-01', a: 4 }] }

  test('are logged, and shown as the last one with a sentence', async () => {
    const { table, warnings } = await load(twice, compileOne())
    expect(table.rows[0]?.values[0]).toBe(4)
    expect(table.remarks).toEqual([
      '1 record is left out, because a later record has the same Date: 3/1/2025.',
    ])
    expect(warnings).toEqual([
      '/v1/small/2025/3: records[1]: a second record of 2025-03-01; the later one is used',
    ])
  })

  test('are a failed load that names the key, if the report allows one', async () => {
    const plan = compileOne({
      rows: { key: { kind: 'date', field: 'day', label: 'Day' }, duplicates: 'error' },
    })
    await expect(load(twice, plan)).rejects.toThrow(
      'Records 1 and 2 both have the Day 3/1/2025; this report expects one.',
    )
  })
})
