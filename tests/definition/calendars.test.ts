import { describe, expect, test } from 'vitest'
import { compileDatasetFiles } from '../../src/definition/datasets/compile-dataset.ts'
import { formatDiagnostic } from '../../src/diagnostics/diagnostic.ts'
import { readCalendars, readFile, readFolder } from '../../src/loading/read-folder.ts'

const toFile = (name: string, value: object) => ({
  path: `calendars/${name}.json`,
  content: new TextEncoder().encode(JSON.stringify(value)),
})
const dataset = readFile('examples/datasets/own-minutes.json')
const compile = (calendar: object) => compileDatasetFiles([dataset], [toFile('nigeria', calendar)])
const valid = { id: 'nigeria', title: 'Nigeria', holidays: { '2025-10-01': 'Independence Day' } }

test('a dataset has the calendar that it names, frozen, with the weekdays of its weekend as numbers', () => {
  const [plan] = compile(valid).datasets
  expect(plan?.calendar).toEqual({ title: 'Nigeria', weekend: [6, 0], holidays: valid.holidays })
  expect(Object.isFrozen(plan?.calendar?.holidays)).toBe(true)
  const [friday] = compile({ ...valid, weekend: ['Friday'] }).datasets
  expect(friday?.calendar?.weekend).toEqual([5])
})

describe('a calendar is refused', () => {
  test.each([
    [
      'with a day that the calendar does not have',
      { ...valid, holidays: { '2025-02-29': 'No day' } },
      'schema-value',
    ],
    ['without a name of a day', { ...valid, holidays: { '2025-10-01': '' } }, 'schema-size'],
    ['with a weekday of another language', { ...valid, weekend: ['Samedi'] }, 'schema-value'],
    ['with the name of another file', { ...valid, id: 'ghana' }, 'id-file'],
  ])('%s, and the dataset gets no second error', (_, calendar, rule) => {
    const { diagnostics, datasets } = compile(calendar)
    expect(diagnostics.map((one) => [one.file, one.rule])).toEqual([['calendars/nigeria.json', rule]])
    expect(datasets).toEqual([])
  })
})

test('a calendar without a file is an error of the dataset, which says the known ones', () => {
  const { diagnostics } = compileDatasetFiles([dataset], [toFile('ghana', { ...valid, id: 'ghana' })])
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "examples/datasets/own-minutes.json:6:15 calendar: no calendar 'nigeria'; known are ghana [dataset-calendar]",
  ])
})

test('the calendars of the portal are those of its own folder, unless there are some beside the datasets', () => {
  const read = (folder: string) => readCalendars(folder).map(({ path }) => path)
  expect(read('examples/datasets')).toEqual(['calendars/nigeria.json'])
  expect(read('tests/definition/fixtures/with-calendars/datasets')).toEqual([
    'tests/definition/fixtures/with-calendars/calendars/office.json',
  ])
})

test('the holidays of Nigeria are workdays but for a Sunday or Saturday, ten or more in each year', () => {
  const { datasets } = compileDatasetFiles(
    readFolder('examples/datasets'),
    readCalendars('examples/datasets'),
  )
  const { holidays = {}, weekend = [] } = datasets.find(({ id }) => id === 'own-minutes')?.calendar ?? {}
  const days = Object.keys(holidays)
  for (const year of ['2022', '2023', '2024', '2025']) {
    expect(days.filter((day) => day.startsWith(year)).length).toBeGreaterThan(10)
  }
  expect(days.filter((day) => weekend.includes(new Date(day).getUTCDay()))).toEqual([])
  expect(days).toEqual(days.toSorted())
})
