import { expect, test } from 'vitest'
import { formatScreenName, resolveLabels } from '../../../src/report/selection/titles-and-file-names.ts'
import { choice, compileOne } from '../../support/definitions.ts'

const MARCH = { year: '2025', month: '3' }

test('the unit of a report is after the titles of table and charts, and in no file name', () => {
  const labels = resolveLabels(compileOne({ unit: 'min' }), MARCH, '2026-11-20')
  expect(labels.tableTitle).toBe('Small - Data - 2025 March (min)')
  expect(labels.chartTitle('pie')).toMatch(/^Small - .*2025 March \(min\)$/)
  expect(labels.imageName('pie')).not.toContain('min')
  expect(labels.empty).toBe('No data available for 2025 March')
})

test('many chosen entries are counted in texts and file names, few are named; the names are kept beside', () => {
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: `C${index}`, label: `Country ${index}` }))
  const plan = compileOne({
    selectors: [
      { kind: 'year', options: { fixed: [2025] } },
      choice('country', list(5), { prompt: 'Choose Countries', multiple: true }),
    ],
    data: { url: '/v1/small/{year}?country={country}' },
    rows: { key: { kind: 'date', field: 'day', label: 'Day' } },
    download: { fileName: 'small_{country:snake}_{countryName:dash}.xlsx' },
  })
  const resolve = (count: number) => {
    const country = list(count).map(({ value }) => value)
    return resolveLabels(plan, { year: '2025', country: country.join(',') }, '')
  }
  expect(resolve(3)).toMatchObject({ period: '2025 Country 0, Country 1, Country 2', counted: [] })
  expect(resolve(4)).toMatchObject({
    tableTitle: 'Small - Data - 2025 4 countries',
    workbookName: 'small_4_countries_4-countries.xlsx',
    counted: [['Country', 'Country 0, Country 1, Country 2, Country 3']],
  })
  expect(resolve(5)).toMatchObject({ period: '2025 all countries' })
  expect(resolve(5).dataCall.query).toEqual({ country: 'C0,C1,C2,C3,C4' })
})

test('a screen is named by its tab and its variant', () => {
  const item = (id: string) => ({ id, label: id.toUpperCase() })
  const tabs = { navigation: 'query' as const, items: [item('a'), item('b')] }
  const variants = [item('x'), item('y')]
  expect(formatScreenName({ tabs, variants }, { tab: 'b', variant: 'x' })).toBe('B, X')
  expect(formatScreenName({ tabs, variants: [] }, { tab: 'a', variant: null })).toBe('A')
  expect(formatScreenName({ tabs: null, variants }, { tab: null, variant: 'y' })).toBe('Y')
  expect(formatScreenName({ tabs: null, variants: [] }, { tab: null, variant: null })).toBeNull()
})
