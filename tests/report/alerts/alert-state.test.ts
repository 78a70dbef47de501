import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlertCell,
  type AlertState,
  type AlertStep,
  evaluateAlert,
} from '../../../src/report/alerts/alert-state.ts'

const never: AlertState = { upTo: null, firing: null, fired: [] }

/** Steps of values that are above 10, between 5 and 10 (where an alert goes on), or below. */
const steps = (course: Readonly<Record<string, readonly (number | null)[]>>): AlertStep[] => {
  const length = Math.max(...Object.values(course).map((values) => values.length))
  return Array.from({ length }, (_, index) => ({
    key: String(index + 1).padStart(3, '0'),
    label: String(index + 1),
    cells: Object.entries(course).flatMap(([subject, values]): AlertCell[] => {
      const value = values[index] ?? null
      if (value === null) return []
      return [{ subject, meetsCondition: value > 10, keepsFiring: value > 5, text: String(value) }]
    }),
  }))
}

const start: AlertState = { upTo: '000', firing: null, fired: [] }
const firing: AlertState = { upTo: '002', firing: { from: '002', subjects: ['a'] }, fired: ['002 a'] }
/** The third step had no record, and nothing has fired. */
const quiet: AlertState = { upTo: '005', firing: null, fired: [] }
/** The second step fired, and ended at the third. */
const ended: AlertState = { upTo: '005', firing: null, fired: ['002 a'] }
const older: AlertState = { upTo: '000', firing: { from: '000', subjects: ['a', 'gone'] }, fired: [] }

interface Case {
  readonly title: string
  /** The values of each subject, day by day. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>
  /** In how many days in a row the condition has to be met. */
  readonly times?: number
  readonly before: AlertState
  readonly changes: readonly string[]
  /** The rows that let it fire at the end. */
  readonly rows?: readonly string[]
}

test.each<Case>([
  {
    title: 'an alert fires after as many days in a row as it says',
    values: { a: [11, 1, 12, 13, 14] },
    times: 2,
    before: start,
    changes: ['day 4 fired: a=12 on day 3, a=13 on day 4'],
    rows: ['a=12 on day 3', 'a=13 on day 4', 'a=14 on day 5'],
  },
  {
    title: 'an alert names every row that meets its condition',
    values: { a: [1, 11, 1, 1], b: [1, 12, 12, 1] },
    before: start,
    changes: ['day 2 fired: a=11 on day 2, b=12 on day 2', 'day 4 ended'],
  },
  {
    title: 'an alert that is new fires for what is so now, and for nothing earlier',
    values: { a: [11, 1, 12] },
    before: never,
    changes: ['day 3 fired: a=12 on day 3'],
    rows: ['a=12 on day 3'],
  },
  {
    title: 'an alert that is new is silent about the past',
    values: { a: [11, 1, 2] },
    before: never,
    changes: [],
  },
  {
    title: 'an alert does not fire again when it is evaluated again',
    values: { a: [1, 12, 11] },
    before: firing,
    changes: [],
    rows: ['a=12 on day 2', 'a=11 on day 3'],
  },
  {
    title: 'an alert fires late if the record of an earlier day comes late',
    values: { a: [1, 1, 12, 1, 1] },
    before: quiet,
    changes: ['day 3 fired: a=12 on day 3', 'day 5 ended'],
  },
  {
    title: 'an alert fires no second time for a day on which it fired',
    values: { a: [1, 13, 1, 1, 1] },
    before: ended,
    changes: [],
  },
  {
    title: 'an alert ends and fires again',
    values: { a: [1, 12, 1, 13] },
    before: firing,
    changes: ['day 3 ended', 'day 4 fired: a=13 on day 4'],
    rows: ['a=13 on day 4'],
  },
  {
    title: 'an alert ends if the record that let it fire is corrected',
    values: { a: [1, 2] },
    before: firing,
    changes: ['day 2 ended'],
  },
  {
    title: 'an alert that began before the first day goes on above its reset',
    values: { a: [7, 6] },
    before: older,
    changes: [],
    rows: ['a=7 on day 1', 'a=6 on day 2'],
  },
  {
    title: 'an alert that began before the first day ends without a value',
    values: { b: [7, 6] },
    before: older,
    changes: ['day 1 ended'],
  },
  {
    title: 'an alert ignores blanks, also between days in a row',
    values: { a: [11, null, 12, null] },
    times: 2,
    before: start,
    changes: ['day 3 fired: a=11 on day 1, a=12 on day 3'],
    rows: ['a=11 on day 1', 'a=12 on day 3'],
  },
])('$title', ({ values, times = 1, before, changes, rows = [] }) => {
  const result = evaluateAlert(steps(values), times, before)
  const describeRows = (list: typeof result.rows) =>
    list.map(({ label, subject, text }) => `${subject}=${text} on day ${label}`)
  const day = (key: string) => `day ${Number(key)}`
  const found = result.changes.map((change) =>
    change.kind === 'ended'
      ? `${day(change.key)} ended`
      : `${day(change.key)} fired: ${describeRows(change.rows).join(', ')}`,
  )
  expect(found).toEqual(changes)
  expect(describeRows(result.rows)).toEqual(rows)
})

test('the row that is farthest from the limit comes first', () => {
  const cells = [3, 9, 5].map((distance) => ({
    subject: `by ${distance}`,
    meetsCondition: true,
    keepsFiring: true,
    distance,
    text: '',
  }))
  const { rows } = evaluateAlert([{ key: '001', label: '1', cells }], 1, start)
  expect(rows.map(({ subject }) => subject)).toEqual(['by 9', 'by 5', 'by 3'])
})

const values = fc.array(fc.option(fc.constantFrom(1, 7, 12), { nil: null }), { minLength: 1, maxLength: 12 })
const course = fc.record({ a: values, b: values })

/** Says by the definition whether a subject fires after its values: so many in a row, and nothing below the reset since. */
function fires(list: readonly (number | null)[], times: number): boolean {
  const known = list.filter((value) => value !== null)
  return known.some(
    (_, end) =>
      end + 1 >= times &&
      known.slice(end + 1 - times, end + 1).every((value) => value > 10) &&
      known.slice(end + 1).every((value) => value > 5),
  )
}

describe('generated courses', () => {
  test('fire as the definition says, and never twice without an end between', () => {
    fc.assert(
      fc.property(course, fc.integer({ min: 1, max: 4 }), (generated, times) => {
        const all = steps(generated)
        const { changes } = evaluateAlert(all, times, start)
        expect(changes.map(({ kind }) => kind)).toEqual(
          changes.map((_, index) => (index % 2 === 0 ? 'fired' : 'ended')),
        )
        for (const [index, { key }] of all.entries()) {
          const expected = Object.values(generated).some((list) => fires(list.slice(0, index + 1), times))
          expect(changes.findLast((change) => change.key <= key)?.kind === 'fired').toBe(expected)
        }
      }),
    )
  })

  test('tell the same, whether they are evaluated at once or step by step', () => {
    fc.assert(
      fc.property(course, fc.integer({ min: 1, max: 4 }), (generated, times) => {
        const all = steps(generated)
        const together = evaluateAlert(all, times, start)
        let state: AlertState = start
        const told = all.flatMap((step, index) => {
          const { changes, rows, fired: firedSteps } = evaluateAlert(all.slice(0, index + 1), times, state)
          const fired = changes.findLast(({ kind }) => kind === 'fired')
          const subjects = [...new Set(rows.map(({ subject }) => subject))]
          const from = fired?.key ?? state.firing?.from ?? ''
          state = { upTo: step.key, firing: rows.length === 0 ? null : { from, subjects }, fired: firedSteps }
          return changes
        })
        expect(told).toEqual(together.changes)
      }),
    )
  })
})
