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

/** Parses courses such as `a 1 12; b 1 -`. */
const parse = (text: string): Parameters<typeof steps>[0] =>
  Object.fromEntries(
    text.split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ')
      return [name, values.map((value) => (value === '-' ? null : Number(value)))]
    }),
  )

describe('an alert', () => {
  test.each<[string, string, number, AlertState, string, string]>([
    [
      'fires once, goes on to its reset, and ends',
      'a 1 12 11 6 5 4',
      1,
      start,
      'fired 002 a2=12; ended 005',
      '',
    ],
    ['fires after so many', 'a 11 1 12 13 14', 2, start, 'fired 004 a3=12 a4=13', 'a3=12 a4=13 a5=14'],
    ['names every row', 'a 1 11 1 1; b 1 12 12 1', 1, start, 'fired 002 a2=11 b2=12; ended 004', ''],
    ['tells what fires now at first', 'a 11 1 12', 1, never, 'fired 003 a3=12', 'a3=12'],
    ['tells nothing of what happened before', 'a 11 1 2', 1, never, '', ''],
    ['tells once what is evaluated again', 'a 1 12 11', 1, firing, '', 'a2=12 a3=11'],
    [
      'fires late, if the record of an earlier step comes late',
      'a 1 1 12 1 1',
      1,
      quiet,
      'fired 003 a3=12; ended 005',
      '',
    ],
    ['fires no second time at a step where it fired', 'a 1 13 1 1 1', 1, ended, '', ''],
    ['goes on', 'a 1 12 1 13', 1, firing, 'ended 003; fired 004 a4=13', 'a4=13'],
    ['ends if a record that let it fire is corrected', 'a 1 2', 1, firing, 'ended 002', ''],
    ['that began before the first step goes on above its reset', 'a 7 6', 1, older, '', 'a1=7 a2=6'],
    ['and ends without a value', 'b 7 6', 1, older, 'ended 001', ''],
    ['ignores blanks, also in a row', 'a 11 - 12 -', 2, start, 'fired 003 a1=11 a3=12', 'a1=11 a3=12'],
  ])('%s', (_, course, times, before, expected, firingRows) => {
    const { changes, rows } = evaluateAlert(steps(parse(course)), times, before)
    const list = (shown: typeof rows) =>
      shown.map(({ label, subject, text }) => `${subject}${label}=${text}`).join(' ')
    const told = changes.map((change) =>
      change.kind === 'ended' ? `ended ${change.key}` : `fired ${change.key} ${list(change.rows)}`,
    )
    expect(told.join('; ')).toBe(expected)
    expect(list(rows)).toBe(firingRows)
  })
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
