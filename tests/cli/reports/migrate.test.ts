import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadReports } from '../../../src/definition/load.ts'
import { reports } from '../../support/terminal.ts'

const FORMER = 'tests/fixtures/former-definitions'
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (text: string): string => {
  const path = join(folder, 'a.json')
  writeFileSync(path, text)
  return path
}
const migrated = async (definition: unknown): Promise<unknown> => {
  const path = put(JSON.stringify(definition))
  expect((await reports(['migrate', path, '--dir', folder])).code).toBe(0)
  return JSON.parse(readFileSync(path, 'utf8'))
}
const textsIn = (dir: string) => readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')])

test('compiles former definitions to the plans of the shipped ones, and changes nothing when run again', async () => {
  cpSync(FORMER, folder, { recursive: true })
  const first = await reports(['migrate', '--dir', folder])
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/5 definitions, \d+ names renamed$/)
  expect(loadReports(folder)).toEqual(loadReports('reports'))
  const texts = textsIn(folder)
  expect((await reports(['migrate', '--dir', folder])).out).toBe('5 definitions, nothing to rename')
  expect(textsIn(folder)).toEqual(texts)
})

test.each([
  [{ required: 'each' }, { requiredMessage: 'missing' }],
  [{ required: 'together' }, { requiredMessage: 'all' }],
  [
    { data: { call: '/a', records: 'b', lists: { records: 'c' }, ignore: ['call'] } },
    { data: { url: '/a', recordsPath: 'b', listPaths: { records: 'c' }, ignoreFields: ['call'] } },
  ],
  [
    { data: { messages: { table: { noAnswer: 'a' }, chart: { refused: 'b' } } } },
    { data: { messages: { table: { unreachable: 'a' }, chart: { rejected: 'b' } } } },
  ],
  [
    { selectors: [{ kind: 'choice', options: { call: '/a', records: 'b' } }] },
    { selectors: [{ kind: 'select', options: { url: '/a', recordsPath: 'b' } }] },
  ],
  [
    { rows: { key: { show: 'long' }, fill: 'days' } },
    { rows: { key: { format: 'long' }, fillMissing: 'days' } },
  ],
  [
    { columns: [{ each: 'a' }, { fields: '{a}', words: { fields: 'b' } }] },
    { columns: [{ list: 'a' }, { pattern: '{a}', labels: { fields: 'b' } }] },
  ],
  [{ chart: { visible: { of: 'a' } } }, { chart: { initiallyVisible: { countBy: 'a' } } }],
  [{ chart: { initiallyVisible: { of: 'a' } } }, { chart: { initiallyVisible: { countBy: 'a' } } }],
  [
    { download: { call: '/a', serverName: true, errors: 'json', failed: 'b' } },
    { download: { url: '/a', useServerFileName: true, errorFormat: 'json', failureMessage: 'b' } },
  ],
  [
    { tabs: { as: 'routes', items: [{ data: { call: '/a' }, params: { as: 'call' } }] } },
    { tabs: { navigation: 'route', items: [{ data: { url: '/a' }, params: { as: 'call' } }] } },
  ],
  [{ tabs: { as: 'page' } }, { tabs: { navigation: 'query' } }],
  [
    { tabs: { from: 'a' }, variants: [{ from: 'b', rows: { from: 'c' } }], chart: { from: 'd' } },
    { tabs: { use: 'a' }, variants: [{ use: 'b', rows: { use: 'c' } }], chart: { use: 'd' } },
  ],
])('renames %j', async (former, today) => {
  expect(await migrated(former)).toEqual(today)
})

test('keeps formatting, order, line ends and the byte order mark', async () => {
  const text =
    '\uFEFF{\r\n\t"rows" : {"fill":"days",\r\n"key":{ }},  "data":{"\\u0063all": "\\/a" }\r\n}\r\n\r\n'
  const path = put(text)
  expect((await reports(['migrate', path, '--dir', folder])).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(
    text.replace('"fill"', '"fillMissing"').replace('"\\u0063all"', '"url"'),
  )
})

test.each([
  ['{\n  "data": {,}\n}', /a\.json:2:12: found .* \[json-syntax\]/],
  ['{\n  "data": {\n    "call": "/a", "url": "/b" }\n}', /a\.json:3:5 data\.call: 'url' is also there/],
])('refuses %j and writes no file of the run', async (text, message) => {
  const path = put(text)
  const other = join(folder, 'b.json')
  writeFileSync(other, '{"data":{"call":"/a"}}')
  const { code, out } = await reports(['migrate', '--dir', folder])
  expect(code).toBe(1)
  expect(out).toMatch(message)
  expect(out).toMatch(/nothing was written$/)
  expect([path, other].map((one) => readFileSync(one, 'utf8'))).toEqual([text, '{"data":{"call":"/a"}}'])
  expect(readdirSync(folder)).toEqual(['a.json', 'b.json'])
})

test('a dry run prints the changes and writes nothing', async () => {
  const path = put('{"data":{"call":"/a"},"required":"each"}')
  const { code, out } = await reports(['migrate', path, '--dir', folder, '--dry-run'])
  expect(code).toBe(0)
  expect(out).toMatch(
    /a\.json: data\.call to url, required to requiredMessage, required 'each' to 'missing'\n1 definition, 3 names to rename$/,
  )
  expect(readFileSync(path, 'utf8')).toBe('{"data":{"call":"/a"},"required":"each"}')
})

test('check names the new key and the command', async () => {
  const { code, out } = await reports(['check', '--dir', FORMER])
  expect(code).toBe(1)
  expect(out).toContain(
    "monthly-report.json:18:13 data.call: unknown key 'call'; renamed to 'url'; run npm run reports -- migrate [schema-key]",
  )
})
