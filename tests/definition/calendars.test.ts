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
  expect(plan?.calendar).toEqual({
    title: 'Nigeria',
    weekend: [6, 0],
    holidays: valid.holidays,
    until: '2025-12-31',
  })
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

test('a day in another form is answered by an example', () => {
  const { diagnostics } = compile({ ...valid, holidays: { '01/10/2025': 'Day' }, until: '31.12.2025' })
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "the name '01/10/2025'; allowed: a day such as 2025-10-01",
    "found '31.12.2025'; allowed: a day such as 2025-10-01",
  ])
})

test('a calendar without a file is an error of the dataset, which says the known ones', () => {
  const { diagnostics } = compileDatasetFiles([dataset], [toFile('ghana', { ...valid, id: 'ghana' })])
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "examples/datasets/own-minutes.json:5:15 calendar: no calendar 'nigeria'; known are ghana [dataset-calendar]",
  ])
})

test('the calendars of the portal are those of its own folder, unless there are some beside the datasets', () => {
  const read = (folder: string) => readCalendars(folder).map(({ path }) => path)
  expect(read('examples/datasets')).toEqual(['calendars/nigeria.json'])
  expect(read('tests/definition/fixtures/with-calendars/datasets')).toEqual([
    'tests/definition/fixtures/with-calendars/calendars/office.json',
  ])
})

const nigeria =
  compileDatasetFiles(readFolder('examples/datasets'), readCalendars('examples/datasets')).datasets.find(
    ({ id }) => id === 'own-minutes',
  )?.calendar ?? expect.fail('there is no calendar')

test('the holidays of Nigeria are workdays but for a Sunday or Saturday, ten or more in each year', () => {
  const days = Object.keys(nigeria.holidays)
  for (const year of ['2022', '2023', '2024', '2025']) {
    expect(days.filter((day) => day.startsWith(year)).length).toBeGreaterThan(10)
  }
  expect(days.filter((day) => nigeria.weekend.includes(new Date(day).getUTCDay()))).toEqual([])
  expect(days).toEqual(days.toSorted())
})

const listNamed = (...names: readonly string[]) =>
  Object.keys(nigeria.holidays).filter((day) => names.includes(nigeria.holidays[day] ?? ''))
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const years = [2022, 2023, 2024, 2025, 2026]

/** Finds Easter Sunday by the anonymous Gregorian algorithm. */
function findEaster(year: number): number {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const shifted =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + shifted + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

test('Good Friday and Easter Monday are around the computed Easter of each year', () => {
  const easters = years.map(findEaster)
  expect(listNamed('Good Friday')).toEqual(easters.map((time) => toDay(time - 2 * 86_400_000)))
  expect(listNamed('Easter Monday')).toEqual(easters.map((time) => toDay(time + 86_400_000)))
})

test.each([
  ["New Year's Day", 1, 1],
  ["Workers' Day", 5, 1],
  ['Democracy Day', 6, 12],
  ['Independence Day', 10, 1],
])('%s of a weekend is on the next Monday', (name, month, day) => {
  const expected = years.map((year) => {
    const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
    const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
    return toDay(Date.UTC(year, month - 1, day + moved))
  })
  expect(listNamed(name)).toEqual(expected)
})
