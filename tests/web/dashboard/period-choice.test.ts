import { expect, test } from 'vitest'
import { listPeriods } from '../../../src/web/dashboard/period-choice.tsx'
import { compileOne } from '../../support/definitions.ts'

const years = { kind: 'year', options: { fixed: [2025, 2024] } }
const view = (selectors: readonly { readonly kind: string }[], selection: Record<string, string>) => ({
  plan: compileOne({
    selectors,
    data: { url: `/v1/small?${selectors.map(({ kind }) => `{${kind}}`).join('&')}` },
    rows: { key: { kind: 'text', field: 'day', label: 'Date' } },
  }),
  selection,
  options: { year: ['2025', '2024'].map((value) => ({ value, label: value })) },
})
const months = view([years, { kind: 'month' }], { year: '2025', month: '2' })
const year = view([years], { year: '2025' })

test('offers the periods that a tile can choose, up to that of its latest records', () => {
  expect(listPeriods([months])).toEqual([
    '2025-02',
    '2025-01',
    ...Array.from({ length: 12 }, (_, index) => `2024-${String(12 - index).padStart(2, '0')}`),
  ])
  expect(listPeriods([months, year]).slice(0, 3)).toEqual(['2025', '2024', '2025-02'])
  expect(listPeriods([])).toEqual([])
})
