import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRecording } from '../../../src/cli/reports/recording.ts'
import { inferDefinition } from '../../../src/cli/reports/scaffold.ts'
import { startSmallApi, TOKEN } from '../../support/foreign-api.ts'
import { copyShippedReports } from '../../support/shipped-reports.ts'
import { reports } from '../../support/terminal.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (id: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'))

describe('reports new', () => {
  test('writes a definition that passes the checks together with the existing ones', async () => {
    copyShippedReports(folder)
    expect((await reports(['new', 'call-quality', '--dir', folder])).code).toBe(0)
    expect((await reports(['check', '--dir', folder])).out).toMatch(
      /\n6 definitions, \d+ datasets, nothing found, 2 warnings$/,
    )
    expect(written('call-quality')).toMatchObject({
      id: 'call-quality',
      path: '/report/call-quality',
      menu: { label: 'Call Quality', permission: 90, order: 6 },
    })
  })

  test('reads every answer from options', async () => {
    const flags = [
      '--title',
      'Dropped Calls',
      '--permission',
      '77',
      '--call',
      '/v1/drops/{year}',
      '--key',
      'dropMonth',
    ]
    const { code } = await reports([
      'new',
      'drops',
      '--dir',
      folder,
      ...flags,
      '--columns',
      'airtel=Airtel,lostCalls',
    ])
    expect(code).toBe(0)
    expect(written('drops')).toMatchObject({
      title: 'Dropped Calls',
      menu: { permission: 77 },
      selectors: [{ kind: 'year' }],
      rows: { key: { kind: 'month', field: 'dropMonth' }, fillMissing: 'months' },
      columns: [
        { field: 'airtel', label: 'Airtel' },
        { field: 'lostCalls', label: 'Lost Calls' },
      ],
    })
  })

  test('asks a question for each missing option', async () => {
    const answers = ['Lost Calls', '78', '/v1/lost/{year}/{month}', 'day', 'a, b=Bee']
    expect((await reports(['new', 'lost', '--dir', folder], answers)).code).toBe(0)
    expect(written('lost')).toMatchObject({
      title: 'Lost Calls',
      menu: { permission: 78 },
      rows: { key: { kind: 'date', field: 'day' }, fillMissing: 'days' },
      columns: [
        { field: 'a', label: 'A' },
        { field: 'b', label: 'Bee' },
      ],
    })
  })

  test('takes the selectors and the key from the words of a call', async () => {
    const answers = ['Load', '78', '/v1/load/{date}', 'hour', 'a']
    expect((await reports(['new', 'load', '--dir', folder], answers)).code).toBe(0)
    expect(written('load')).toMatchObject({
      selectors: [{ kind: 'date' }],
      rows: { key: { kind: 'hour', field: 'hour' }, fillMissing: 'hours' },
    })
    const weekly = ['SMS', '79', '/v1/sms/{year}-W{week:2}', 'day', 'a']
    expect((await reports(['new', 'sms', '--dir', folder], weekly)).code).toBe(0)
    expect(written('sms')).toMatchObject({
      selectors: [{ kind: 'year' }, { kind: 'week' }],
      rows: { key: { kind: 'date', field: 'day' }, fillMissing: 'days' },
    })
  })

  test('repeats a question whose answer has an error, and keeps the other answers', async () => {
    const answers = ['Lost {kind}', 'Lost Calls', '11', '78', '/v1/lost/{region}', '/v1/lost/{year}']
    const { code, err } = await reports(['new', 'lost', '--dir', folder], answers)
    expect(code).toBe(0)
    expect(err.split('\n')).toEqual([
      'unknown placeholder {kind}; known are report [template-placeholder]',
      '11 belongs to the portal itself, as do 1, 2, 11, 13 [permission-reserved]',
      "the selector 'year' is not sent; the URL needs {year} [selector-unused]",
      expect.stringContaining('unknown placeholder {region}; known are report, heading, year, yearName'),
    ])
    expect(written('lost')).toMatchObject({
      title: 'Lost Calls',
      menu: { permission: 78 },
      data: { url: '/v1/lost/{year}' },
    })
  })

  test('checks the options before the first question', async () => {
    const args = ['new', 'lost', '--dir', folder, '--call', '/v1/{region}/{year}']
    const { code, out, err } = await reports(args, ['Lost Calls'])
    expect([code, err, existsSync(join(folder, 'lost.json'))]).toEqual([1, '', false])
    expect(out).toContain('unknown placeholder {region}')
    const withData = await reports(['new', 'lost', '--dir', folder, '--with-data', '--title', 'Lost {kind}'])
    expect(withData.code).toBe(2)
    expect(withData.err).toContain('--title: unknown placeholder {kind}; known are report')
  })

  test('prints the command that repeats the answers if the API has no records', async () => {
    const api = await startSmallApi()
    vi.stubEnv('API_TOKEN', TOKEN)
    const args = ['new', 'lost', '--dir', folder, '--learn', '--url', api.url]
    const { code, err } = await reports(args, ["Lost 'Calls'", '78', '/quality/lost?year={year}'])
    vi.unstubAllEnvs()
    await api.close()
    expect(code).toBe(2)
    expect(err.split('\n').slice(0, 2)).toEqual([
      '/quality/lost?year=2025 answered 404 without a list of records',
      String.raw`to repeat: npm run reports -- new lost --dir ${folder} --title 'Lost '\''Calls'\''' --permission 78 --call '/quality/lost?year={year}' --url ${api.url} --learn`,
    ])
  })

  test('infers key and columns from the embedded API', { timeout: 60_000 }, async () => {
    const call = '/v1/local-exchange-traffic/{year}/{month}'
    expect((await reports(['new', 'copy', '--dir', folder, '--learn', '--call', call])).code).toBe(0)
    expect(written('copy')).toMatchObject({ rows: { key: { kind: 'date', field: 'reportDate' } } })
    expect(written('copy')['columns']).toHaveLength(12)
    const { code, out } = await reports(['contract', '--dir', folder])
    expect(out).toContain('1 screen, 1 call against the embedded API with demo records: nothing found')
    expect(code).toBe(0)
  })

  test('infers a group of columns from the list of their names', { timeout: 60_000 }, async () => {
    const call = '/v1/international-minutes/routelink-to-mno/{year}-{month:2}'
    expect((await reports(['new', 'copy', '--dir', folder, '--learn', '--call', call])).code).toBe(0)
    expect(written('copy')).toMatchObject({
      data: { url: call, recordsPath: 'records.data', listPaths: { carriers: 'records.carriers' } },
      columns: [
        { field: 'airtel', label: 'Airtel' },
        { field: 'mtn', label: 'Mtn' },
        { field: 'nineMobile', label: 'Nine Mobile' },
        { field: 'glo', label: 'Glo' },
        { list: 'carriers', id: 'carriers' },
      ],
    })
  })

  test('does not overwrite a definition and writes no invalid one', async () => {
    await reports(['new', 'drops', '--dir', folder])
    expect(await reports(['new', 'drops', '--dir', folder])).toMatchObject({
      code: 2,
      err: expect.stringContaining('drops.json already exists'),
    })
    expect(await reports(['new', 'Bad Id', '--dir', folder])).toMatchObject({ code: 2 })
    const { code, out } = await reports(['new', 'other', '--dir', folder, '--permission', '90'])
    expect([code, existsSync(join(folder, 'other.json'))]).toEqual([1, false])
    expect(out).toContain('[permission-unique]')
  })
})

describe('the key that --learn infers', () => {
  const infer = async (records: readonly object[]) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ success: true, records }))
    const response = { status: 200, contentType: 'application/json', fileName: null, bytes }
    const api = {
      title: '',
      today: '',
      request: () => Promise.resolve(response),
      close: () => Promise.resolve(),
    }
    return (await inferDefinition(api, '/v1/x', new Map())).key
  }

  test.each([
    [
      'is no date that is the same in each record',
      [
        { generated: '2025-04-01', day: '2025-03-01', calls: 1 },
        { generated: '2025-04-01', day: '2025-03-02', calls: 2 },
      ],
      { kind: 'date', field: 'day' },
    ],
    [
      'is a name, if the only date is the same in each record',
      [
        { generatedAt: '2025-04-01T10:00:00Z', type: 'site', name: 'Ikeja', calls: 1 },
        { generatedAt: '2025-04-01T10:00:00Z', type: 'site', name: 'Kano', calls: 2 },
      ],
      { kind: 'text', field: 'name' },
    ],
    [
      'is the date of a record rather than the time of its change',
      [
        { created_at: '2025-04-01T10:00:00Z', day: '2025-03-01', calls: 1 },
        { created_at: '2025-04-01T11:00:00Z', day: '2025-03-02', calls: 2 },
      ],
      { kind: 'date', field: 'day' },
    ],
    [
      'is no month that is the same in each record',
      [
        { month: 3, carrier: 'A', calls: 1 },
        { month: 3, carrier: 'B', calls: 2 },
      ],
      { kind: 'text', field: 'carrier' },
    ],
  ])('%s', async (_what, records, key) => {
    expect(await infer(records)).toEqual(key)
  })
})

describe('reports record', () => {
  test('records shortened responses that pass the contract', async () => {
    const api = await startSmallApi()
    const args = ['--dir', 'examples/foreign-api', '--out', folder, '--url', api.url]
    vi.stubEnv('API_TOKEN', TOKEN)
    expect((await reports(['record', 'network-quality', ...args, '--rows', '2'])).code).toBe(0)
    vi.unstubAllEnvs()
    await api.close()
    const recording = readRecording(folder, 'network-quality')
    expect(Object.keys(recording?.screens ?? {})).toEqual([
      'network-quality/voice',
      'network-quality/data',
      'network-quality/messages',
    ])
    const body = recording?.calls['/quality/voice/SW?year=2026']?.body
    expect(body).toMatchObject({ payload: { sites: [{ site: 'Ikeja 2' }, { site: 'Abuja <Hub>' }] } })
    expect(JSON.stringify(recording)).not.toContain(TOKEN)
    expect(readdirSync(folder)).toEqual(['network-quality.json'])
  })

  test('records nothing if a response does not fit, and reports why', { timeout: 60_000 }, async () => {
    const definitions = join(folder, 'definitions')
    copyShippedReports(definitions)
    await reports(['new', 'call-quality', '--dir', definitions])
    const out = join(folder, 'recorded')
    const recorded = await reports([
      'record',
      'call-quality',
      'monthly-report',
      '--dir',
      definitions,
      '--out',
      out,
    ])
    expect(recorded.code).toBe(1)
    expect(recorded.out).toMatch(
      /call-quality\.json:9:20 data\.url: GET \/v1\/call-quality\/2025\/3: 404 .* \[api-status\]\ncall-quality: not recorded, because the responses do not fit\n/,
    )
    expect(readdirSync(out)).toEqual(['monthly-report.json'])
  })

  test('sends each call once, so that a recorded response is a verified one', async () => {
    const api = await startSmallApi()
    vi.stubEnv('API_TOKEN', TOKEN)
    const args = ['--dir', 'examples/foreign-api', '--out', folder, '--url', api.url]
    expect((await reports(['record', 'network-quality', ...args])).code).toBe(0)
    vi.unstubAllEnvs()
    await api.close()
    expect(api.calls).toEqual([...new Set(api.calls)])
    const recording = readRecording(folder, 'network-quality')
    expect(Object.values(recording?.calls ?? {}).map(({ status }) => status)).toEqual(
      api.calls.map(() => 200),
    )
  })

  test('rejects an unknown id and suggests a similar one', async () => {
    const { code, err } = await reports(['record', 'monthly-reports'])
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      expect.stringContaining("no definition 'monthly-reports'; known are"),
    ])
    expect(err).toContain("did you mean 'monthly-report'?")
  })
})
