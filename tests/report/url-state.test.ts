import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type UrlState, parseUrlState, formatUrlState } from '../../src/report/url-state.ts'

const selectors = [{ name: 'year' }, { name: 'month' }]

test('the URL state is read back as it was written, whatever the series names (spec 4.17)', () => {
  const address: fc.Arbitrary<UrlState> = fc.record({
    selection: fc.constantFrom<Record<string, string>[]>({}, { year: '2025' }, { year: '2024', month: '12' }),
    compare: fc.constantFrom<UrlState['compare'][]>(null, 'previous', 'year'),
    view: fc.constantFrom<UrlState['view'][]>(null, 'table', 'chart'),
    chartType: fc.constantFrom<UrlState['chartType'][]>(null, 'line', 'pie', 'bar'),
    visibility: fc.record({
      mode: fc.constantFrom<UrlState['visibility']['mode'][]>('default', 'all', 'none'),
      toggled: fc
        .array(fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)))
        .map((names) => new Set(names)),
    }),
  })
  fc.assert(
    fc.property(address, (one) => {
      expect(parseUrlState(new URLSearchParams(formatUrlState(one).toString()), selectors)).toEqual(one)
    }),
  )
})

test('a plain route has no state, and unknown values are ignored', () => {
  const plain = parseUrlState(new URLSearchParams('view=map&series=some&x=1'), selectors)
  expect(plain).toEqual(parseUrlState(new URLSearchParams(), selectors))
  expect(formatUrlState(plain).toString()).toBe('')
})
