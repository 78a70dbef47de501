import { expect, test } from 'vitest'
import { formatScreenName, resolveLabels } from '../../src/report/labels.ts'
import { compileOne } from '../support/definitions.ts'

const MARCH = { year: '2025', month: '3' }
test('the unit of a report is after the titles of table and charts, and in no file name', () => {
  const labels = resolveLabels(compileOne({ unit: 'min' }), MARCH, '2026-11-20')
  expect(labels.tableTitle).toBe('Small - Data - 2025 March (min)')
  expect(labels.chartTitle('pie')).toMatch(/^Small - .*2025 March \(min\)$/)
  expect(labels.imageName('pie')).not.toContain('min')
  expect(labels.empty).toBe('No data available for 2025 March')
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
