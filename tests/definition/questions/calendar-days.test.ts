import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { compileQuestion, compileSources, definitions, diagnoseQuestion } from '../../support/questions.ts'

const columns = [
  'minutes',
  { id: 'days', value: 'days()' },
  { id: 'elapsed', value: 'daysElapsed()' },
  { id: 'left', value: 'daysLeft()' },
  { id: 'projected', value: 'minutes / daysElapsed() * days()' },
  { id: 'perDay', value: '(1000 - minutes) / daysLeft()' },
]
const rows = { by: ['way'], total: 'All' }

/** The table of 280 and 140 minutes, whose last record is of a day. */
const build = (changes: object, selection: Readonly<Record<string, string>>, upTo: string | undefined) => {
  const { plan } = compileQuestion({ columns, rows, ...changes })
  const records = Object.entries({ IN: 280, OUT: 140 }).map(([way, minutes]) => ({ way, minutes }))
  return buildTable(plan, selection, parseResponse(plan, { records, ...(upTo !== undefined && { upTo }) }))
}
const april = { year: '2025', month: '4' }

describe('days of the chosen period', () => {
  test.each([
    [april, '2025-04-14', [30, 14, 16]],
    [april, '2025-04-30', [30, 30, 0]],
    [april, '2025-06-02', [30, 30, 0]],
    [april, '2025-03-31', [30, 0, 30]],
    [{ year: '2024', month: '2' }, '2024-02-01', [29, 1, 28]],
  ])('of %j are counted up to the last record, %s', (selection, upTo, expected) => {
    const table = build({}, selection, upTo)
    for (const { values } of [...table.rows, table.total ?? { values: [] }]) {
      expect(values.slice(1, 4)).toEqual(expected)
    }
  })

  test.each([
    [['year'], { year: '2025' }, 365],
    [['year', 'quarter'], { year: '2025', quarter: '1' }, 90],
    [['year', 'week'], { year: '2025', week: '7' }, 7],
    [['dateRange'], { days: '2025-03-30..2025-04-02' }, 4],
  ])('that %j choose', (kinds, selection, expected) => {
    const selectors = kinds.map((kind) => ({ kind, ...(kind === 'dateRange' && { name: 'days' }) }))
    const table = build({ selectors, columns: [{ id: 'v', value: 'days()' }] }, selection, undefined)
    expect(table.total?.values).toEqual([expected])
  })
})

describe('workdays of the chosen period', () => {
  /** Of 2025: two holidays of weeks with weekends, and one on a Sunday. */
  const calendar = {
    title: 'Office',
    weekend: [6, 0],
    holidays: { '2025-04-18': 'Friday', '2025-04-21': 'Monday', '2025-04-27': 'Sunday' },
    until: '2025-12-31',
  }
  const values = ['workdays()', 'workdaysElapsed()', 'workdaysLeft()']
  const workdays = values.map((value, index) => ({ id: `v${index}`, value }))
  const count = (
    selectors: readonly object[],
    selection: Readonly<Record<string, string>>,
    upTo?: string,
    until = calendar.until,
  ) => {
    const sources = compileSources().map((one) => ({ ...one, calendar: { ...calendar, until } }))
    const { plan } = compileQuestion({ columns: workdays, rows, selectors }, sources)
    const response = { records: [{ way: 'IN' }], ...(upTo !== undefined && { upTo }) }
    const table = buildTable(plan, selection, parseResponse(plan, response))
    return { values: table.total?.values, reasons: table.columns.map(({ unavailable }) => unavailable) }
  }
  const months = [{ kind: 'year' }, { kind: 'month' }]

  test('leave out weekends and holidays, as a count day by day, whatever days are chosen', () => {
    const day = fc
      .integer({ min: 0, max: 364 })
      .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, day, (one, other, upTo) => {
        const [first = '', last = ''] = [one, other].toSorted()
        const naive = [0, 0, 0]
        for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
          const name = new Date(at).toUTCString().slice(0, 3)
          const text = new Date(at).toISOString().slice(0, 10)
          if (['Sat', 'Sun'].includes(name) || ['2025-04-18', '2025-04-21', '2025-04-27'].includes(text))
            continue
          naive[0] = (naive[0] ?? 0) + 1
          if (text <= upTo) naive[1] = (naive[1] ?? 0) + 1
          else naive[2] = (naive[2] ?? 0) + 1
        }
        const selectors = [{ kind: 'dateRange', name: 'days', maxDays: 366 }]
        expect(count(selectors, { days: `${first}..${last}` }, upTo).values).toEqual(naive)
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    ['2026', '4', undefined, '2025-12-31'],
    ['2024', '4', undefined, '2025-12-31'],
    ['2025', '5', '2025-04-30', '2025-04-30'],
  ])('are blank in %s-%s, and say which days the calendar has', (year, month, until, last) => {
    const { values, reasons } = count(months, { year, month }, `${year}-0${month}-10`, until)
    expect(values).toEqual([null, null, null])
    expect(new Set(reasons)).toEqual(new Set([`The holidays of Office are known from 2025 to ${last}.`]))
  })

  test('are counted where the calendar has those days, also if it lacks others of the period', () => {
    const reason = 'The holidays of Office are known from 2025 to 2025-04-28.'
    const expected = { values: [null, 13, null], reasons: [reason, null, reason] }
    expect(count(months, april, '2025-04-17', '2025-04-28')).toEqual(expected)
  })

  test('are counted up to the last day of the calendar', () => {
    expect(count(months, april, '2025-04-17', '2025-04-30').values).toEqual([20, 13, 7])
  })

  test('without a last record say so where the calendar has the whole period', () => {
    const reason = 'The last day with a record is not known.'
    expect(count(months, april).reasons).toEqual([null, reason, reason])
  })

  test('need a calendar', () => {
    expect(diagnoseQuestion({ columns: [{ id: 'v', value: 'minutes / workdays()' }] })).toEqual([
      'columns[0].value at 10: \'calls\' has no calendar; name one by its key "calendar" [expression]',
    ])
  })
})

test('the projected end and what is needed per day are computed of rows and of the total alike', () => {
  const table = build({}, april, '2025-04-14')
  const values = [...table.rows, table.total].map((row) => row?.values.slice(4).join())
  expect(values).toEqual(['600,45', '300,53.75', '900,36.25'])
})

test('a period without a record yet has no projection, and one that is over needs nothing more', () => {
  expect(build({}, april, '2025-03-31').total?.values.slice(4)).toEqual([null, 580 / 30])
  expect(build({}, april, '2025-05-01').total?.values.slice(4)).toEqual([420, null])
})

test('a column says why it is blank where no last day is known', () => {
  const table = build({}, april, undefined)
  expect(table.total?.values).toEqual([420, 30, null, null, null, null])
  const known = table.columns.filter(({ unavailable }) => unavailable === null).map(({ label }) => label)
  expect(known).toEqual(table.columns.slice(0, 2).map(({ label }) => label))
})

test('what is divided by days keeps its unit and is no percentage, and its words say the days', () => {
  const sources = compileSources(
    definitions.map((one) => ({ ...one, measures: one.measures.map((each) => ({ ...each, unit: 'min' })) })),
  )
  const perDay = { id: 'v', value: 'minutes / daysElapsed()' }
  const { plan } = compileQuestion({ columns: [perDay], rows }, sources)
  expect(plan.columns[0]).toMatchObject({
    format: { suffix: '\u00A0min', options: { style: 'decimal' } },
    words: 'Minutes divided by days up to the last record',
  })
})

describe('a number of days is refused', () => {
  test.each([
    ['in an aggregate', { value: 'sum(minutes * days())' }, "'days' is inside an aggregate"],
    ['in another period', { value: 'previous(days())' }, "'days' is inside 'previous'"],
    ['with an operand', { value: 'days(minutes)' }, '1 operands; allowed is days()'],
    ['in a pivot', { pivot: 'site', value: 'minutes / days()' }, "'days' is of the whole period"],
  ])('%s', (_, column, message) => {
    expect(diagnoseQuestion({ columns: [{ id: 'v', ...column }] }).join()).toContain(message)
  })

  test('up to a last record that the dataset does not say', () => {
    const changes = { data: { dataset: 'carriers' }, columns: [{ id: 'v', value: 'daysLeft()' }] }
    expect(diagnoseQuestion(changes)).toEqual([
      "columns[0].value at 0: the records of 'carriers' are not about days, so that no last day is known [expression]",
    ])
  })
})
