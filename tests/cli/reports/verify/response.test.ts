import { expect, test } from 'vitest'
import { verifyResponse } from '../../../../src/cli/reports/verify/response.ts'
import { compileReportFiles } from '../../../../src/definition/compile.ts'
import { formatPath } from '../../../../src/diagnostics/diagnostic.ts'
import { readFile } from '../../../../src/loading/read-folder.ts'

const names = ['visitors', 'fraud-watch'] as const
const { plans } = compileReportFiles(
  names.map((name) => readFile(`tests/definition/fixtures/called/reports/${name}.json`)),
)
const matrix = [
  { country: 'Benin', network: 'MTN', visitors: 3 },
  { country: 'Benin', network: 'MTN', visitors: '4' },
  { country: 'Togo', network: 'GLO', visitors: 5 },
]

const verify = (name: (typeof names)[number], records: readonly object[]) => {
  const screen = plans.find(({ plan }) => plan.reportId === name) ?? expect.fail('no screen')
  const body = { success: true, records }
  return verifyResponse(screen, { year: '2025', month: '3' }, body, 'no demo').map(
    ({ origin, rule, message }) => `${formatPath(origin.path)}: ${message} [${rule}]`,
  )
}

test.each([
  [{ network: undefined, net: 'MTN' }, "columns[0].pivot: no field 'network' in the records"],
  [{ country: ' ' }, 'rows.key.kind: record 1.country: the text is empty [key-form]'],
])('a matrix is verified with %j', (change, message) => {
  const found = verify(
    'visitors',
    matrix.map((record) => ({ ...record, ...change })),
  )
  expect(found).toEqual([expect.stringContaining(message)])
})

test('what identifies rows together with their key is in each record', () => {
  const watch = { day: '2025-03-02', calls: 4, blocked: 3, remark: '' }
  const records = [
    { ...watch, land: 'Cuba' },
    { ...watch, land: 'Togo' },
  ]
  expect(verify('fraud-watch', records)).toEqual([
    expect.stringMatching(/^rows\.dimension\.field: no 'country' in record 1; .*\[key-missing\]$/),
  ])
})
