import { cpSync, mkdtempSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { small } from '../../support/definitions.ts'
import { createFolder } from '../../support/folder.ts'
import { put as putFile } from '../../support/run-data.ts'
import { copyShippedReports } from '../../support/shipped-reports.ts'
import { reports } from '../../support/terminal.ts'

/** However many there are. */
const DATASETS = readdirSync('datasets').filter((name) => name.endsWith('.json')).length

const folder = createFolder()
const elsewhere = createFolder()
const shipped = join(elsewhere, 'reports')
symlinkSync(resolve('schemas'), join(elsewhere, 'schemas'))
copyShippedReports(shipped)

const put = (definition: unknown) => putFile(folder, 'small.json', JSON.stringify(definition, null, 2))

/** The shipped datasets, one of them changed. */
function changeDataset(text: string, other: string): string {
  const datasets = join(elsewhere, 'datasets')
  cpSync('datasets', datasets, { recursive: true })
  const name = 'monthly-reports.json'
  putFile(datasets, name, readFileSync(join(datasets, name), 'utf8').replaceAll(text, other))
  return datasets
}

describe('reports check', () => {
  test('finds no error in the shipped definitions', async () => {
    expect(await reports(['check', '--dir', shipped])).toEqual({
      code: 0,
      out: `5 definitions, ${DATASETS} datasets, nothing found`,
      err: '',
    })
  })

  test('reports every error of every file in one run and exits with 1', async () => {
    const path = put({ ...small, title: '{x}', data: { url: '/v1/{y}/{year}/{month}' }, colums: [] })
    const shape = await reports(['check', path])
    expect(shape.code).toBe(1)
    expect(shape.out).toMatch(
      /small\.json:\d+:3 colums: unknown key 'colums'; .*did you mean 'columns'\? \[schema-key\]/,
    )
    put({ ...small, title: '{x}', data: { url: '/v1/{y}/{year}/{month}' } })
    const { code, out } = await reports(['check', path])
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      `${path}:4:13 title: unknown placeholder {x}; known are report [template-placeholder]`,
      expect.stringContaining(':28:17 data.url: unknown placeholder {y}; known are report, heading, year'),
      'why: npm run reports -- check --explain template-placeholder',
      `1 definition, ${DATASETS} datasets, 2 errors in 1 file`,
    ])
  })

  test('compares the specification of a chart with the schema of Vega-Lite, and says where it differs', async () => {
    const encoding = { x: { field: 'week' }, y: { field: 'value', aggregate: 'sun', type: 'quantitative' } }
    const own = { id: 'own', label: 'Own', vegaLite: { mark: 'bar', encoding } }
    const path = put({ ...small, chart: { types: [own] } })
    const { code, out } = await reports(['check', path])
    expect(code).toBe(1)
    expect(out).toMatch(
      /small\.json:\d+:\d+ chart\.types\[0\]\.vegaLite\.encoding\.y\.aggregate: unknown value 'sun'; did you mean 'sum'\? \[schema-value\]/,
    )
  })

  test('reports a URL without a dataset as a warning, not as an error', async () => {
    const path = put(small)
    const message = 'no dataset serves GET /v1/small/{year}/{month}: it is another server'
    const { code, out } = await reports(['check', path])
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^warning: .*small\.json:\d+:\d+ data\.url: no dataset serves GET/),
      'why: npm run reports -- check --explain served-nowhere',
      `1 definition, ${DATASETS} datasets, nothing found, 1 warning`,
    ])
    const asJson = await reports(['check', path, '--format', 'json'])
    expect(asJson.code).toBe(0)
    expect(JSON.parse(asJson.out).diagnostics).toMatchObject([
      { severity: 'warning', rule: 'served-nowhere', message: expect.stringContaining(message) },
    ])
  })

  test('reports the errors of a dataset and skips the comparison with reports', async () => {
    const datasets = changeDataset('"noun"', '"nuon"')
    const { code, out } = await reports(['check', '--dir', shipped, '--datasets-dir', datasets])
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/monthly-reports\.json:5:3 nuon: unknown key 'nuon'.*\[schema-key\]$/),
      'why: npm run reports -- check --explain schema-key',
      `5 definitions, ${DATASETS} datasets, 1 error in 1 file`,
    ])
  })

  test('compares reports with the datasets of another folder, by argument or environment', async () => {
    const datasets = changeDataset('airtelDailyAvg', 'airtelAverage')
    const byArgument = await reports(['check', '--datasets-dir', datasets])
    vi.stubEnv('DATASETS_DIR', datasets)
    const byEnvironment = await reports(['check'])
    vi.unstubAllEnvs()
    expect(byArgument.out).toMatch(
      /monthly-report\.json:\d+:\d+ columns\[0\]\.field: 'airtelDailyAvg' is not a measure of 'monthly-reports'/,
    )
    expect(byEnvironment).toEqual(byArgument)
  })

  test('reports a folder without a definition', async () => {
    const empty = mkdtempSync(join(elsewhere, 'empty-'))
    const { code, out } = await reports(['check', '--dir', empty])
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      `${empty}:1:1: contains no definition; write one by npm run reports -- new [folder-empty]`,
      'why: npm run reports -- check --explain folder-empty',
      `0 definitions, ${DATASETS} datasets, 1 error in 1 file`,
    ])
  })

  test('prints JSON with --format json', async () => {
    const path = put({ ...small, title: '{x}' })
    const { code, out, err } = await reports(['check', '--format', 'json', '--dir', folder])
    expect([code, err]).toEqual([1, ''])
    expect(JSON.parse(out)).toEqual({
      definitions: 1,
      datasets: DATASETS,
      diagnostics: [
        {
          severity: 'error',
          file: path,
          line: 4,
          column: 13,
          pointer: 'title',
          rule: 'template-placeholder',
          message: 'unknown placeholder {x}; known are report',
        },
      ],
    })
  })

  test.each([
    [['check', 'reports/none.json'], 'there is no reports/none.json'],
    [['check', '--dir', '/none'], 'there is no /none'],
    [['check', '--datasets-dir', '/none'], 'there is no /none'],
    [['check', '--dir', 'package.json'], 'package.json is not a folder'],
    [['check', '--datasets-dir', 'package.json'], 'package.json is not a folder'],
    [['check', 'reports'], 'reports is a folder; name its files, or use --dir'],
    [['check', '--format', 'xml'], '--format: text, json or sarif'],
    [['check', '--frmat', 'json'], "Unknown option '--frmat'"],
    [['chek'], "unknown command 'chek'"],
  ])('%j cannot be run: 2', async (args, message) => {
    const { code, err } = await reports(args)
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toBe(message)
  })

  test('lists the commands if none is given', async () => {
    const { code, out } = await reports([])
    expect(code).toBe(0)
    expect(out).toContain('npm run reports -- check [files]')
    expect(await reports(['--help'])).toEqual({ code: 0, out, err: '' })
  })
})

describe('a definition cannot call anything outside the API, run code or delay the checker', () => {
  test.each([
    'http://evil.example/x',
    '//evil.example/x',
    '/\\evil.example/x',
    '/v1/../auth/logout',
    '/v1/./x',
    '/v1/%2e%2e/auth',
    '/v1/..%2fauth',
    '/v1//x',
    '/v1/x#y',
    '/v1/x y',
    '/v1/x\r\nHost: evil',
    '/v1/x\u0000',
    'v1/x',
    '/',
  ])('the call %j', async (call) => {
    const { code, out } = await reports(['check', put({ ...small, data: { url: `${call}/{year}/{month}` } })])
    expect(code).toBe(1)
    expect(out).toMatch(/data\.url: .* \[(schema-value|url-path)\]/)
  })

  test.each([
    '${year}',
    '{{year}}',
    '{{constructor.constructor("return 1")()}}',
    '{__proto__}',
    '{constructor}',
    '{toString}',
    '{year.length}',
    '{year|upper}',
    '{year:constructor}',
    '<%= year %>{',
  ])('the template %j', async (title) => {
    const { code, out } = await reports(['check', put({ ...small, table: { title } })])
    expect(code).toBe(1)
    expect(out).toMatch(/table\.title: .* \[template-(brace|placeholder|filter)\]/)
  })

  test('treats markup in a title as text', async () => {
    const title = '<img src=x onerror=alert(1)> {period}'
    expect((await reports(['check', put({ ...small, table: { title } })])).code).toBe(0)
  })

  test.each([
    ['(a+)+$', '(a+)+$'],
    ['(.*)*x', '(.*)*x'],
    ['{a}(b|c)*', '{a}(b|c)*'],
    ['a| 10,000 times', 'a|'.repeat(10_000)],
  ])(
    'an author writes no regular expressions; %s is an invalid pattern',
    { timeout: 5_000 },
    async (_what, pattern) => {
      const path = put({ ...small, columns: [{ pattern, id: 'f', label: '{a}' }] })
      const { code, out } = await reports(['check', path])
      expect(code).toBe(1)
      expect(out).toMatch(/columns\[0\]\.pattern: .* \[schema-(value|size)\]/)
    },
  )
})

describe('reports check --explain', () => {
  test('prints what a rule requires, and why', async () => {
    expect(await reports(['check', '--explain', 'sum-role', 'served-key'])).toEqual({
      code: 0,
      out: [
        'sum-role: What sums series is a total, not a series.',
        '  A chart would show the sum beside its parts, and every total of series would count both. Set `"role": "total"`.',
        'served-key: The key of the rows has field and kind of the key of the dataset.',
        '  Rows would have no key, or not be recognized as what they are, such as days or weeks.',
      ].join('\n'),
      err: '',
    })
  })

  test.each([
    [['sum-rule'], "no rule 'sum-rule'; did you mean 'sum-role'?"],
    [['constructor'], "no rule 'constructor'"],
    [[], '--explain: expected a rule, such as sum-role'],
  ])('exits with 2 for %j', async (ids, message) => {
    const { code, out, err } = await reports(['check', '--explain', ...ids])
    expect([code, out, err.split('\n')[0]]).toEqual([2, '', message])
  })
})
