import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatHistoryAddress,
  parseHistoryAddress,
} from '../../../../src/web/administration/history/history-address.ts'

const usual = { page: 0, size: 25, filter: {} }

describe('the address of the history (spec 2.24)', () => {
  test.each<[string, Partial<typeof usual>]>([
    ['', {}],
    ['actor=+ada&event=signed+in&subject=x', { filter: { actor: 'ada', event: 'signed in', subject: 'x' } }],
    [
      'from=2025-06-01&to=2025-06-30&page=3&size=100',
      { filter: { from: '2025-06-01', to: '2025-06-30' }, page: 2, size: 100 },
    ],
    ['from=yesterday&to=2025-13-01&page=0&size=7', {}],
    ['page=-1&size=1e3&unknown=1', {}],
    ['before=412', { filter: { before: '412' } }],
    ['event=nope&subject=%00&before=x', {}],
  ])('%s is read as %o', (query, view) => {
    expect(parseHistoryAddress(query)).toEqual({ ...usual, ...view })
  })

  test('has nothing that is as usual', () => {
    expect(formatHistoryAddress(usual)).toBe('')
    const view = { ...usual, page: 1, filter: { actor: 'ada & co' } }
    expect(formatHistoryAddress(view)).toBe('?actor=ada+%26+co&page=2')
  })

  test('keeps every view', () => {
    const text = fc.string({ minLength: 1, maxLength: 50 }).filter((value) => value === value.trim())
    const filter = fc.record(
      {
        actor: text,
        event: fc.constantFrom('signed in', 'role rights saved'),
        to: fc.constant('2025-06-30'),
      },
      { requiredKeys: [] },
    )
    const view = fc.record({
      filter: filter.map((value) => ({ ...value })),
      page: fc.integer({ min: 0, max: 9999 }),
      size: fc.constantFrom(10, 25, 50, 100),
    })
    fc.assert(
      fc.property(view, (value) => {
        expect(parseHistoryAddress(formatHistoryAddress(value))).toEqual(value)
      }),
    )
  })
})
