import { describe, expect, test } from 'vitest'
import type { SelectorPlan } from '../../../../src/report/model/report-plan.ts'
import {
  findMatchingRoutes,
  matchRoute,
  readSelection,
} from '../../../../src/server/identity/access/route-match.ts'

const selector = (
  kind: SelectorPlan['kind'],
  name: string,
  values: readonly string[] = [],
): SelectorPlan => ({
  kind,
  name,
  label: name,
  prompt: '',
  options: { fixed: values.map((value) => ({ value, label: value })) },
  default: null,
  multiple: false,
  required: true,
  maxDays: null,
  unit: null,
})

const plan = { selectors: [selector('year', 'year'), selector('month', 'month')] }

function select(
  call: string,
  pattern: string,
  path: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>> = {},
  selectors: readonly SelectorPlan[] = plan.selectors,
) {
  const match = matchRoute(call, pattern)
  return match && readSelection(match, { selectors }, { path, query })
}

describe('a selection is read from the validated request', () => {
  test('a range of dates from its two days', () => {
    const found = select(
      '/v1/x?a={datesFrom}&b={datesTo}',
      '/v1/x',
      {},
      { a: '2025-03-01', b: '2025-03-31' },
      [selector('dateRange', 'dates')],
    )
    expect(found).toEqual({ dates: '2025-03-01..2025-03-31' })
  })

  test.each([
    ['/v1/a/{year}/{month}', '/v1/a/:year/:month', { year: 2025, month: 3 }],
    ['/v1/a/{year}/{month:2}', '/v1/a/:year/:month', { year: 2025, month: 3 }],
    ['/v1/a/{year}-{month:2}', '/v1/a/:month', { month: '2025-03' }],
    ['/v1/a.b/{year}/{month}', '/v1/a.b/:x/:y', { x: '2025', y: '03' }],
  ])('from the path: %s at %s', (call, pattern, path) => {
    expect(select(call, pattern, path)).toEqual({ year: '2025', month: '3' })
  })

  test.each([
    ['/v1/a?month={month}&year={year}', { year: 2025, month: 11 }],
    ['/v1/a?month={month}&year={year}', { year: ['2025', '2024'], month: '11' }],
  ])('from the query: %s', (call, query) => {
    expect(select(call, '/v1/a', {}, query)).toEqual({ year: '2025', month: '11' })
  })

  test('from the literal text of a route', () => {
    const choice = [selector('select', 'route', ['left', 'right']), selector('year', 'year')]
    expect(select('/v1/{route}/{year}', '/v1/left/:year', { year: 2025 }, {}, choice)).toEqual({
      route: 'left',
      year: '2025',
    })
  })

  test('from a number, for a choice whose options have leading zeros', () => {
    const choice = [selector('select', 'quarter', ['01', '02'])]
    expect(select('/v1/{quarter}', '/v1/:month', { month: 2 }, {}, choice)).toEqual({ quarter: '02' })
  })

  test.each([
    ['/v1/a/{year}/X', '/v1/a/:year/:type', { year: 2025, type: 'Y' }],
    ['/v1/a/{year}/03', '/v1/a/:year/:month', { year: 2025, month: 4 }],
    ['/v1/a/{year}', '/v1/a/:year/:month', { year: 2025, month: 3 }],
    ['/v1/a.b/{year}', '/v1/aXb/:year', { year: 2025 }],
    ['/v1/a/{year}-{month}', '/v1/a/years', {}],
    ['/v1/a?year={year}', '/v1/a', {}],
  ])('but not from a call that %s does not match: %s', (call, pattern, path) => {
    expect(select(call, pattern, path)).toBeNull()
  })
})

describe('the route of a URL', () => {
  const patterns = ['/v1/:a/:b', '/v1/x/:b', '/v1/x/y', '/v1/z']

  test.each([
    ['/v1/x/y', ['/v1/x/y']],
    ['/v1/x/{b}', ['/v1/x/:b']],
    ['/v1/z?x={x}', ['/v1/z']],
    ['/v2/z', []],
  ])('is the most similar one for %s', (call, expected) => {
    expect(findMatchingRoutes(call, patterns)).toEqual(expected)
  })
})
