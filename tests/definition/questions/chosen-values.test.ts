import { expect, test } from 'vitest'
import { openAsked } from '../../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../../support/questions.ts'

test.each([
  ['IN,OUT', [77, 165, 264], [143, 165, 187], [38.5, 49.5, 60.5], [19.25, 24.75, 30.25]],
  ['OUT', [7, 15, 24], [13, 15, 17], [3.5, 4.5, 5.5], [3.5, 4.5, 5.5]],
])(
  'running sums and windows of rows of days count all chosen values: %s',
  async (way, running, last, usual, usualMean) => {
    const sources = compileSources()
    const asked = await openAsked(sources)
    const days = Array.from({ length: 9 }, (_, day) =>
      day < 6 ? `2024-12-${26 + day}` : `2025-01-0${day - 5}`,
    )
    const records = days.flatMap((key, index) =>
      ['IN', 'OUT'].map((own) => ({
        key,
        values: [own, 'NORTH'],
        measures: { minutes: (own === 'IN' ? 10 : 1) * (index + 1) },
      })),
    )
    await asked.store('calls', records)
    const question = compileQuestion(
      {
        selectors: [{ kind: 'year' }, { kind: 'month' }, { dimension: 'way' }],
        rows: { by: ['day'], total: 'All' },
        columns: [
          { id: 'sum', value: 'running(minutes)' },
          { id: 'last', value: 'window(minutes, 2, day)' },
          { id: 'usual', value: 'window(median(minutes), 6, day, before)' },
          { id: 'usualMean', value: 'window(median(mean(minutes)), 6, day, before)' },
        ],
      },
      sources,
    )
    const { rows, total } = await asked.ask(question, { year: '2025', month: '1', way })
    const recorded = rows.filter(({ hasRecord }) => hasRecord)
    const getColumn = (index: number) => recorded.map(({ values }) => values[index])
    expect([0, 1, 2, 3].map(getColumn)).toEqual([running, last, usual, usualMean])
    expect(total?.values).toEqual([running.at(-1), last.at(-1), null, null])
  },
)

test('the total of a mean is the mean of all records, as a measure and as an expression', async () => {
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
        { field: 'minutes', aggregate: 'mean' },
        { id: 'mean', value: 'mean(minutes)' },
        { id: 'most', field: 'minutes', aggregate: 'max', label: 'Most' },
      ],
    },
    sources,
  )
  const { rows, total } = await asked.ask(question, { year: '2025' })
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['IN', 4, 4, 8],
    ['OUT', 20, 20, 20],
  ])
  expect(total?.values).toEqual([8, 8, 20])
})
