import { describe, expect, test } from 'vitest'
import { formatCoverageUrl } from '../../../src/report/selection/options.ts'
import { listPeriods, loadPeriod } from '../../../src/report/selection/latest-period.ts'
import type { Selection } from '../../../src/report/model/report-plan.ts'
import { choice, compileOne } from '../../support/definitions.ts'

const build = (selectors: readonly unknown[]) =>
  compileOne({
    selectors,
    data: { url: `/v1/small?${selectors.map((one) => `{${getName(one)}}`).join('&')}` },
    rows: { key: { kind: 'text', field: 'day', label: 'Date' } },
  })

const getName = (selector: unknown): string => {
  const { kind, name } = selector as { readonly kind: string; readonly name?: string }
  return name ?? kind
}

const list = async (
  selectors: readonly unknown[],
  today: string,
  responses: Readonly<Record<string, unknown>> = {},
): Promise<readonly Selection[]> => {
  const { selections } = await listPeriods(
    build(selectors),
    (url) =>
      responses[url] === undefined
        ? Promise.reject(new Error('no response'))
        : Promise.resolve({ success: true, records: responses[url] }),
    today,
  )
  return selections
}

const years = { kind: 'year', options: { fixed: [2025, 2024] } }

test.each([
  [true, 1],
  [undefined, 1],
  [false, 0],
])('an API is asked for its last record unless it announces none (%s)', async (isCovered, count) => {
  const asked: string[] = []
  const fetchBody = (url: string) => {
    asked.push(url)
    return Promise.reject(new Error('no response'))
  }
  const plan = build([years])
  const wanted = { selectors: {}, days: null, ...(isCovered !== undefined && { isCovered }) }
  const found = await loadPeriod(plan, fetchBody, '2025-03-07', wanted, async () => true)
  expect(found?.selection).toEqual({ year: '2025' })
  expect(asked).toEqual(Array.from({ length: count }, () => formatCoverageUrl(plan.key)))
})

describe('the periods of a screen, the latest first', () => {
  test('are the last 13 months of the years on offer, without those after today', async () => {
    const months = await list([years, { kind: 'month' }], '2025-03-07')
    expect(months.slice(0, 4)).toEqual([
      { year: '2025', month: '3' },
      { year: '2025', month: '2' },
      { year: '2025', month: '1' },
      { year: '2024', month: '12' },
    ])
    expect(months).toHaveLength(13)
  })

  test('are years, quarters and weeks', async () => {
    expect(await list([years], '2025-03-07')).toEqual([{ year: '2025' }, { year: '2024' }])
    expect((await list([years, { kind: 'quarter' }], '2025-04-01'))[0]).toEqual({
      year: '2025',
      quarter: '2',
    })
    expect((await list([years, { kind: 'week' }], '2026-05-01'))[0]).toEqual({ year: '2025', week: '52' })
  })

  test('are days and ranges of days up to today', async () => {
    const days = await list([{ kind: 'date', name: 'day' }], '2025-03-01')
    expect(days.slice(0, 2)).toEqual([{ day: '2025-03-01' }, { day: '2025-02-28' }])
    expect(days).toHaveLength(31)
    const ranges = await list([{ kind: 'dateRange', name: 'days', maxDays: 7 }], '2025-03-01')
    expect(ranges.slice(0, 2)).toEqual([
      { days: '2025-02-23..2025-03-01' },
      { days: '2025-02-16..2025-02-22' },
    ])
  })

  test('of a range of whole months or weeks are single ones', async () => {
    const plan = build([{ kind: 'dateRange', name: 'days' }])
    for (const [unit, expected] of [
      ['month', ['2025-03-01..2025-03-31', '2025-02-01..2025-02-28']],
      ['week', ['2025-02-24..2025-03-02', '2025-02-17..2025-02-23']],
    ] as const) {
      const selectors = plan.selectors.map((selector) => ({ ...selector, unit }))
      const fetchBody = () => Promise.resolve({ success: true })
      const { selections } = await listPeriods({ ...plan, selectors }, fetchBody, '2025-03-01')
      expect(selections.slice(0, 2)).toEqual(expected.map((days) => ({ days })))
    }
  })

  test('end with the last record, however long ago it is', async () => {
    const days = [{ kind: 'date', name: 'day' }]
    const weeks = [years, { kind: 'week' }]
    const upTo = (text: string) => ({ [formatCoverageUrl(build(days).key)]: { upTo: text } })
    expect((await list(days, '2026-03-01', upTo('2025-01-14')))[0]).toEqual({ day: '2025-01-14' })
    expect((await list(weeks, '2026-03-01', upTo('2024-W07')))[0]).toEqual({ year: '2024', week: '7' })
    // Records of the future are no reason to look for today's there.
    expect((await list(days, '2025-03-01', upTo('2025-04-30')))[0]).toEqual({ day: '2025-03-01' })
  })

  test('have the first option of a selector that is no period, or its default', async () => {
    const options = [
      { value: 'in', label: 'In' },
      { value: 'out', label: 'Out' },
    ]
    const direction = choice('direction', options)
    expect((await list([direction, years], '2025-03-07'))[0]).toEqual({ direction: 'in', year: '2025' })
    const chosen = { ...direction, default: 'out' }
    expect((await list([chosen, years], '2025-03-07'))[0]).toEqual({ direction: 'out', year: '2025' })
  })

  test('are those that depend on the latest year', async () => {
    const months = { kind: 'month', options: { url: '/v1/small/months?year={year}' } }
    const loaded = { kind: 'year', options: { url: '/v1/small/years', fallback: { last: 3 } } }
    const responses = {
      '/v1/small/years': [2023, 2025, 2024],
      '/v1/small/months?year=2025': ['2025-03', '2025-11'],
    }
    expect(await list([loaded, months], '2026-01-01', responses)).toEqual([
      { year: '2025', month: '11' },
      { year: '2025', month: '3' },
    ])
  })

  test('are none if nothing can be chosen', async () => {
    const nothing = choice('carrier', { url: '/v1/carriers' })
    expect(await list([nothing, years], '2025-03-07')).toEqual([])
  })
})
