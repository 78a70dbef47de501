import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { formatPath } from '../../../src/diagnostics/diagnostic.ts'
import { small } from '../../support/definitions.ts'
import { readShippedDatasets } from '../../support/shipped-reports.ts'

const datasetFiles = readShippedDatasets()
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

/** What is changed in a small report over the shipped datasets, and where it does not fit them. */
const changes = JSON.parse(
  readFileSync('tests/definition/compatibility/fixtures/small-reports.json', 'utf8'),
) as readonly [Readonly<Record<string, unknown>>, readonly string[]][]

test.each(changes)('what does not fit in a small report with %j', (change, errors) => {
  const { diagnostics, warnings } = compileDefinitions({
    reportFiles: [fileOf(report(change))],
    datasetFiles,
  })
  expect(
    [...diagnostics, ...warnings].map(
      ({ path, rule, message }) => `${formatPath(path)}: ${message} [${rule}]`,
    ),
  ).toEqual(errors)
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
