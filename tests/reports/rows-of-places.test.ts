import { beforeAll, expect, test } from 'vitest'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { openAsked } from '../support/asked-tables.ts'
import { toFile } from '../support/definition-folders.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

/* Few hours have a record: Monday has only the late one, and OUT is the only way of Monday. */
const calls = {
  id: 'calls',
  title: 'Calls',
  time: { kind: 'hour', field: 'hour' },
  dimensions: [{ field: 'way', values: ['IN', 'OUT'] }],
  measures: [{ field: 'calls' }],
}
const sources = compileSources([calls])
const record = (key: string, way: string, value: number) => ({
  key,
  values: [way],
  measures: { calls: value },
})

const asked = await openAsked(sources)
beforeAll(() =>
  asked.store('calls', [
    record('2025-03-03T20', 'OUT', 1),
    record('2025-03-04T08', 'IN', 2),
    record('2025-03-05T01', 'IN', 3),
    record('2025-03-08T08', 'OUT', 4),
  ]),
)

const write = (by: readonly string[], columns: readonly unknown[]) => ({
  selectors: [{ kind: 'year' }, { kind: 'month' }],
  data: { dataset: 'calls' },
  rows: { by },
  columns,
})
const ofEach = (pivot: string) => [{ id: 'of', pivot, value: 'calls' }]

test.each([
  [['hourOfDay'], ofEach('weekday'), ['01', '08', '20']],
  [['weekday'], ofEach('hourOfDay'), ['Monday', 'Tuesday', 'Wednesday', 'Saturday']],
  [['way'], ofEach('weekday'), ['IN', 'OUT']],
  [['hourOfDay', 'weekday'], ['calls'], ['01 Wednesday', '08 Tuesday', '08 Saturday', '20 Monday']],
])('rows by %j with the columns %j are in their own order', async (by, columns, rows) => {
  const plan = compileQuestion(write(by, columns), sources)
  const table = await asked.ask(plan, { year: '2025', month: '3' })
  expect(table.rows.map(({ label, dimension }) => [label, dimension ?? []].flat().join(' '))).toEqual(rows)
})

test.each([[['weekday', 'way']], [['way', 'weekday']]])('rows by %j have no chart', (by) => {
  const menu = { label: 'R', permission: 90, order: 1 }
  const { reports, diagnostics } = compileDefinitions({
    datasetFiles: [toFile('datasets', calls)],
    reportFiles: [toFile('reports', { id: 'r', menu, ...write(by, ['calls']) })],
  })
  expect(diagnostics).toEqual([])
  expect(reports.flatMap(({ plans }) => plans.map(({ chart }) => chart.types))).toEqual([[]])
})
