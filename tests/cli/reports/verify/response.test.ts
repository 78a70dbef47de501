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

const verify = (records: readonly object[], changes: object = {}) => {
  const [screen] = plans
  if (screen === undefined) throw new Error('no screen')
  const plan = { ...screen.plan, rows: { ...screen.plan.rows, ...changes } }
  const body = { success: true, records }
  return verifyResponse({ ...screen, plan }, { year: '2025', month: '3' }, body).map(
    ({ origin, rule, message }) => `${formatPath(origin.path)}: ${message} [${rule}]`,
  )
}

test('the cells of a matrix add up to its records', () => {
  expect(verify(matrix)).toEqual([])
  expect(verify(matrix, { duplicates: 'last' })).toContain(
    "columns[0].value: the cells of 'networks' add up to 9, and the records to 12 [sum-differs]",
  )
})

test.each([
  [{ network: undefined, net: 'MTN' }, "columns[0].pivot: no field 'network' in the records"],
  [{ country: ' ' }, 'rows.key.kind: record 1.country: the text is empty [key-form]'],
])('a matrix is verified with %j', (change, message) => {
  const found = verify(matrix.map((record) => ({ ...record, ...change })))
  expect(found).toEqual([expect.stringContaining(message)])
})
