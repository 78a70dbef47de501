import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, readAddress, writeAddress } from '../../src/report/url-state.ts'

const selectors = [{ name: 'year' }, { name: 'month' }]

test('what is written is read again, whatever the series are called (R18, R58)', () => {
  const address: fc.Arbitrary<Address> = fc.record({
    selection: fc.constantFrom<Record<string, string>[]>({}, { year: '2025' }, { year: '2024', month: '12' }),
    view: fc.constantFrom<Address['view'][]>(null, 'table', 'chart'),
    chartType: fc.constantFrom<Address['chartType'][]>('line', 'pie', 'bar'),
    visibility: fc.record({
      base: fc.constantFrom<Address['visibility']['base'][]>('default', 'all', 'none'),
      flipped: fc
        .array(fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)))
        .map((names) => new Set(names)),
    }),
  })
  fc.assert(
    fc.property(address, (one) => {
      expect(readAddress(new URLSearchParams(writeAddress(one).toString()), selectors)).toEqual(one)
    }),
  )
})

test('a plain route says nothing, and unknown values are ignored', () => {
  const plain = readAddress(new URLSearchParams('view=map&chart=radar&series=some&x=1'), selectors)
  expect(plain).toEqual(readAddress(new URLSearchParams(), selectors))
  expect(writeAddress(plain).toString()).toBe('')
})
