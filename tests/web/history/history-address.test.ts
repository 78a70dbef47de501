import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildFilterQuery,
  formatHistoryView,
  type HistoryView,
  parseHistoryView,
} from '../../../src/web/history/history-address.ts'

const SIZES = [10, 25, 50, 100]
const usual: HistoryView = { actor: '', event: '', subject: '', from: '', to: '', page: 0, size: 25 }

describe('the address of the history (spec 2.24)', () => {
  test.each<[string, Partial<HistoryView>]>([
    ['', {}],
    ['?actor=ada&event=signed+in&subject=x', { actor: 'ada', event: 'signed in', subject: 'x' }],
    [
      '?from=2025-06-01&to=2025-06-30&page=3&size=100',
      { from: '2025-06-01', to: '2025-06-30', page: 2, size: 100 },
    ],
    ['?from=yesterday&to=2025-13-01&page=0&size=7', {}],
    ['?page=-1&size=1e3&unknown=1', {}],
    ['?event=nope&subject=%00', {}],
  ])('%s is read as %o', (search, view) => {
    expect(parseHistoryView(search, SIZES)).toEqual({ ...usual, ...view })
  })

  test('has nothing that is as usual', () => {
    expect(formatHistoryView(usual)).toBe('')
    expect(formatHistoryView({ ...usual, actor: 'ada & co', page: 1 })).toBe('?actor=ada+%26+co&page=2')
  })

  test('keeps every view', () => {
    const text = fc.string({ maxLength: 50 }).map((value) => value.trim())
    const view = fc.record({
      actor: text,
      event: fc.constantFrom('', 'signed in', 'role rights saved'),
      subject: text,
      from: fc.constantFrom('', '2025-06-01'),
      to: fc.constantFrom('', '2025-06-30'),
      page: fc.integer({ min: 0, max: 9999 }),
      size: fc.constantFrom(...SIZES),
    })
    fc.assert(
      fc.property(view, (value) => {
        expect(parseHistoryView(formatHistoryView(value), SIZES)).toEqual(value)
      }),
    )
  })
})

test('a call has the filters that are set', () => {
  expect(buildFilterQuery({ ...usual, event: 'signed in' })).toEqual({ event: 'signed in' })
})
