import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlertCell,
  type AlertState,
  type AlertStep,
  evaluateAlert,
} from '../../../src/report/alerts/evaluate.ts'

const never: AlertState = { upTo: null, firing: null }

/** Steps of values that are above 10, between 5 and 10 (where an alert goes on), or below. */
const steps = (course: Readonly<Record<string, readonly (number | null)[]>>): AlertStep[] => {
  const length = Math.max(...Object.values(course).map((values) => values.length))
  return Array.from({ length }, (_, index) => ({
    key: String(index + 1).padStart(3, '0'),
    label: `step ${index + 1}`,
    cells: Object.entries(course).flatMap(([subject, values]): AlertCell[] => {
      const value = values[index] ?? null
      if (value === null) return []
      return [{ subject, meetsCondition: value > 10, keepsFiring: value > 5, text: String(value) }]
    }),
  }))
}

const run = (
  course: Parameters<typeof steps>[0],
  times = 1,
  before: AlertState = { upTo: '000', firing: null },
) => {
  const { changes, rows } = evaluateAlert(steps(course), times, before)
  return {
    changes: changes.map((change) =>
      change.kind === 'ended'
        ? `ended ${change.key}`
        : `fired ${change.key}: ${change.rows.map(({ label, subject, text }) => `${label} ${subject}=${text}`).join(', ')}`,
    ),
    rows: rows.map(({ subject, text }) => `${subject}=${text}`),
  }
}

describe('an alert', () => {
  test('fires once, goes on down to its reset, and ends once', () => {
    expect(run({ a: [1, 12, 11, 6, 5, 4] })).toEqual({
      changes: ['fired 002: step 2 a=12', 'ended 005'],
      rows: [],
    })
  })

  test('fires after so many steps in a row, with all of them', () => {
    expect(run({ a: [11, 1, 12, 13, 14] }, 2)).toEqual({
      changes: ['fired 004: step 3 a=12, step 4 a=13'],
      rows: ['a=12', 'a=13', 'a=14'],
    })
  })

  test('names every row that fires, and ends with the last', () => {
    expect(run({ a: [1, 11, 1, 1], b: [1, 12, 12, 1] })).toEqual({
      changes: ['fired 002: step 2 a=11, step 2 b=12', 'ended 004'],
      rows: [],
    })
  })

  test('is not told of what happened before it was first evaluated', () => {
    expect(run({ a: [11, 1, 12] }, 1, never).changes).toEqual(['fired 003: step 3 a=12'])
    expect(run({ a: [11, 1, 2] }, 1, never).changes).toEqual([])
  })

  test('tells each change once, whatever is evaluated again', () => {
    const firing = { upTo: '002', firing: { from: '002', subjects: ['a'] } }
    expect(run({ a: [1, 12, 11] }, 1, firing)).toEqual({ changes: [], rows: ['a=12', 'a=11'] })
    expect(run({ a: [1, 12, 1, 13] }, 1, firing).changes).toEqual(['ended 003', 'fired 004: step 4 a=13'])
  })

  test('ends if a record that let it fire is corrected', () => {
    expect(run({ a: [1, 2] }, 1, { upTo: '002', firing: { from: '002', subjects: ['a'] } }).changes).toEqual([
      'ended 002',
    ])
  })

  test('that began before the first step goes on above its reset, and ends without a value', () => {
    const older = { upTo: '000', firing: { from: '000', subjects: ['a', 'gone'] } }
    expect(run({ a: [7, 6] }, 1, older)).toEqual({ changes: [], rows: ['a=7', 'a=6'] })
    expect(run({ b: [7, 6] }, 1, older).changes).toEqual(['ended 001'])
  })

  test('a blank neither fires nor ends it, and does not interrupt a row', () => {
    expect(run({ a: [11, null, 12, null] }, 2).changes).toEqual(['fired 003: step 1 a=11, step 3 a=12'])
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
        const { changes } = evaluateAlert(all, times, { upTo: '000', firing: null })
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
        const together = evaluateAlert(all, times, { upTo: '000', firing: null })
        let state: AlertState = { upTo: '000', firing: null }
        const told = all.flatMap((step, index) => {
          const { changes, rows } = evaluateAlert(all.slice(0, index + 1), times, state)
          const fired = changes.findLast(({ kind }) => kind === 'fired')
          const subjects = [...new Set(rows.map(({ subject }) => subject))]
          const from = fired?.key ?? state.firing?.from ?? ''
          state = { upTo: step.key, firing: rows.length === 0 ? null : { from, subjects } }
          return changes
        })
        expect(told).toEqual(together.changes)
      }),
    )
  })
})
