import { expect, test } from 'vitest'
import { arrangeSeries } from '../../../../src/web/components/chart/series-tools.tsx'
import { sampleTable } from '../../../support/sample-table.ts'

const { series } = sampleTable({
  rows: 'months',
  names: ['Alpha', 'Beta', 'Gamma', 'Rate', 'Beta 2'],
  values: [[10, 30, 20, 99, 30]],
})
/** Of a rate there is no sum. */
const given = series.map((one) => (one.name === 'Rate' ? { ...one, sum: null } : one))

test.each([
  ['', false, 'Alpha, Beta, Gamma, Rate, Beta 2'],
  ['', true, 'Beta, Beta 2, Gamma, Alpha, Rate'],
  ['beta', true, 'Beta, Beta 2'],
  ['ma', false, 'Gamma'],
  ['none', true, ''],
])('toggles that contain %j, by size: %j (spec 4.18)', (term, isBySize, names) => {
  const arranged = arrangeSeries(given, { term, isBySize })
  expect(arranged.map(({ name }) => name).join(', ')).toBe(names)
})
