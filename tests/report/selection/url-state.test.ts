import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type UrlState, parseUrlState, formatUrlState } from '../../../src/report/selection/url-state.ts'

const selectors = [{ name: 'year' }, { name: 'month' }]

const name = fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text))
const visibility = fc.record({
  mode: fc.constantFrom<UrlState['visibility']['mode'][]>('default', 'all', 'none'),
  toggled: fc.array(name).map((names) => new Set(names)),
})

test('the URL state is read back as it was written, whatever series and columns are called (spec 4.17)', () => {
  const address: fc.Arbitrary<UrlState> = fc.record({
    selection: fc.constantFrom<Record<string, string>[]>({}, { year: '2025' }, { year: '2024', month: '12' }),
    compare: fc.constantFrom<UrlState['compare'][]>(null, 'previous', 'year'),
    view: fc.constantFrom<UrlState['view'][]>(null, 'table', 'chart'),
    chartType: fc.constantFrom<UrlState['chartType'][]>(null, 'line', 'pie', 'bar'),
    visibility,
    arrangement: fc.record({
      sort: fc.option(fc.record({ label: fc.option(name), desc: fc.boolean() })),
      columns: visibility,
      order: fc.array(name),
      widths: fc
        .uniqueArray(fc.tuple(name, fc.integer({ min: 40, max: 800 })), { selector: ([label]) => label })
        .map((pairs) => new Map(pairs)),
      find: name,
      added: fc.uniqueArray(name),
    }),
  })
  fc.assert(
    fc.property(address, (one) => {
      expect(parseUrlState(new URLSearchParams(formatUrlState(one).toString()), selectors)).toEqual(one)
    }),
  )
})

test('a column that an address adds twice is added once', () => {
  const { arrangement } = parseUrlState(
    new URLSearchParams('add=mean:MTN&add=mean:GLO&add=mean:MTN'),
    selectors,
  )
  expect(arrangement.added).toEqual(['mean:MTN', 'mean:GLO'])
})

test('a plain route has no state, and unknown values are ignored', () => {
  const unknown = 'view=map&series=some&sort=up&columns=some&x=1'
  const plain = parseUrlState(new URLSearchParams(unknown), selectors)
  expect(plain).toEqual(parseUrlState(new URLSearchParams(), selectors))
  expect(formatUrlState(plain).toString()).toBe('')
})

test.each([
  ['sort=asc', { label: null, desc: false }],
  ['sort=desc', { label: null, desc: true }],
  ['sort=desc:MTN', { label: 'MTN', desc: true }],
  ['sort=asc:a:b', { label: 'a:b', desc: false }],
  ['sort=MTN', null],
])('%s names the sort order %j (spec 4.17)', (search, sort) => {
  expect(parseUrlState(new URLSearchParams(search), selectors).arrangement.sort).toEqual(sort)
})
