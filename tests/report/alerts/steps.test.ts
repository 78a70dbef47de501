import { expect, test } from 'vitest'
import { listSteps } from '../../../src/report/alerts/steps.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

test('rows of one name are subjects of their own, each with its dimension', () => {
  const plan = compileOne({
    rows: {
      key: { kind: 'text', field: 'name', label: 'Carrier' },
      dimension: { field: 'direction', label: 'Direction' },
    },
    columns: [{ field: 'a', id: 'a', label: 'A' }],
    chart: { types: [] },
  })
  const selection = { year: '2025', month: '3' }
  const records = [
    { name: 'Alpha', direction: 'IN', a: 5 },
    { name: 'Alpha', direction: 'OUT', a: 20 },
  ]
  const when = {
    kind: 'condition',
    column: 'a',
    operator: '>',
    value: 10,
    change: null,
    for: 1,
    reset: null,
  } as const
  const period = { selection, name: 'March 2025', table: tabulate(plan, records, selection) }
  const [step] = listSteps(plan, when, [period])
  expect(step?.cells.map(({ subject, meetsCondition }) => [subject, meetsCondition])).toEqual([
    ['Alpha, IN', false],
    ['Alpha, OUT', true],
  ])
})
