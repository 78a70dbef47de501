import { describe, expect, test } from 'vitest'
import { createPlace } from '../../src/diagnostics/diagnostic.ts'
import { DatasetDefinition } from '../../schemas/dataset/definition.ts'
import { compileDatasets } from '../../src/definition/datasets/compile-dataset.ts'
import { findRoute, buildRoutes } from '../../src/dataset/routes.ts'
import { buildSampleRequests, resolveParameters } from '../../src/dataset/sample-requests.ts'
import { checkRequest } from '../../src/definition/compatibility/check-request.ts'
import { compileOne, small } from '../support/definitions.ts'

const dimension = { id: 'type', field: 'type', values: ['IN', 'OUT'] }
const spelled = { id: 'way', values: ['IN', 'OUT'], paths: { IN: 'in', OUT: 'out' } }
const definitions = [
  {
    id: 'days',
    time: { kind: 'date' },
    dimensions: [dimension],
    endpoints: {
      list: '/v1/days/{year}/{month}/{type}',
      years: '/v1/days/years',
      download: '/v1/days/download/{year}/{month}/{type}',
    },
  },
  {
    id: 'averages',
    time: { kind: 'month' },
    dimensions: [dimension],
    endpoints: {
      list: '/v1/days/{year}/{type}',
      download: '/v1/days/download/{year}/{type}',
      create: '/v1/days',
      record: '/v1/days/{id}',
    },
  },
  {
    id: 'months',
    time: { kind: 'date' },
    dimensions: [spelled],
    endpoints: { list: '/v1/months/{way}/{month}', months: '/v1/months/all' },
  },
  {
    id: 'queries',
    time: { kind: 'date' },
    dimensions: [dimension],
    endpoints: { list: '/api/queries/data?year={year}&month={month}&kind={type}' },
  },
]
const { datasets, diagnostics } = compileDatasets(
  definitions.map((one) =>
    DatasetDefinition.parse({ title: 'Calls', measures: [{ field: 'answered' }], ...one }),
  ),
)
const routes = buildRoutes(datasets)

const selectors = [
  ...small.selectors,
  { kind: 'select', name: 'type', label: 'Type', prompt: 'Type', options: [{ value: 'IN', label: 'In' }] },
  { kind: 'select', name: 'site', label: 'Site', prompt: 'Site', options: { url: '/other/sites' } },
  { kind: 'select', name: 'span', label: 'Span', prompt: 'Span', options: { url: '/v1/months/all' } },
  { kind: 'select', name: 'from', label: 'From', prompt: 'From', options: { url: '/v1/days/years' } },
]
const plan = compileOne({
  selectors,
  data: { url: '/v1/all/{year}/{month}/{type}/{site}/{span}/{from}' },
})

/** Where a call leads, and which rules it breaks there. */
function lead(url: string): string {
  const [sample] = buildSampleRequests(plan, routes)
  if (sample === undefined) throw new Error('no sample')
  const call = resolveParameters(plan.selectors, url, sample)
  const found = findRoute(call, routes)
  if (found === null) return 'none'
  const rules: string[] = []
  const at = createPlace('small', [], ({ rule }) => rules.push(rule))
  checkRequest(call, found, sample, { call: at, selectors: at, params: null })
  return [`${found.route.dataset.id} ${found.route.kind}`, ...rules].join(', ')
}

test('the datasets of these cases are valid', () => expect(diagnostics).toEqual([]))

describe('a call of a report leads to', () => {
  test.each([
    // Parts of a path.
    ['/v1/days/{year}/{month}/{type}', 'days list'],
    ['/v1/days/{year}/{month:2}/{type}', 'days list'],
    ['/v1/days/2025/3/IN', 'days list'],
    ['/v1/days/{year}/{type}', 'averages list'],
    ['/v1/days/{from}/{type}', 'averages list'],
    ['/v1/days/{year}/{site}', 'averages list'],
    // Text wins over placeholders, however many parts they share.
    ['/v1/days/years', 'days years'],
    ['/v1/days/download/{year}/{type}', 'averages download'],
    ['/v1/days/download/{year}/{month}/{type}', 'days download'],
    ['/v1/days/{year}', 'averages record'],
    // A month alone, made of two selectors or chosen from a list of months.
    ['/v1/months/in/{year}-{month:2}', 'months list'],
    ['/v1/months/out/{span}', 'months list'],
    ['/v1/months/{site}/{span}', 'months list'],
    // Parameters by name, in any order.
    ['/api/queries/data?kind={type}&month={month}&year={year}', 'queries list'],
    // Where it would arrive, but not as it is sent.
    ['/v1/days/{year}/{month}/{monthName}', 'days list, served-value'],
    ['/v1/days/{month}/{year}/{type}', 'days list, served-period'],
    ['/v1/days/{year}-{month:2}/{type}', 'averages list, served-period'],
    ['/v1/days/{year}/{monthName}/IN', 'days list, served-period'],
    ['/v1/days/{year}/{type:lower}', 'averages list, served-value'],
    ['/v1/months/IN/{year}-{month:2}', 'months list, served-value'],
    ['/v1/months/in/{year}-{month}', 'months list, served-period'],
    ['/v1/months/in/{year}/{month}', 'months list, served-period'],
    ['/v1/months/in?month={year}-{month:2}', 'months list, served-period'],
    ['/api/queries/data/{year}/{month}?kind={type}', 'queries list, served-period'],
    ['/api/queries/data?year={year}&month={month}', 'queries list, served-parameter'],
    ['/api/queries/data?year={year}&month={month}&kind={type}&x=1', 'queries list, served-parameter'],
    ['/api/queries/data?month={month}&kind={type}', 'queries list, served-parameter'],
    ['/api/queries/data?year={year}&month={year}-{month:2}&kind={type}', 'queries list, served-period'],
    ['/api/queries/data?year={year}&month={month}&kind=OTHER', 'queries list, served-value'],
    // Nowhere.
    ['/v1/days', 'none'],
    ['/v1/day/{year}/{month}/{type}', 'none'],
    ['/V1/days/{year}/{type}', 'none'],
    ['/v1/days/{year}/{month}/{type}/more', 'none'],
    ['/v1/{site}/{year}/{type}', 'none'],
    ['/other/days/{year}/{type}', 'none'],
  ])('%s: %s', (url, expected) => expect(lead(url)).toBe(expected))
})
