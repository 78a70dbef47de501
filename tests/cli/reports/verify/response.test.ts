import { expect, test } from 'vitest'
import { verifyResponse } from '../../../../src/cli/reports/verify/response.ts'
import { compileReportFiles } from '../../../../src/definition/compile.ts'
import { formatPath } from '../../../../src/definition/diagnostic.ts'
import { readFile } from '../../../../src/definition/read-definitions.ts'

const { plans } = compileReportFiles([readFile('examples/reports/visitors.json')])
const matrix = [
  { country: 'Benin', network: 'MTN', visitors: 3 },
  { country: 'Benin', network: 'MTN', visitors: '4' },
  { country: 'Togo', network: 'GLO', visitors: 5 },
]

const verify = (records: readonly object[]) => {
  const [screen] = plans
  if (screen === undefined) throw new Error('no screen')
  const body = { success: true, records }
  return verifyResponse(screen, { year: '2025', month: '3' }, body).map(
    ({ origin, rule, message }) => `${formatPath(origin.path)}: ${message} [${rule}]`,
  )
}

test.each([
  [{ network: undefined, net: 'MTN' }, "columns[0].pivot: no field 'network' in the records"],
  [{ country: ' ' }, 'rows.key.kind: record 1.country: the text is empty [key-form]'],
])('a matrix is verified with %j', (change, message) => {
  const found = verify(matrix.map((record) => ({ ...record, ...change })))
  expect(found).toEqual([expect.stringContaining(message)])
})
