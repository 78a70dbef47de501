import { describe, expect, test } from 'vitest'
import { aggregateValues, nameTotal } from '../../../src/report/table/totals.ts'
import { buildFigure } from '../../../src/report/table/figure.ts'
import { explainBlanks } from '../../../src/report/model/report-table.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const records = [
  { day: '2025-02-03', calls: 100, rate: 0.5 },
  { day: '2025-02-07', calls: 300, rate: 0.9 },
]

function buildTotals(columns: readonly object[]) {
  const plan = compileOne({ columns, chart: { types: ['pie'] } })
  return tabulate(plan, records, { year: '2025', month: '2' })
}

const CALLS = { field: 'calls', label: 'Calls' }
const format = { style: 'percent', decimals: 1 }
/** A column of rates with a total: of an expression, of a sum, or none. */
const rate = (total: string) => ({
  label: 'Rate',
  format,
  ...(total.includes('(') ? { value: total, id: 'rate', role: 'series' } : { field: 'rate' }),
  ...(total === 'none' && { total: false }),
})

describe('the total of a column (spec 2.20)', () => {
  test.each([
    ['mean(rate)', 0.7],
    ['mean(rate, calls)', 0.8],
    ['min(rate)', 0.5],
    ['max(rate)', 0.9],
    ['first(rate)', 0.5],
    ['last(rate)', 0.9],
    ['none', null],
  ])('is %j of the rows that have a record, not of the days filled in', (total, expected) => {
    const table = buildTotals([CALLS, rate(total)])
    expect(table.rows).toHaveLength(28)
    const [calls, value] = table.total?.values ?? []
    expect(calls).toBe(400)
    expect(typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value).toBe(expected)
  })

  test.each([
    ['sum', ''],
    ['mean', 'mean'],
    ['weightedMean', 'weighted mean'],
    ['min', 'lowest'],
    ['max', 'highest'],
    ['last', 'last'],
    ['computed', 'overall'],
    ['none', ''],
  ] as const)('%s is named %j', (total, name) => {
    expect(nameTotal({ total }, 1)).toBe(name)
    expect(nameTotal({ total }, null)).toBe('')
  })

  test.each(['sum(rate)', 'mean(rate)', 'min(rate)', 'max(rate)', 'mean(rate, calls)'])(
    'is blank with a reason as %j of values of which one cannot be sent',
    (total) => {
      const columns = [CALLS, { ...rate(total), format: { decimals: 1 } }]
      const plan = compileOne({ columns, chart: { types: ['pie'] } })
      const some = [{ day: '2025-02-05', calls: 1, rate: 'NaN' }, ...records]
      const table = tabulate(plan, some, { year: '2025', month: '2' })
      expect(table.total?.values).toEqual([401, null])
      expect(table.rows.filter(({ hasRecord }) => hasRecord).map(({ values }) => values[1])).toEqual([
        0.5,
        null,
        0.9,
      ])
      expect(table.rows.flatMap(({ values }) => values)).not.toContain(NaN)
      expect(explainBlanks(table.columns)).toEqual([
        'Rate: The source has values that are no finite number or beyond 9,007,199,254,740,991. They and what is computed from them are blank.',
      ])
      expect(buildFigure(table, 'rate')?.value).toBe(null)
    },
  )

  test('that is no sum keeps the series out of what is added up', () => {
    expect(buildTotals([CALLS, rate('mean(rate)')]).series.map(({ sum }) => sum)).toEqual([400, null])
  })

  test('of no rows, or of weights that are all 0, is blank', () => {
    for (const kind of ['mean', 'min', 'max', 'first', 'last', 'weightedMean'] as const) {
      expect(aggregateValues(kind, [], [])).toBeNull()
    }
    expect(aggregateValues('weightedMean', [1, 2], [0, 0])).toBeNull()
  })

  test.each([
    ['sum(rate)', 4],
    ['mean(rate)', 2],
    ['mean(rate, calls)', 2.5],
    ['min(rate)', 1],
    ['max(rate)', 3],
    ['first(rate)', 1],
    ['last(rate)', 3],
    ['none', null],
  ])('is %j of the values that are not blank', (total, expected) => {
    const plan = compileOne({
      columns: [CALLS, { ...rate(total), format: { decimals: 1 } }],
      rows: { key: { kind: 'date', field: 'day', label: 'Day' }, total: 'Total', missing: 'blank' },
      chart: { types: ['pie'] },
    })
    const some = [
      { day: '2025-02-01', calls: 1, rate: 1 },
      { day: '2025-02-02', calls: 5 },
      { day: '2025-02-03', calls: 3, rate: 3 },
      { day: '2025-02-04' },
    ]
    const period = { year: '2025', month: '2' }
    expect(tabulate(plan, some, period).total?.values).toEqual([9, expected])
    expect(tabulate(plan, some.slice(3), period).total?.values).toEqual([null, null])
  })
})
