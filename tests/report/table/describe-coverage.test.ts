import { expect, test } from 'vitest'
import { describeCoverage } from '../../../src/report/table/describe-coverage.ts'

const march = { upTo: '2025-03-14', changedAt: '2025-03-15T06:30:10.000Z', imported: null }
const imported = { at: '2025-03-15T06:30:10.000Z', by: 'carla', file: 'march.csv' }
const IMPORTED = 'Its last import: 15 March 2025, 06:30 UTC, by carla from march.csv.'

test.each([
  [
    'a last change',
    march,
    ['The report has records until 14 March 2025.', 'Last changed 15 March 2025, 06:30 UTC.'],
  ],
  ['an import', { ...march, imported }, ['The report has records until 14 March 2025.', IMPORTED]],
  [
    'a change after the import',
    { ...march, changedAt: '2025-03-16T07:00:00.000Z', imported },
    ['The report has records until 14 March 2025.', IMPORTED, 'Last changed 16 March 2025, 07:00 UTC.'],
  ],
  ['a month', { ...march, upTo: '2025-03', changedAt: null }, ['The report has records until March 2025.']],
  [
    'an hour',
    { ...march, upTo: '2025-03-14 07', changedAt: null },
    ['The report has records until 14 March 2025.'],
  ],
  ['no records', { upTo: null, changedAt: null, imported: null }, []],
])('what records cover is said for %s', (_, coverage, texts) => {
  expect(describeCoverage(coverage)).toEqual(texts)
})
