import { describe, expect, test } from 'vitest'
import type { Report } from '../../../../src/report/model/report-plan.ts'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import { getRequiredIds } from '../../../../src/server/platform/http/permission.ts'
import { deriveReportAccess } from '../../../../src/server/identity/access/report-access.ts'
import { golden } from '../../../support/golden.ts'
import { createTestApp } from '../../../support/test-app.ts'

interface Calls {
  readonly data?: readonly string[]
  readonly download?: string
  readonly options?: string
}

/** As much of a report as its rights follow from. */
function report(permission: number, { data = [], download, options }: Calls): Report {
  const selectors = options === undefined ? [] : [{ options: { url: options } }]
  const plans = data.map((call) => ({
    data: { url: call },
    download: download === undefined ? null : { url: download },
    selectors,
  }))
  return { menu: { label: '', permission, order: 1 }, plans } as unknown as Report
}

type Route = Parameters<typeof deriveReportAccess>[1][number]
const route = (url: string, permission: Route['permission'] = 'report', partOf?: string[]): Route => ({
  method: 'GET',
  url,
  permission,
  ...(partOf && { partOf }),
})

const YEAR = '/v1/noun/:year/:type'
const routes: readonly Route[] = [
  route('/v1/noun/years', 'report-options'),
  route('/v1/noun/:id', 'report', [YEAR]),
  { ...route('/v1/noun/:id', 'report-write', [YEAR]), method: 'PUT' },
  route(YEAR),
  route('/v1/noun/:year/:month/:type'),
  route('/v1/noun/download/:year/:type'),
  route('/v1/other/left/:month'),
  route('/v1/other/right/:month'),
  route('/v1/other/months', 'report-options', ['/v1/other/left/:month', '/v1/other/right/:month']),
]

describe('the report ids that open a call (spec 6.4)', () => {
  test('are those of every definition whose data or download URL matches it', () => {
    const access = deriveReportAccess(
      [
        report(17, { data: ['/v1/noun/{year}/B', '/v1/noun/{year}/{month}/B'] }),
        report(16, { data: ['/v1/noun/{year}/A'], download: '/v1/noun/download/{year}/A' }),
      ],
      routes,
    )
    expect(access.idsFor(YEAR)).toEqual([16, 17])
    expect(access.idsFor('/v1/noun/:year/:month/:type')).toEqual([17])
    expect(access.idsFor('/v1/noun/download/:year/:type')).toEqual([16])
  })

  test('do not include definitions that only use its option list, except for the list', () => {
    const access = deriveReportAccess(
      [report(95, { data: ['/v1/other/left/{month}'], options: '/v1/noun/years' })],
      routes,
    )
    expect(access.idsFor('/v1/noun/years')).toEqual([95])
    for (const { url } of routes.filter(({ url }) => url.startsWith('/v1/noun/:'))) {
      expect([url, access.idsFor(url)]).toEqual([url, []])
    }
  })

  test('of an option list include definitions that use the list beside records of another dataset', () => {
    const other = report(16, { data: ['/v1/noun/{year}/A'], options: '/v1/other/months' })
    const access = deriveReportAccess([other], routes)
    expect(access.idsFor('/v1/other/months')).toEqual([16])
    expect(access.idsFor('/v1/other/left/:month')).toEqual([])
  })

  test.each([YEAR, '/v1/noun/:id'])('do not include definitions with %s as an option list', (pattern) => {
    const options = pattern.replaceAll(/:(\w+)/g, '{$1}')
    const access = deriveReportAccess([report(95, { data: ['/v1/other/left/{month}'], options })], routes)
    expect(access.idsFor(pattern)).toEqual([])
  })

  test('of a nested route are those of its parent, whatever URLs definitions contain', () => {
    const access = deriveReportAccess(
      [report(16, { data: ['/v1/noun/{year}/A'] }), report(95, { data: ['/v1/noun/{year}'] })],
      routes,
    )
    expect(access.idsFor('/v1/noun/:id')).toEqual([16])
    const months = deriveReportAccess([report(30, { data: ['/v1/other/left/{month}'] })], routes)
    expect(months.idsFor('/v1/other/months')).toEqual([30])
  })

  test('are assigned to the route that the router would choose', () => {
    const calls = ['/v1/noun/download/{year}/A?x={y}', '/v1/noun/{year}/{month}/A']
    const reports = calls.map((call, index) => report(index + 1, { data: [call] }))
    const access = deriveReportAccess(reports, routes)
    expect(access.idsFor('/v1/noun/download/:year/:type')).toEqual([1])
    expect(access.idsFor('/v1/noun/:year/:month/:type')).toEqual([2])
  })

  test('are assigned to every route that a placeholder may match', () => {
    const access = deriveReportAccess(
      [report(30, { data: ['/v1/other/{direction}/{year}-{month:2}'] })],
      routes,
    )
    expect(access.idsFor('/v1/other/left/:month')).toEqual([30])
    expect(access.idsFor('/v1/other/right/:month')).toEqual([30])
  })
})

describe('the calls of the server', () => {
  test('match the reviewed access of this repository', async () => {
    const { routeEntries } = (await createTestApp()).app
    const access = deriveReportAccess(loadShippedReports(), routeEntries)
    const text = routeEntries.flatMap(({ method, url, permission }) => {
      if (typeof permission !== 'string' || !permission.startsWith('report')) return []
      const { all, any = [] } = getRequiredIds(permission as 'report', access.idsFor(url))
      return `${method} ${url}: all of ${all.join(', ')}; one of ${any.join(', ') || 'none'}\n`
    })
    expect(text.join('')).toBe(golden('tests/server/goldens/report-access.txt', text.join('')))
  })
})
