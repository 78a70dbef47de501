import { describe, expect, test } from 'vitest'
import { addComparison, findEarlierPeriod } from '../../../src/report/table/add-comparison.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildFigure } from '../../../src/report/table/figure.ts'
import { describeChange } from '../../../src/report/table/format-figure.ts'
import { compareAsMuch, type ReportPlan } from '../../../src/report/model/report-plan.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const build = (plan: ReportPlan, part: number, records: unknown, kind = 'month') =>
  tabulate(plan, records, { year: '2025', [kind]: String(part) })

/** Builds the table of a month, or another part of a year, with the comparison that its report has. */
const buildCompared = (
  plan: ReportPlan,
  part: number,
  records: unknown,
  recordsBefore: unknown,
  kind = 'month',
) => {
  const selection = { year: '2025', [kind]: String(part) }
  const compare = compareAsMuch(plan, 'previous')
  const earlier = findEarlierPeriod(plan, selection, compare)
  if (earlier.problem !== null) throw new Error(earlier.problem)
  const respond = (list: unknown) => parseResponse(plan, { success: true, records: list })
  const table = build(plan, part, records, kind)
  const compared = { plan, selection, compare, response: respond(records), table } as const
  return addComparison(compared, earlier, respond(recordsBefore)).table
}

const fill = (month: number, count: number, a: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: `2025-${String(month).padStart(2, '0')}-${String(index + 1).padStart(2, '0')}`,
    a,
    b: 1,
  }))

const minutes = { field: 'b', id: 'b', label: 'Minutes' }
const rate = {
  id: 'a',
  label: 'Answered',
  value: 'mean(a)',
  role: 'series',
  format: { style: 'percent' },
}

describe('the figure of a report', () => {
  const daily = compileOne()

  test('is the total of its last column of totals, compared with the period before', () => {
    const figure = buildFigure(buildCompared(daily, 4, fill(4, 30, 4), fill(3, 31, 1)))
    expect(figure).toMatchObject({ label: 'All', value: 150, since: 'period' })
    expect(figure?.change?.value).toBeCloseTo(150 / 62 - 1)
    expect(figure?.points).toEqual(Array.from({ length: 30 }, () => 5))
  })

  test('of a period that has no records yet for its end is compared with the same part of the one before', () => {
    const figure = buildFigure(buildCompared(daily, 4, fill(4, 10, 3), fill(3, 31, 1)))
    expect(figure).toMatchObject({ value: 40, change: { value: 1 }, since: 'same part' })
    expect(figure?.points.slice(9, 11)).toEqual([4, null])
  })

  test('is compared with the same part too where days without a record have no rows', () => {
    const key = { kind: 'date', field: 'day', label: 'Date' }
    const sparse = compileOne({ rows: { key, total: 'All' } })
    const without = (records: ReturnType<typeof fill>, day: number) =>
      records.filter((record) => !record.day.endsWith(`-${day}`))
    const [now, before] = [without(fill(4, 14, 3), 13), without(fill(3, 31, 1), 14)]
    const figure = buildFigure(buildCompared(sparse, 4, now, before))
    expect(figure).toMatchObject({ value: 13 * 4, change: { value: 1 }, since: 'same part' })
    // April is over, and March is longer.
    const whole = buildFigure(buildCompared(sparse, 4, fill(4, 30, 3), fill(3, 31, 1)))
    expect(whole).toMatchObject({ value: 120, since: 'period' })
    expect(whole?.change?.value).toBeCloseTo(120 / 62 - 1, 12)
    const first = { key, total: 'All', sort: { by: 'a', direction: 'descending' }, top: { rows: 3 } }
    const limited = buildFigure(buildCompared(compileOne({ rows: first }), 4, fill(4, 14, 3), fill(3, 31, 1)))
    expect(limited).toMatchObject({ value: 56, since: 'period' })
  })

  describe('of a report that compares days', () => {
    const plan = compileOne({ compare: ['sameDays', 'previous', 'year'] })
    const describeMonths = (...counts: readonly [now: number, before: number]) => {
      const table = buildCompared(plan, 4, fill(4, counts[0], 3), fill(3, counts[1], 1))
      const figure = buildFigure(table)
      return [figure && describeChange(figure, table), table.remarks]
    }

    test('says which days are compared, as the report with the same days before does', () => {
      expect(describeMonths(14, 31)).toEqual(['▲ +100.0% on Mar 1 - 14, 2025', []])
    })

    test('says the change per day where the periods differ in length', () => {
      const days = 'Days with a record: 30 in April 2025, 31 in March 2025.'
      expect(describeMonths(30, 31)).toEqual(['▲ +93.5% on March 2025, +100.0% per day', [days]])
    })
  })

  test('of a quarter that is not over is compared with the same part, also at the end of a month', () => {
    const selectors = [{ kind: 'year', options: { fixed: [2025, 2024] } }, { kind: 'quarter' }]
    const key = { kind: 'date', field: 'day', label: 'Date' }
    const data = { url: '/v1/small/{year}/{quarter}' }
    const plan = compileOne({ selectors, data, rows: { key, total: 'All' } })
    const before = [fill(1, 31, 1), fill(2, 28, 1), fill(3, 31, 1)].flat()
    const begun = buildFigure(buildCompared(plan, 2, fill(4, 30, 3), before, 'quarter'))
    expect(begun).toMatchObject({ value: 120, change: { value: 1 }, since: 'same part' })
    const whole = [fill(4, 30, 3), fill(5, 31, 3), fill(6, 30, 3)].flat()
    const figure = buildFigure(buildCompared(plan, 2, whole, before, 'quarter'))
    expect(figure).toMatchObject({ value: 364, since: 'period' })
    expect(figure?.change?.value).toBeCloseTo(364 / 180 - 1, 12)
  })

  test('grows if a loss becomes a gain', () => {
    const figure = buildFigure(buildCompared(daily, 4, fill(4, 30, 1), fill(3, 31, -3)))
    expect(figure?.change?.value).toBeCloseTo((60 + 62) / 62)
  })

  test('has no change without the period before, and if that is zero', () => {
    const records = fill(4, 30, 4)
    expect(buildFigure(build(daily, 4, records))?.change).toBeNull()
    expect(buildFigure(buildCompared(daily, 4, records, []))?.change).toBeNull()
    const zero = fill(3, 31, 0).map((record) => ({ ...record, b: 0 }))
    expect(buildFigure(buildCompared(daily, 4, records, zero))?.change).toBeNull()
  })

  test('without records is nothing', () => {
    expect(buildFigure(build(daily, 4, []))).toBeNull()
  })

  test('of a table without totals is its latest row, compared with the row before', () => {
    const plan = compileOne({ rows: { key: { kind: 'date', field: 'day', label: 'Date' } } })
    const records = [...fill(4, 2, 1), { day: '2025-04-03', a: 2, b: 2 }]
    expect(buildFigure(build(plan, 4, records))).toMatchObject({
      label: '4/3/2025',
      value: 4,
      change: { value: 1 },
      since: { row: '4/2/2025' },
    })
  })

  test('of columns that the response names is compared with whatever columns the period before has', () => {
    const paths = { listPaths: { carriers: 'records.carriers' }, recordsPath: 'records.data' }
    const all = { value: 'add(series)', id: 'all', label: 'All' }
    const plan = compileOne({
      data: { url: '/v1/small/{year}/{month}', ...paths },
      columns: [{ list: 'carriers', id: 'carriers' }, all],
    })
    const list = (month: number, carriers: readonly string[]) => {
      const data = [{ day: `2025-0${month}-30`, ...Object.fromEntries(carriers.map((name) => [name, 6])) }]
      return { carriers, data }
    }
    const table = buildCompared(plan, 4, list(4, ['A', 'B', 'C']), list(3, ['A', 'D']))
    const figure = buildFigure(table)
    expect(figure).toMatchObject({ value: 18, change: { value: 0.5 } })
    expect(figure && describeChange(figure, table)).toMatch(
      /^▲ \+50\.0% on March 2025 .*\. Like for like \(1 name\): 0\.0%$/,
    )
    expect(table.remarks.join(' ')).not.toContain('ike for like')
  })

  test('adds up no calls and minutes, which other decimals tell apart', () => {
    const calls = { field: 'a', id: 'a', label: 'Calls', format: { decimals: 0 } }
    const plan = compileOne({ columns: [calls, minutes] })
    const figure = buildFigure(build(plan, 4, fill(4, 30, 4)))
    expect(figure).toMatchObject({ label: 'Calls', value: 120 })
  })

  test('of rates alone has no number', () => {
    const plan = compileOne({ columns: [rate] })
    expect(buildFigure(build(plan, 4, fill(4, 30, 0.5)))).toMatchObject({ value: null, change: null })
  })

  test('of a report with its largest rows and a rest is compared with all rows of the period before', () => {
    const plan = compileOne({
      rows: {
        key: { kind: 'text', field: 'name', label: 'Carrier' },
        sort: { by: 'a', direction: 'descending' },
        top: { rows: 2, rest: 'Others' },
        total: 'Total',
      },
    })
    const list = (values: readonly number[]) => values.map((a, index) => ({ name: `C${index}`, a, b: 0 }))
    const figure = buildFigure(buildCompared(plan, 4, list([40, 30, 15]), list([45, 30, 25])))
    expect(figure?.value).toBe(85)
    expect(figure?.change?.value).toBeCloseTo(-0.15)
    expect(figure?.points).toEqual([])
  })

  test('of a percentage changes by percentage points', () => {
    const plan = compileOne({ columns: [{ ...rate, id: 'a' }] })
    const figure = buildFigure(buildCompared(plan, 4, fill(4, 30, 0.774), fill(3, 31, 0.978)), 'a')
    expect(figure?.change?.value).toBeCloseTo(-0.204)
    expect(figure?.change?.format.suffix).toContain('pts')
  })

  test('of names without a row of totals is none, since no name is the latest', () => {
    const plan = compileOne({ rows: { key: { kind: 'text', field: 'name', label: 'Carrier' } } })
    const records = [1, 2].map((a) => ({ name: `N${a}`, a, b: a }))
    const figure = buildFigure(build(plan, 4, records))
    expect(figure).toMatchObject({ value: null, change: null, points: [] })
  })

  test('of several rows of its latest time is their sum, and none of columns that do not add up', () => {
    const key = { kind: 'date', field: 'day', label: 'Date' }
    const plan = compileOne({
      rows: { key, dimension: { field: 'currency', label: 'Currency' } },
      columns: [{ field: 'a', id: 'a', label: 'Amount', total: false }, minutes],
    })
    const list = (day: string) =>
      ['NGN', 'USD'].map((currency, index) => ({ day, currency, a: 1000, b: 2 + index }))
    const table = build(plan, 4, [...list('2025-04-01'), ...list('2025-04-02')])
    expect(buildFigure(table, 'b')).toMatchObject({ value: 5, change: { value: 0 } })
    expect(buildFigure(table, 'a')).toMatchObject({ value: null, change: null })
    const single = build(plan, 4, [{ day: '2025-04-01', currency: 'NGN', a: 1000, b: 2 }])
    expect(buildFigure(single, 'a')?.value).toBe(1000)
  })

  test('of a period that has just begun is not compared', () => {
    const table = buildCompared(daily, 4, fill(4, 30, 1), fill(3, 31, 1))
    const figure = buildFigure({ ...table, begun: { row: null, days: '1 of 31 days' } })
    expect(figure).toMatchObject({ change: null })
  })
})
