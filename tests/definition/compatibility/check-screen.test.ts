import { expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { formatPath } from '../../../src/definition/diagnostic.ts'
import { readFolder } from '../../../src/definition/read-definitions.ts'
import { choice, small } from '../../support/definitions.ts'

const datasetFiles = readFolder('datasets')
const fileOf = (definition: { readonly id: string }) => ({
  path: `${definition.id}.json`,
  content: new TextEncoder().encode(JSON.stringify(definition)),
})
const report = (changes: Readonly<Record<string, unknown>>) => ({
  ...small,
  rows: { key: { kind: 'date', field: 'reportDate', label: 'Date' } },
  ...changes,
})

/** The diagnostics of reports over the shipped datasets, by file and path. */
function diagnose(...definitions: readonly { readonly id: string }[]): Record<string, string> {
  const examined = compileDefinitions({ reportFiles: definitions.map(fileOf), datasetFiles })
  return Object.fromEntries(
    [...examined.diagnostics, ...examined.warnings].map(({ file, path, rule, message }) => [
      `${file} ${formatPath(path)}`,
      `${rule}: ${message}`,
    ]),
  )
}

const year = { kind: 'year', options: { fixed: [2025] } }
const minutes = {
  url: '/v1/international-minutes/ida-to-routelink/{year}-{month:2}',
  recordsPath: 'records.data',
  listPaths: { carriers: 'records.carriers' },
}
const carriers = { list: 'carriers', id: 'carriers' }

test('an invalid option is reported at the option', () => {
  const type = (value: string) => ({ value, label: value })
  const options = [type('MNO_TO_ROUTELINK'), type('MNO_TO_MNO')]
  const selectors = [year, { kind: 'select', name: 'type', label: 'Type', prompt: 'Type', options }]
  const rows = { key: { kind: 'month', field: 'reportMonth', label: 'Month' } }
  const columns = [{ field: 'mtnDailyAvg', label: 'MTN' }]
  expect(
    diagnose(report({ selectors, rows, columns, data: { url: '/v1/monthly-reports/{year}/{type}' } })),
  ).toEqual({
    'small.json selectors[1].options[1].value': expect.stringMatching(
      /^served-value: 'MNO_TO_MNO' is not a value of type/,
    ),
  })
})

test('options are the plain values of years or months', () => {
  const selectors = [
    {
      kind: 'year',
      options: { url: '/v1/monthly-reports/years?x=1', recordsPath: 'records.years', fallback: { last: 2 } },
    },
    { kind: 'month' },
    choice('a', { url: '/v1/monthly-reports/years', value: 'id' }, { prompt: 'A' }),
    choice(
      'b',
      { url: '/v1/local-exchange-traffic/2025/3', fallback: [{ value: 'x', label: 'X' }] },
      { prompt: 'B' },
    ),
    { kind: 'select', name: 'c', label: 'C', prompt: 'C', options: { url: '/v1/months' } },
  ]
  const data = { url: '/other/{year}/{month}/{a}/{b}/{c}' }
  expect(diagnose(report({ selectors, data }))).toEqual({
    'small.json selectors[0].options.url': expect.stringMatching(
      /^served-parameter: .* has no parameter 'x'/,
    ),
    'small.json selectors[0].options.recordsPath': expect.stringMatching(
      /^served-options: .*allowed is 'records'$/,
    ),
    'small.json selectors[2].options.value': expect.stringMatching(/^served-options: .* leave 'value' out$/),
    'small.json selectors[3].options.url': expect.stringMatching(
      /^served-options: .* does not return years or months/,
    ),
    'small.json selectors[4].options.url': expect.stringMatching(/^served-nowhere: /),
    'small.json data.url': expect.stringMatching(/^served-nowhere: /),
  })
})

test('a measure of other values of a dimension is reported with the values that have it', () => {
  const columns = [
    { field: 'mtn', label: 'MTN' },
    { field: 'glow', label: 'GLO' },
    { field: 'Zebra', label: 'Z' },
    carriers,
  ]
  expect(diagnose(report({ data: minutes, columns }))).toEqual({
    'small.json columns[0].field': "served-field: 'mtn' is only in records of direction ROUTELINK_TO_MNO",
    'small.json columns[1].field': expect.stringMatching(/^served-name: /),
    'small.json columns[2].field': expect.stringMatching(/^served-name: /),
  })
  const url = '/v1/international-minutes/routelink-to-mno/{year}-{month:2}'
  expect(diagnose(report({ data: { ...minutes, url }, columns }))).toEqual({
    'small.json columns[1].field': expect.stringMatching(/^served-field: .*did you mean 'glo'\?$/),
    'small.json columns[2].field': expect.stringMatching(/^served-name: /),
  })
})

test('a pattern has names of its form, and no list', () => {
  const url = '/api/international-exchange/data?year={year}&month={month}'
  const columns = [
    { field: 'mtn_to_new', label: 'A' },
    { field: 'mtn_new', label: 'B' },
    { list: 'names', id: 'names' },
  ]
  expect(diagnose(report({ data: { url, listPaths: { names: 'records.names' } }, columns }))).toEqual({
    'small.json columns[1].field': expect.stringMatching(
      /^served-field: .*known are \{source\}_to_\{destination\}/,
    ),
    'small.json columns[2].list': expect.stringMatching(/^served-list: .*sends no list of names/),
  })
})

test.each([
  ['{source}_to_{destination}', true],
  ['mtn_to_{destination}', true],
  ['{a}n_to_{b}', true],
  ['new_to_{b}', true],
  ['{a}_t{b}', true],
  ['{a}', true],
  ['{a}_to_{b}_to_{c}', false],
  ['{source}_via_{destination}', false],
  ['_to_{b}', false],
  ['MTN_to_{b}', false],
])('the pattern %s fits names of a pattern: %s', (pattern, fits) => {
  const url = '/api/international-exchange/data?year={year}&month={month}'
  const [, ...parts] = pattern.split('{').map((part) => part.split('}')[0])
  const columns = [{ pattern, id: 'form', label: parts.map((part) => `{${part}}`).join(' ') }]
  expect(Object.keys(diagnose(report({ data: { url }, columns })))).toEqual(
    fits ? [] : ['small.json columns[0].pattern'],
  )
})

test('a part that another report uses is reported with the report that uses it', () => {
  const data = { url: '/v1/local-exchange-traffic/{year}/{month}' }
  const columns = [{ field: 'gloToMtn', label: 'GLO to MTN' }]
  const user = {
    ...report({ columns: { use: 'small' } }),
    id: 'user',
    path: '/report/user',
    menu: { label: 'User', permission: 98, order: 8 },
    data: { url: '/v1/monthly-reports/{year}/{month}/MNO_TO_ROUTELINK' },
  }
  expect(diagnose(report({ data, columns }), user)).toEqual({
    'small.json columns[0].field': expect.stringMatching(
      /^served-field: 'gloToMtn' is not a measure of 'daily-reports'.* \(as used by 'user'\)$/,
    ),
  })
})

test('what is wrong with one report does not hide where another differs', () => {
  const broken = {
    ...small,
    id: 'broken',
    path: '/report/broken',
    menu: { label: 'B', permission: 97, order: 7 },
    title: '{x}',
  }
  const data = { url: '/v1/local-exchange-traffic/{year}/{month}' }
  const columns = [{ field: 'gloToMtm', label: 'GLO to MTN' }]
  expect(Object.keys(diagnose(broken, report({ data, columns })))).toEqual([
    'broken.json title',
    'small.json columns[0].field',
  ])
})
