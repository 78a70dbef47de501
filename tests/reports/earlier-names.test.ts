import { expect, test } from 'vitest'
import { openAsked } from '../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

/* Delta has records in February alone, and no others on the way of Ghana. */
const sources = compileSources([
  {
    id: 'traffic',
    title: 'Traffic',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ field: 'carrier' }, { field: 'destination' }],
    measures: [{ field: 'minutes' }],
    endpoints: {},
  },
])
const asked = await openAsked(sources)
const build = (key: string, ...values: string[]) => ({ key, values, measures: { minutes: 5 } })
await asked.store('traffic', [
  build('2025-02-01', 'Atlas', 'Ghana'),
  build('2025-02-01', 'Delta', 'Ghana'),
  build('2025-03-01', 'Atlas', 'Togo'),
])

test.each<[string, object]>([
  ['a change', { id: 'growth', value: 'change(minutes)' }],
  ['a change of each value of a pivot', { id: 'growth', pivot: 'destination', value: 'change(minutes)' }],
])('a row that only the period before has is there for %s, and known as such', async (_, column) => {
  const question = compileQuestion(
    {
      data: { dataset: 'traffic' },
      rows: { by: ['carrier'] },
      chart: { types: [] },
      columns: ['minutes', column],
    },
    sources,
  )
  const { rows } = await asked.ask(question, { year: '2025', month: '3' })
  expect(rows.map(({ label, hasRecord, isEarlier = false }) => [label, hasRecord, isEarlier])).toEqual([
    ['Atlas', true, false],
    ['Delta', true, true],
  ])
})
