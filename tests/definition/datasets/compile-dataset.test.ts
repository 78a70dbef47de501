import { describe, expect, test } from 'vitest'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { compileDatasets } from '../../../src/definition/datasets/compile-dataset.ts'
import { readFolder } from '../../../src/loading/read-folder.ts'
import { listMutants } from '../../mutation/mutants.ts'

const hasPath = (value: unknown, [step, ...rest]: readonly (string | number)[]): boolean =>
  step === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, step) &&
    hasPath(Object.getOwnPropertyDescriptor(value, step)?.value, rest))

/** Parses a changed file; undefined if it is no dataset. */
function parse(bytes: Uint8Array): DatasetDefinition | undefined {
  try {
    return DatasetDefinition.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch {
    return undefined
  }
}

test.each(['datasets', 'examples/datasets'])(
  'whatever is changed in %s, each error has a place',
  (folder) => {
    const texts = readFolder(folder).map(({ content }) => new TextDecoder().decode(content as Uint8Array))
    const all = texts.map((text) => DatasetDefinition.parse(JSON.parse(text)))
    for (const [index, text] of texts.entries()) {
      const mutants = listMutants(text).filter((_, at) => at % 30 === index)
      for (const changed of mutants.flatMap(({ bytes }) => parse(bytes) ?? [])) {
        const definitions = all.with(index, changed)
        const { datasets, diagnostics } = compileDatasets(definitions)
        expect(datasets.length === definitions.length || diagnostics.length > 0).toBe(true)
        for (const { report, path, message } of diagnostics) {
          const owners = definitions.filter(({ id }) => id === report)
          expect([message, path, owners.some((owner) => hasPath(owner, path))]).toEqual([message, path, true])
        }
      }
    }
  },
)

const definition = (changes: Readonly<Record<string, unknown>>) =>
  DatasetDefinition.parse({
    id: 'calls',
    title: 'Calls',
    time: { kind: 'date' },
    measures: [{ field: 'answered' }],
    endpoints: {},
    ...changes,
  })
const diagnose = (...list: readonly Readonly<Record<string, unknown>>[]) =>
  compileDatasets(list.map(definition)).diagnostics.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

describe('what a URL of an endpoint cannot be', () => {
  test.each([
    ['/v1/calls/{year}?', 'has a question mark without a parameter'],
    ['/v1/calls?year={year}?month={month}', 'has more than one question mark'],
    ['/v1/calls?y={year}&y={month}', "has the parameter 'y' twice"],
    [
      '/v1/calls?y={year}={month}',
      "has the parameter 'y={year}={month}'; a parameter is a name and a placeholder, year={year}",
    ],
    [
      '/v1/calls?{year}={month}',
      "has the parameter '{year}={month}'; a parameter is a name and a placeholder, year={year}",
    ],
    ['/v1/calls/{year}/', 'has an empty part'],
    ['/v1/role-master/{year}', "lies below /v1/role-master, which is the portal's own"],
  ])('%s', (list, message) => {
    expect(diagnose({ endpoints: { list } })).toEqual([`endpoints.list: ${message}`])
  })
})

describe('calls that meet', () => {
  const spelled = (id: string, paths: Readonly<Record<string, string>>, list: string) => ({
    id,
    dimensions: [{ id: 'type', values: Object.keys(paths), paths }],
    endpoints: { list },
  })

  test('a spelling of a value may be a text of another', () => {
    const one = spelled('one', { A: 'in', B: 'out' }, '/v1/calls/{type}/{year}')
    expect(diagnose(one, { id: 'two', endpoints: { list: '/v1/calls/out/{year}' } })).toEqual([
      'endpoints.list: is also the endpoint list of one',
    ])
    expect(diagnose(one, { id: 'two', endpoints: { list: '/v1/calls/other/{year}' } })).toEqual([])
  })

  test('a spelling may lead to the portal itself', () => {
    expect(diagnose(spelled('one', { A: 'system-users', B: 'b' }, '/v1/{type}/{year}'))).toEqual([
      "endpoints.list: lies below /v1/system-users, which is the portal's own",
    ])
  })

  test('years are shared, and nothing else', () => {
    const years = (id: string) => ({ id, endpoints: { list: `/v1/${id}/{year}`, years: '/v1/calls/years' } })
    expect(diagnose(years('one'), years('two'))).toEqual([])
    expect(diagnose(years('one'), { id: 'two', endpoints: { months: '/v1/calls/years' } })).toEqual([
      'endpoints.months: is also the endpoint years of one',
    ])
  })

  test('many dimensions with many spellings hold nobody up', { timeout: 5_000 }, () => {
    const values = Array.from({ length: 200 }, (_, index) => `V${index}`)
    const paths = Object.fromEntries(values.map((value) => [value, value.toLowerCase()]))
    const dimensions = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, values, paths }))
    const list = '/v1/calls/{a}/{b}/{c}/{d}/{e}/{year}'
    expect(diagnose({ dimensions, endpoints: { list } })).toEqual([
      'dimensions: the dimensions have 320000000000 combinations of values, at most 10000 are allowed',
    ])
  })
})

test('a value called as something that every object has needs its own spelling', () => {
  const dimensions = [{ id: 'type', values: ['toString', 'A'], paths: { A: 'a' } }]
  expect(diagnose({ dimensions, endpoints: { list: '/v1/calls/{type}/{year}' } })).toEqual([
    "dimensions.0.paths: 'toString' has no spelling here",
  ])
})

test('a name of two fields is reported once, where the second is written', () => {
  const time = { kind: 'month', field: 'month', yearField: 'month' }
  expect(diagnose({ time, endpoints: { list: '/v1/calls/{year}' } })).toEqual([
    "time.field: 'month' is the name of two fields",
  ])
})
