import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportPlan } from '../../../src/report/model/report-plan.ts'
import type { Client } from '../../../src/web/api/client.ts'
import { createOptionsLoader } from '../../../src/web/report/report-services.ts'
import { compileOne } from '../../support/definitions.ts'

const FIVE_MINUTES = 300_000
const FALLBACK_YEARS = 11

const buildPlan = (url: string): ReportPlan =>
  compileOne({
    selectors: [{ kind: 'year', options: { url, fallback: { last: FALLBACK_YEARS } } }, { kind: 'month' }],
  })
const plan = buildPlan('/v1/small/years')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loader whose requests respond in turn: years, or null for a failure. */
function start(...responses: (readonly number[] | null)[]) {
  const paths: string[] = []
  const get = async (path: string): Promise<unknown> => {
    const records = responses[paths.push(path) - 1]
    if (!records) throw new Error('no response')
    return { success: true, records }
  }
  const load = createOptionsLoader({ get: get as Client['get'] })
  return {
    load,
    paths,
    years: async (of = plan) =>
      (await load({ plan: of, selection: {} })).options['year']?.map(({ value }) => value),
  }
}

describe('options of selectors (spec 5.8)', () => {
  test('join those of a request and those of the definition', async () => {
    const { load } = start([2025])
    expect((await load({ plan, selection: {} })).options).toMatchObject({
      year: [{ value: '2025', label: '2025' }],
      month: [{ value: '1', label: 'January' }, ...Array.from({ length: 11 }, () => ({}))],
    })
  })

  test('are requested once, also by two screens at the same time', async () => {
    const { paths, years } = start([2025, 2024])
    const both = await Promise.all([years(), years()])
    expect([...both, await years()]).toEqual(Array.from({ length: 3 }, () => ['2025', '2024']))
    expect(paths).toEqual(['/v1/small/years'])
  })

  test('are requested per URL', async () => {
    const { years } = start([2025], [2023])
    expect([await years(), await years(buildPlan('/v1/large/years'))]).toEqual([['2025'], ['2023']])
  })

  test('are requested again after five minutes', async () => {
    const { paths, years } = start([2025], [2026])
    await years()
    vi.advanceTimersByTime(FIVE_MINUTES - 1)
    expect([await years(), paths.length]).toEqual([['2025'], 1])
    vi.advanceTimersByTime(1)
    expect([await years(), paths.length]).toEqual([['2026'], 2])
  })

  test('are the fallback after a failure, and requested again by the next screen', async () => {
    const { years } = start(null, [2025])
    expect(await years()).toHaveLength(FALLBACK_YEARS)
    expect(await years()).toEqual(['2025'])
  })
})
