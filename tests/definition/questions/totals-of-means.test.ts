import { expect, test } from 'vitest'
import { openAsked } from '../../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../../support/questions.ts'

test('the total of a mean is the mean of all records', async () => {
  const sources = compileSources()
  const asked = await openAsked(sources)
  const record = (key: string, way: string, minutes: number) => ({
    key,
    values: [way, 'WEST'],
    measures: { minutes },
  })
  await asked.store('calls', [
    record('2025-01-01', 'IN', 1),
    record('2025-01-02', 'IN', 3),
    record('2025-02-01', 'IN', 8),
    record('2025-02-01', 'OUT', 20),
  ])
  const question = compileQuestion(
    {
      selectors: [{ kind: 'year' }],
      rows: { by: ['way'], total: 'All' },
      columns: [
        { id: 'mean', value: 'mean(minutes)' },
        { id: 'most', value: 'max(minutes)' },
      ],
    },
    sources,
  )
  const { rows, total } = await asked.ask(question, { year: '2025' })
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['IN', 4, 8],
    ['OUT', 20, 20],
  ])
  expect(total?.values).toEqual([8, 20])
})
