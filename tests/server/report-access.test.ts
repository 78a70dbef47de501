import { describe, expect, test } from 'vitest'
import type { Report, ReportPlan, SelectorPlan } from '../../src/engine/report-plan.ts'
import { deriveReportAccess } from '../../src/server/reports/access.ts'
import { matchCall } from '../../src/server/reports/match-call.ts'

const selector = (kind: SelectorPlan['kind'], name: string): SelectorPlan => ({
  kind,
  name,
  label: name,
  prompt: '',
  options: { fixed: [] },
})

/** As much of a report as its rights follow from. */
function report(permission: number, ...calls: string[]): Report {
  const plans = calls.map((call) => ({ data: { call }, download: null, selectors: [] }))
  return { menu: { label: '', permission, order: 1 }, plans } as unknown as Report
}

const patterns = [
  '/v1/noun/years',
  '/v1/noun/:id',
  '/v1/noun/:year/:type',
  '/v1/noun/:year/:month/:type',
  '/v1/noun/download/:year/:type',
  '/v1/other/left/:month',
  '/v1/other/right/:month',
]

describe('the ids that open a call (R66)', () => {
  test('come from every definition that names it', () => {
    const access = deriveReportAccess(
      [report(16, '/v1/noun/{year}/A'), report(17, '/v1/noun/{year}/B', '/v1/noun/{year}/{month}/B')],
      patterns,
    )
    expect(access.idsFor('/v1/noun/:year/:type')).toEqual([16, 17])
    expect(access.idsFor('/v1/noun/:year/:month/:type')).toEqual([17])
  })

  test('of a call that no definition names are those of its noun', () => {
    const access = deriveReportAccess([report(16, '/v1/noun/{year}/A')], patterns)
    expect(access.idsFor('/v1/noun/:id')).toEqual([16])
    expect(access.idsFor('/v1/noun/download/:year/:type')).toEqual([16])
    expect(access.idsFor('/v1/other/left/:month')).toEqual([])
  })

  test('go to the route that a router would choose', () => {
    const calls = ['/v1/noun/years', '/v1/noun/download/{year}/A?x={y}', '/v1/noun/{year}/{month}/A']
    const reports = calls.map((call, index) => report(index + 1, call))
    const access = deriveReportAccess(reports, patterns)
    expect(access.idsFor('/v1/noun/years')).toEqual([1])
    expect(access.idsFor('/v1/noun/download/:year/:type')).toEqual([2])
    expect(access.idsFor('/v1/noun/:year/:month/:type')).toEqual([3])
  })

  test('go to every route that a placeholder may stand for', () => {
    const access = deriveReportAccess([report(30, '/v1/other/{direction}/{year}-{month:2}')], patterns)
    expect(access.idsFor('/v1/other/left/:month')).toEqual([30])
    expect(access.idsFor('/v1/other/right/:month')).toEqual([30])
  })
})

describe('the selection in an address', () => {
  const plan = { selectors: [selector('year', 'year'), selector('month', 'month')] } as unknown as ReportPlan

  test.each([
    ['/v1/a/{year}/{month}', '/v1/a/2025/3', { year: '2025', month: '3' }],
    ['/v1/a/{year}/{month}', '/v1/a/2025/03', { year: '2025', month: '3' }],
    ['/v1/a/{year}-{month:2}', '/v1/a/2025-03', { year: '2025', month: '3' }],
    ['/v1/a?month={month}&year={year}', '/v1/a?year=2025&month=11', { year: '2025', month: '11' }],
  ])('%s reads %s', (template, url, selection) => {
    expect(matchCall(plan, template, url)).toEqual(selection)
  })

  test.each([
    ['/v1/a/{year}/X', '/v1/a/2025/Y'],
    ['/v1/a/{year}', '/v1/a/2025/3'],
    ['/v1/a.b/{year}', '/v1/aXb/2025'],
    ['/v1/a?year={year}', '/v1/a'],
  ])('%s does not read %s', (template, url) => {
    expect(matchCall(plan, template, url)).toBeNull()
  })
})
