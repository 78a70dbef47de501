import { expect, test } from 'vitest'
import { buildRecordKey } from '../../../../src/dataset/record-keys.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { readAnswer } from '../../../../src/server/data/tables/read-dataset.ts'
import { insertRecords } from '../../../../src/server/data/tables/stored-records.ts'
import { openPlace } from '../../../support/open-database.ts'
import { compileQuestion, compileSources } from '../../../support/questions.ts'

const base = { endpoints: {}, title: 'Table' }
const sources = compileSources([
  {
    ...base,
    id: 'traffic',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ id: 'destination', field: 'destination' }],
    measures: [{ field: 'minutes' }],
  },
  {
    ...base,
    id: 'rates',
    title: 'Rates',
    time: { kind: 'date', inForce: true },
    dimensions: [{ id: 'zone', field: 'zone' }],
    measures: [{ field: 'rate' }],
  },
])

test('a rate that changes within the month counts from its day, and a day without a rate is named', async () => {
  const { engine } = await openPlace()
  const [traffic, rates] = sources
  if (traffic === undefined || rates === undefined) throw new Error('a dataset is missing')
  const store = (dataset: typeof traffic, scope: string, field: string, records: object) =>
    insertRecords(
      engine.database,
      dataset,
      scope,
      Object.entries(records).map(([day, value]) => ({
        ...buildRecordKey(dataset, day),
        measures: { [field]: Number(value) },
      })),
      new Date(0),
    )
  await store(traffic, 'Ghana', 'minutes', { '2025-03-01': 10, '2025-03-14': 10, '2025-03-15': 20 })
  await store(traffic, 'Togo', 'minutes', { '2025-03-05': 5, '2025-03-06': 4 })
  await store(rates, 'Ghana', 'rate', { '2024-06-01': 0.5, '2025-03-15': 0.7, '2025-04-01': 9 })
  await store(rates, 'Togo', 'rate', { '2025-03-06': 0.25 })
  const { dataset } = compileQuestion(
    {
      data: { dataset: 'traffic', with: { rates: { dataset: 'rates', by: { destination: 'zone' } } } },
      rows: { by: ['destination'] },
      columns: [{ id: 'amount', value: 'sum(minutes * rates.rate)' }],
      chart: { types: [] },
    },
    sources,
  )
  const march = { first: '2025-03', last: '2025-03', keys: { first: '2025-03', last: '2025-03' } }
  const { records, remarks, lacks, gaps } = await readAnswer(
    { db: engine.database, reads: noSources },
    dataset,
    [null],
    march,
  )
  expect(records.map(({ scope, measures }) => [scope, measures])).toEqual([
    ['Ghana', { part1: 24 }],
    ['Togo', { part1: 1 }],
  ])
  expect(remarks).toEqual([
    'Rates has no record of Togo (5 March 2025); sums and means that need one leave these out.',
  ])
  const text = 'Rates has no record of Togo (5 March 2025).'
  expect(lacks).toEqual([{ text, fields: ['part1'] }])
  expect(records.map((record) => gaps.get(record))).toEqual([undefined, { part1: text }])
})
