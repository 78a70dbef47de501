import { describe, expect, test } from 'vitest'
import type { ConditionRule } from '../../../src/report/model/alert-plan.ts'
import { listSteps } from '../../../src/report/alerts/find-firing-rows.ts'
import { addComparison } from '../../../src/report/table/add-comparison.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const selection = { year: '2025', month: '3' }
const key = { kind: 'text', field: 'name', label: 'Carrier' }
const column = { field: 'a', id: 'a', label: 'A' }
/** A condition of that column. */
const condition = { kind: 'condition', column: 'a', absolute: false, for: 1, reset: null } as const
/** A report of months. */
const monthly = {
  selectors: [{ kind: 'year', options: { fixed: [2025] } }],
  data: { url: '/v1/small/{year}' },
  rows: { key: { kind: 'month', field: 'month', label: 'Month' }, missing: 'blank' },
}

test('rows of one name are subjects of their own, each with its dimension', () => {
  const plan = compileOne({
    rows: { key, dimension: { field: 'direction', label: 'Direction' } },
    columns: [column],
    chart: { types: [] },
  })
  const records = [
    { name: 'Alpha', direction: 'IN', a: 5 },
    { name: 'Alpha', direction: 'OUT', a: 20 },
  ]
  const when = { ...condition, operator: '>', value: 10, change: null } as const
  const period = { selection, name: 'March 2025', table: tabulate(plan, records, selection) }
  const [step] = listSteps(plan, when, [period])
  const cells = step?.cells.map(({ subject, meetsCondition }) => `${subject}: ${meetsCondition}`)
  expect(cells).toEqual(['Alpha, IN: false', 'Alpha, OUT: true'])
})

describe('a change of names', () => {
  const plan = compileOne({
    rows: { key, total: 'Total' },
    columns: [column, { field: 'b', id: 'b', label: 'B' }, { value: 'a / b', id: 'rate', label: 'Rate' }],
    chart: { types: [] },
  })
  const respond = (records: readonly object[]) => parseResponse(plan, { success: true, records, partial: [] })
  const list = (id: string, records: readonly object[], before: readonly object[]) => {
    const response = respond(records)
    const table = buildTable(plan, selection, response)
    const compared = { plan, selection, compare: 'previous', response, table } as const
    const earlier = { selection: { year: '2025', month: '2' }, name: 'February 2025' }
    const { table: whole } = addComparison(compared, earlier, respond(before))
    const when = { ...condition, column: id, operator: '<', value: -0.2, change: 'previous' } as const
    const [step] = listSteps(plan, when, [{ selection, name: 'March 2025', table: whole }])
    return step?.cells.map(({ subject, meetsCondition, text }) => [subject, meetsCondition, text])
  }
  const alpha = { name: 'Alpha', a: 10, b: 1 }

  test('is all of a sum whose name is gone, and nothing of what is no sum', () => {
    const before = [alpha, { name: 'Gone', a: 840, b: 1 }]
    const fell = ['Gone', true, '-100.0% (0.00)']
    expect(list('a', [alpha], before)).toEqual([['Alpha', false, '0.0% (10.00)'], fell])
    expect(list('a', [alpha, { name: 'Gone', b: null }], before)?.[1]).toEqual(fell)
    expect(list('rate', [alpha], before)).toHaveLength(1)
  })

  test('says where a number of either period is incomplete', () => {
    const lacking = { ...alpha, 'a\nlacks': 'Rates has no record of Alpha.' }
    const text = 'incomplete 0.0% (10.00)'
    expect(list('a', [lacking], [alpha])).toEqual([['Alpha', false, text]])
    expect(list('a', [alpha], [lacking])).toEqual([['Alpha', false, text]])
  })
})

test('a change waits until its period is whole', () => {
  const plan = compileOne({ ...monthly, columns: [column] })
  const selection = { year: '2025' }
  const respond = (upTo: string) =>
    buildTable(plan, selection, {
      ...parseResponse(plan, { records: [2, 3].map((month) => ({ month, a: 1 })) }),
      upTo,
    })
  const when = { ...condition, operator: '<', value: -0.3 } as const
  const list = (upTo: string, change: 'previous' | null) =>
    listSteps(plan, { ...when, change }, [{ selection, name: '2025', table: respond(upTo) }]).map(
      ({ key }) => key,
    )
  expect(list('2025-03-31', 'previous')).toEqual(['2025-02-01 02', '2025-03-01 03'])
  expect(list('2025-03-01', 'previous')).toEqual(['2025-02-01 02'])
  expect(list('2025-03-01', null)).toEqual(['2025-02-01 02', '2025-03-01 03'])
})

test.each([
  [{ operator: 'outside', value: [3, 7] }, [true, false, true]],
  [{ operator: 'outside', value: [{ column: 'low' }, { column: 'high' }] }, [false, true, null]],
  [{ operator: '>', value: 6, absolute: true }, [true, false, true]],
] as const)('a condition has two limits, columns as limits, or values without signs: %j', (limits, meets) => {
  const plan = compileOne({
    ...monthly,
    columns: ['a', 'low', 'high'].map((field) => ({ field, id: field, label: field })),
  })
  const records = [
    { month: 1, a: -8, low: -9, high: 0 },
    { month: 2, a: 5, low: 6, high: 7 },
    { month: 3, a: 9, low: 1 },
  ]
  const table = tabulate(plan, records, { year: '2025' })
  const value = limits.value as ConditionRule['value']
  const rule = { ...condition, change: null, ...limits, value }
  const steps = listSteps(plan, rule, [{ selection: { year: '2025' }, name: '2025', table }])
  expect(steps.map(({ cells }) => cells[0]?.meetsCondition ?? null)).toEqual(meets)
})
