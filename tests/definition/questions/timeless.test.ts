import { expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { ALWAYS } from '../../../src/dataset/record-keys.ts'
import { openAsked } from '../../support/asked-tables.ts'
import { toFile } from '../../support/definition-folders.ts'

const countries = {
  id: 'countries',
  title: 'Countries',
  dimensions: [{ field: 'country' }],
  measures: [{ field: 'code' }, { field: 'people' }],
}
const calls = {
  id: 'calls',
  title: 'Calls',
  time: { kind: 'date', field: 'day' },
  dimensions: [{ field: 'country' }],
  measures: [{ field: 'minutes' }],
}
const compile = (changes: object) =>
  compileDefinitions({
    reportFiles: [
      toFile('reports', {
        id: 'asked',
        title: 'Asked',
        menu: { label: 'Asked', permission: 150, order: 90 },
        selectors: [{ dimension: 'country' }],
        rows: { by: ['country'], total: 'All' },
        chart: { types: [] },
        ...changes,
      }),
    ],
    datasetFiles: [countries, calls].map((one) => toFile('datasets', one)),
  })
const { datasets } = compile({ data: { dataset: 'countries' }, columns: ['people'] })

const asked = await openAsked(datasets)
const named = (country: string, code: number, people: number) => ({
  key: ALWAYS,
  values: [country],
  measures: { code, people },
})
await asked.store('countries', [named('Mali', 223, 10), named('Togo', 228, 4)])
const minutes = (key: string, country: string, amount: number) => ({
  key,
  values: [country],
  measures: { minutes: amount },
})
await asked.store('calls', [
  minutes('2025-03-01', 'Mali', 20),
  minutes('2025-04-01', 'Mali', 30),
  minutes('2025-03-02', 'Togo', 8),
  minutes('2025-03-02', 'Niger', 1),
])

/** Asks a report; rows as `name: cells`, with the total last. */
async function ask(changes: object, selection: Readonly<Record<string, string>> = {}) {
  const { diagnostics, reports, datasets: all } = compile(changes)
  expect(diagnostics.map(({ message }) => message)).toEqual([])
  const [plan] = reports.flatMap(({ plans }) => plans)
  const dataset = all.find(({ id }) => id === 'report-asked')
  if (plan === undefined || dataset === undefined) throw new Error('there is no report')
  const table = await asked.ask({ plan, dataset }, selection)
  return [...table.rows, ...(table.total === null ? [] : [table.total])].map(({ label, values }) =>
    [label, ...values].join(' '),
  )
}

test('a list without time is shown as it is, with a choice of countries alone', async () => {
  expect(await ask({ data: { dataset: 'countries' }, columns: ['people'] })).toEqual([
    'Mali 10',
    'Togo 4',
    'All 14',
  ])
})

test('a list without time is shown with nothing to choose', async () => {
  expect(await ask({ selectors: [], data: { dataset: 'countries' }, columns: ['people'] })).toEqual([
    'Mali 10',
    'Togo 4',
    'All 14',
  ])
  const { reports } = compile({ selectors: undefined, data: { dataset: 'countries' }, columns: ['people'] })
  expect(reports[0]?.plans[0]?.data.url).toBe('/v1/reports/asked/records')
})

test('a list without time belongs to records of any day', async () => {
  const changes = {
    selectors: [{ kind: 'year' }],
    data: { dataset: 'calls', with: { countries: { dataset: 'countries' } } },
    columns: [{ id: 'perHead', value: 'sum(minutes * countries.people)' }],
  }
  const rows = await ask(changes, { year: '2025' })
  expect(rows.slice(0, 2)).toEqual(['Mali 500', 'Niger '])
  expect(rows.at(-1)).toBe('All 532')
})

test.each([
  [
    { selectors: [{ kind: 'year' }], data: { dataset: 'countries' }, columns: ['people'] },
    "the records of 'countries' have no time; leave out the selector",
  ],
  [
    { data: { dataset: 'countries' }, rows: { by: ['month'] }, columns: ['people'] },
    "the records of 'countries' have no time; allowed: country",
  ],
  [
    {
      data: { dataset: 'countries', with: { calls: { dataset: 'calls' } } },
      columns: [{ id: 'minutes', value: 'sum(calls.minutes)' }],
    },
    "the records of 'calls' have a time, and those of 'countries' have none; ask 'calls' and join 'countries'",
  ],
  [
    { data: { dataset: 'countries' }, columns: [{ id: 'before', value: 'previous(people)' }] },
    'another period is that of a month, quarter, week or day, which is not chosen here',
  ],
])('%j is refused', (changes, message) => {
  const messages = compile(changes).diagnostics.map((one) => one.message)
  expect(messages.join('\n')).toContain(message)
})
