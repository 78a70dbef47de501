import Ajv2020 from 'ajv/dist/2020.js'
import fc from 'fast-check'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { chooseReportSchema } from '../../../../schemas/report/definition.ts'
import { compileReportSet } from '../../../../src/definition/compile.ts'
import { joinList, splitList } from '../../../../src/report/model/lists.ts'
import type { Selection } from '../../../../src/report/model/report-plan.ts'
import { parseOptionList } from '../../../../src/report/selection/options.ts'
import { keepAvailable, listOffered, requiredMessage } from '../../../../src/report/selection/selection.ts'
import { resolveLabels } from '../../../../src/report/selection/titles-and-file-names.ts'
import { inlineRenderer } from '../../../../src/server/delivery/renderer.ts'
import { createReadCall } from '../../../../src/server/data/reports/read-call.ts'
import { formatCall } from '../../../../src/server/data/workbooks/read-screen.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { compileSources } from '../../../support/questions.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const traffic = {
  id: 'traffic',
  time: { kind: 'month' },
  dimensions: [{ field: 'carrier' }, { field: 'destination' }],
  measures: [{ field: 'minutes' }],
}
const flows = {
  id: 'flows',
  title: 'Flows',
  menu: { label: 'Flows', permission: 99, order: 9 },
  selectors: [{ kind: 'year' }, { kind: 'month' }, { dimension: 'carrier' }],
  data: { dataset: 'traffic', where: { destination: ['Ghana', 'A/B & C'] } },
  rows: { by: ['destination'], total: 'All' },
  columns: ['minutes'],
}
const sources = compileSources([traffic])
const compile = (changes: Readonly<Record<string, unknown>> = {}) =>
  compileReportSet(
    [{ ...flows, ...changes }].map((one) => chooseReportSchema(one).parse(one)),
    [],
    undefined,
    sources,
  )
const { reports, datasets: asked, diagnostics } = compile()
const datasets = [...sources, ...asked]
const plan = reports[0]?.plans[0] ?? expect.fail(diagnostics.map(({ message }) => message).join('; '))

const portal = await createTestUsers({ datasets, reports, renderer: inlineRenderer })
const token = await portal.token('superadmin')
const { send } = await portal.addUserWithRole('reader', [1, 13, 99])
const other = await portal.addUserWithRole('other', [1, 13])

const names = ['A, Inc', 'P&T 50% / Co', 'x%2Cy', 'Airtel']
const file = [
  'Year,Month,Carrier,Destination,Minutes',
  ...names.map((name, index) => `2025,3,"${name}",Ghana,${10 ** index}`),
  '2025,3,Airtel,A/B & C,5000',
  '2025,3,Elsewhere,Togo,7',
].join('\n')
const imported = await portal.send({
  method: 'POST',
  url: '/v1/imports',
  query: { dataset: 'traffic', file: 'march.csv', changes: '6,0,0' },
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  payload: file,
})

const items = { $ref: '#/components/schemas/ReportFlowsRecord' }
const march = { year: '2025', month: '3' }
const fill = (template: string, selection: Selection) =>
  formatCall({ ...plan, data: { ...plan.data, url: template } }, selection, '2025-06-02')
const read = async (carriers: readonly string[]) => {
  const { status, body } = await send(
    'GET',
    formatCall(plan, { ...march, carrier: joinList(carriers) }, '2025-06-02'),
  )
  const records = body['records'] as Record<string, unknown>[]
  return { status, records: records.map((record) => [record['carrier'], record['minutes']]) }
}

test('the options are the values of the records that the report reads, by name, with its right', async () => {
  expect([imported.status, imported.body['message'], diagnostics]).toEqual([
    200,
    'Import 1 stored successfully!',
    [],
  ])
  const [, , selector] = plan.selectors
  expect(selector?.options).toMatchObject({ url: '/v1/reports/flows/values/carrier' })
  const { status, body } = await send('GET', '/v1/reports/flows/values/carrier')
  const listed = names.toSorted((one, two) => one.localeCompare(two, 'en'))
  expect([status, body['records']]).toEqual([200, listed])
  const options =
    selector !== undefined && 'url' in selector.options && parseOptionList(selector.options, body)
  expect(options).toEqual(listed.map((value) => ({ value, label: value })))
  expect(await send('GET', '/v1/reports/flows/values/destination')).toMatchObject({ status: 200 })
  expect(await send('GET', '/v1/reports/flows/values/minutes')).toMatchObject({ status: 400 })
  expect(await other.send('GET', '/v1/reports/flows/values/carrier')).toMatchObject({ status: 403 })
  const itself = createReadCall(datasets, { start: () => noSources })
  expect(JSON.parse(await itself(portal.engine.database, '/v1/reports/flows/values/carrier'))).toEqual(body)
})

test('nothing chosen means all, and names with commas, slashes and escapes are read as they are', async () => {
  expect(requiredMessage(plan, march)).toBeNull()
  expect(formatCall(plan, march, '2025-06-02')).toBe('/v1/reports/flows/records?year=2025&month=3&carrier=')
  // The sum of several values is of none of them.
  expect((await read([])).records).toEqual([
    ['', 5000],
    ['', 1111],
  ])
  for (const [index, name] of names.slice(0, 3).entries()) {
    expect(await read([name])).toEqual({ status: 200, records: [[name, 10 ** index]] })
  }
  const two = await read(['x%2Cy', 'A, Inc'])
  expect(two.records).toEqual([['', 101]])
})

test('a choice that the data no longer has stays chosen, so that all are not shown in its place', () => {
  const chosen = { ...march, carrier: joinList(['Gone, Ltd', 'Airtel']) }
  const options = { carrier: [{ value: 'Airtel', label: 'Airtel' }] }
  expect(keepAvailable(plan, options, chosen)['carrier']).toBe(chosen.carrier)
  expect(listOffered(plan, options, chosen)['carrier']?.map(({ value }) => value)).toEqual([
    'Airtel',
    'Gone, Ltd',
  ])
})

test('one value can be chosen at a time, and labels of values that the data knows are refused', () => {
  const one = compile({
    selectors: [...flows.selectors.slice(0, 2), { dimension: 'carrier', multiple: false }],
  })
  const [single] = one.reports[0]?.plans ?? []
  const call = single && formatCall(single, { ...march, carrier: 'A, Inc' }, '2025-06-02')
  expect(call).toContain('carrier=A%252C+Inc')
  const labelled = { dimension: 'carrier', labels: { Airtel: 'Bharti' } }
  expect(compile({ selectors: [{ kind: 'year' }, labelled] }).diagnostics).toMatchObject([
    {
      path: ['selectors', 1, 'labels'],
      message: "the values of 'carrier' are known from the data, and shown as they are; leave out 'labels'",
    },
  ])
})

test('the workbook has the chosen carriers, and its name says them', async () => {
  const url = plan.download?.url ?? ''
  const sheet = async (carrier: string) => {
    const { status, raw } = await send('GET', fill(url, { ...march, carrier }))
    const [first] = await readXlsx(raw)
    return [status, first?.data.filter((row) => row.some((cell) => typeof cell === 'number'))]
  }
  expect(await sheet('')).toEqual([
    200,
    [
      ['A/B & C', 5000],
      ['Ghana', 1111],
      ['All', 6111],
    ],
  ])
  expect(await sheet(joinList(['A, Inc', 'x%2Cy']))).toEqual([
    200,
    [
      ['Ghana', 101],
      ['All', 101],
    ],
  ])
  const nameOf = (carrier: string) => resolveLabels(plan, { ...march, carrier }, '2025-06-02').workbookName
  expect([nameOf(''), nameOf(joinList(['A, Inc']))]).toEqual([
    'flows_2025_03_all_carriers.xlsx',
    'flows_2025_03_a_inc.xlsx',
  ])
})

test('the document of the API has the call with the dimensions that it knows', async () => {
  const { body } = await send('GET', '/openapi.json')
  expect(body).toMatchObject({
    paths: {
      '/v1/reports/flows/values/{dimension}': {
        get: { parameters: [{ name: 'dimension', schema: { enum: ['destination', 'carrier'] } }] },
      },
    },
  })
})

test('the document of the API has the call of the records: its parameters, right and answer', async () => {
  const { body } = await send('GET', '/openapi.json')
  expect(body).toMatchObject({
    paths: {
      '/v1/reports/flows/records': {
        get: {
          operationId: 'listReportFlows',
          'x-permission': { all: [13], any: [99] },
          security: [{ session: [] }],
          parameters: [
            { name: 'year', in: 'query', required: true },
            { name: 'month', in: 'query', required: true },
            { name: 'carrier', in: 'query', required: false, schema: { type: 'string' } },
          ],
          responses: {
            200: { content: { 'application/json': { schema: { properties: { records: { items } } } } } },
            default: { $ref: '#/components/responses/Failure' },
          },
        },
      },
    },
    components: { schemas: { ReportFlowsRecord: { properties: { minutes: { type: 'number' } } } } },
  })
  const answer = await send('GET', formatCall(plan, march, '2025-06-02'))
  const { components } = body as { components: object }
  const ajv = new Ajv2020({ strict: false }).addSchema({ components }, 'api')
  const records = answer.body['records'] as object[]
  expect(records).not.toEqual([])
  for (const record of records) {
    expect(ajv.validate(`api${items.$ref}`, record), ajv.errorsText()).toBe(true)
  }
})

test('any texts come back from a list', () => {
  const part = fc.constantFrom('%', '2', '5', 'C', ',', 'a', '%2C', '%25')
  const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  const check = (list: string[]) => {
    expect(splitList(joinList(list))).toEqual(list)
  }
  fc.assert(fc.property(fc.array(text), check))
})
