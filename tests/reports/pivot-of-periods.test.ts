import { beforeAll, expect, test } from 'vitest'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { openAsked } from '../support/asked-tables.ts'
import { toFile } from '../support/definition-folders.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

/* Minutes of two ways over two sites in February and March 2025. OUT has none over Abuja in March, IN none in February. */
const calls = {
  id: 'calls',
  title: 'Calls',
  time: { kind: 'date' },
  dimensions: [{ field: 'way' }, { field: 'site' }],
  measures: [{ field: 'minutes' }],
}
const sources = compileSources([calls])
const record = (key: string, way: string, site: string, minutes: number) => ({
  key,
  values: [way, site],
  measures: { minutes },
})

const asked = await openAsked(sources)
beforeAll(() =>
  asked.store('calls', [
    record('2025-02-03', 'IN', 'Lagos', 100),
    record('2025-02-04', 'OUT', 'Lagos', 40),
    record('2025-02-05', 'OUT', 'Abuja', 10),
    record('2025-03-03', 'IN', 'Lagos', 150),
    record('2025-03-04', 'IN', 'Abuja', 7),
    record('2025-03-05', 'OUT', 'Lagos', 60),
  ]),
)

const write = (value: string) => ({
  selectors: [{ kind: 'year' }, { kind: 'month' }],
  data: { dataset: 'calls' },
  rows: { by: ['way'], total: 'All' },
  columns: [{ id: 'of', pivot: 'site', value }],
})

test.each([
  ['previous(minutes)', [null, 100], [10, 40], [10, 140]],
  ['change(minutes)', [null, 0.5], [-1, 0.5], [-0.3, 0.5]],
  ['minutes - previous(minutes)', [null, 50], [null, 20], [-3, 70]],
  ['running(minutes, year)', [7, 250], [10, 100], [17, 350]],
])('a pivot of %s has the total of all its records', async (value, ...rows) => {
  const table = await asked.ask(compileQuestion(write(value), sources), { year: '2025', month: '3' })
  expect(table.columns.map(({ label }) => label)).toEqual(['Abuja', 'Lagos'])
  expect([...table.rows, table.total].map((row) => row?.values)).toEqual(rows)
})

test.each(['previous(minutes)', 'change(minutes)', 'contribution(minutes, previous)', 'running(minutes)'])(
  'a pivot of %s is no error of check',
  (value) => {
    const menu = { label: 'R', permission: 90, order: 1 }
    const { diagnostics } = compileDefinitions({
      datasetFiles: [toFile('datasets', calls)],
      reportFiles: [toFile('reports', { id: 'r', menu, ...write(value) })],
    })
    expect(diagnostics).toEqual([])
  },
)
