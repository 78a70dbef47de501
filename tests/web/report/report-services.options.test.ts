import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportPlan, Selection } from '../../../src/report/model/report-plan.ts'
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
  const { load, remember } = createOptionsLoader({ get: get as Client['get'] }, true)
  return {
    load,
    remember,
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

describe('the period that was chosen last (spec 5.8)', () => {
  const chosenIn = async (selection: Selection, wanted: Selection = {}) => {
    const { load, remember } = start([2025, 2024])
    remember(plan, selection)
    return (await load({ plan, selection: wanted })).selection
  }

  test.each<[string, Selection, Selection]>([
    ['is offered', { year: '2024', month: '3' }, { year: '2024', month: '3' }],
    ['is not offered if its year is not', { year: '2020', month: '3' }, {}],
    ['counts once it is complete', { year: '2024' }, {}],
  ])('%s', async (_, chosen, offered) => {
    expect(await chosenIn(chosen)).toEqual(offered)
  })

  test('completes an address that names its year alone, and no other year', async () => {
    const march = { year: '2024', month: '3' }
    expect(await chosenIn(march, { year: '2024' })).toEqual(march)
    expect(await chosenIn(march, { year: '2025' })).toEqual({ year: '2025' })
  })

  test('keeps its month in a report of years, also where the reader chooses another year there', async () => {
    const yearly = compileOne({
      selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }],
      data: { url: '/v1/small/{year}' },
      rows: { key: { kind: 'month', field: 'day', label: 'Month' } },
    })
    const { load, remember } = start([2025, 2024])
    remember(plan, { year: '2024', month: '3' })
    remember(yearly, { year: '2025' })
    const { selection } = await load({ plan, selection: { year: '2025' } })
    expect(selection).toEqual({ year: '2025', month: '3' })
  })
})

describe('fixed years (spec 5.8)', () => {
  const fixed = compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }, { kind: 'month' }],
    data: { url: '/v1/small/{year}/{month}' },
    rows: { key: { kind: 'date', field: 'day', label: 'Date' } },
  })
  const load = async (isCovered: boolean, response: unknown) => {
    const paths: string[] = []
    const get = async (path: string) => {
      paths.push(path)
      if (response === null) throw new Error('no response')
      return response
    }
    const { options } = await createOptionsLoader({ get: get as Client['get'] }, isCovered).load({
      plan: fixed,
      selection: {},
    })
    return [paths, options['year']?.map(({ value }) => value)]
  }
  const covered = { success: true, records: { years: [2026, 2025, 2024] } }

  test.each<[string, boolean, unknown, readonly string[], readonly string[]]>([
    ['have those with records beside them', true, covered, ['/v1/coverage'], ['2026', '2025', '2024']],
    ['stay if the request fails', true, null, ['/v1/coverage'], ['2025', '2024']],
    ['are all if the API announces no others', false, covered, [], ['2025', '2024']],
  ])('%s', async (_, isCovered, response, paths, years) => {
    expect(await load(isCovered, response)).toEqual([paths, years])
  })
})
