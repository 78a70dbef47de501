import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEmptyFolder } from '../../support/folder.ts'
import { startSmallApi, TOKEN, type SmallApi } from '../../support/foreign-api.ts'
import { copyShippedReports } from '../../support/shipped-reports.ts'
import { reports } from '../../support/terminal.ts'

const SEVENTH = 'examples/foreign-api'
const folder = createEmptyFolder()
let api: SmallApi | null = null
afterEach(async () => {
  vi.unstubAllEnvs()
  await api?.close()
  api = null
})

const against = async (rename: readonly [string, string] | null, ...more: string[]) => {
  api = await startSmallApi(rename)
  vi.stubEnv('API_TOKEN', TOKEN)
  return reports(['contract', '--dir', SEVENTH, '--url', api.url, ...more])
}

describe('reports contract against the embedded API', () => {
  test('passes for the shipped definitions', { timeout: 60_000 }, async () => {
    copyShippedReports(folder)
    const { code, out } = await reports(['contract', '--dir', folder])
    expect(out).toContain('10 screens, 18 calls against the embedded API with demo records: nothing found')
    expect(code).toBe(0)
  })

  test('passes for a definition in another folder', { timeout: 60_000 }, async () => {
    copyShippedReports(folder)
    cpSync('tests/fixtures/new-report', folder, { recursive: true })
    const { code, out } = await reports(['contract', join(folder, 'direction-minutes.json'), '--dir', folder])
    expect(out).toContain('1 screen, 5 calls')
    expect([code, out.split('\n').filter((line) => line.startsWith('tests'))]).toEqual([0, []])
  })

  test(
    'reports a renamed field with its definition, column and the received field',
    { timeout: 60_000 },
    async () => {
      copyShippedReports(folder)
      const path = join(folder, 'daily-report-minutes.json')
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(
          '"gloMinutes", "label"',
          '"gloMinute", "id": "gloMinutes", "label"',
        ),
      )
      const { code, out } = await reports(['contract', '--dir', folder])
      expect(code).toBe(1)
      expect(out).toMatch(
        /daily-report-minutes\.json:27:16 columns\[3\]\.field: no field 'gloMinute' in the records for 'GLO'; known are .*; did you mean 'gloMinutes'\? \[field-missing\]/,
      )
    },
  )
})

describe('reports contract against the embedded API with the examples', () => {
  test('proves matrices, reconciliations and text keys', { timeout: 60_000 }, async () => {
    const folders = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']
    const { code, out } = await reports(['contract', ...folders])
    expect(code).toBe(0)
    expect(out.split('\n').at(-1)).toMatch(/^\d+ screens, \d+ calls .*: nothing found, \d+ warnings$/)
  })
})

describe('reports contract against a real API', () => {
  test('prints the address of the API and sends the token', async () => {
    const { code, out } = await against(null)
    expect(out.split('\n').at(-1)).toBe(
      `3 screens, 11 calls against the API at ${api?.url ?? ''}: nothing found, 3 warnings`,
    )
    expect(code).toBe(0)
    expect(api?.calls).toContain('GET /quality/voice/SW?year=2026')
  })

  test.each([
    [
      ['attempts', 'attemps'],
      "columns[2].field: no field 'attempts' in the records for 'Attempts'",
      "did you mean 'attemps'? [field-missing]",
    ],
    [['sent', 'rcvd'], "tabs.items[2].columns[0].field: no field 'sent' in the records", '[field-missing]'],
  ] as const)('%j renamed', async (rename, place, rule) => {
    const { code, out } = await against(rename)
    expect(code).toBe(1)
    const line = out.split('\n').find((one) => one.includes(place))
    expect(line).toMatch(/^examples\/foreign-api\/network-quality\.json:\d+:\d+ /)
    expect(line).toContain(rule)
  })

  test('reports a field that no column shows, without failing', async () => {
    const { code, out } = await against(['rf_drops', 'rfDrops'])
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines.find((line) => line.includes('received but not shown: rfDrops'))).toMatch(
      /^warning: examples\/foreign-api\/network-quality\.json:\d+:\d+ .*columns: .*; add a column for each, or name it in data\.ignoreFields \[field-unshown\]$/,
    )
    const count = lines.filter((line) => line.startsWith('warning: ')).length
    expect(lines.at(-1)).toMatch(new RegExp(`: nothing found, ${count} warnings?$`))
  })

  test('fails if the API rejects the token', async () => {
    api = await startSmallApi()
    vi.stubEnv('API_TOKEN', 'other')
    const { code, out } = await reports(['contract', '--dir', SEVENTH, '--url', api.url])
    expect(code).toBe(1)
    expect(out).toContain("GET /quality/regions: 401 ('Who?'); 200 is expected [api-status]")
  })

  test('refuses a token among the arguments (L11)', async () => {
    api = await startSmallApi()
    const { code, err } = await reports(['contract', '--dir', SEVENTH, '--url', api.url, '--token', TOKEN])
    expect(code).toBe(2)
    expect(err).toContain('--token: a token is not accepted as an argument')
    expect(err).toContain('set API_TOKEN in the environment instead')
    expect(err).not.toContain(TOKEN)
  })

  test('sends the calls of every option of a list', async () => {
    const { code, out } = await against(null)
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      'warning: examples/foreign-api/network-quality.json:40:20 data.url: network-quality/voice: region=NC: no records [option-empty]',
    ])
    expect(api?.calls).toContain('GET /quality/voice/NC?year=2026')
    expect(api?.calls).toContain('GET /quality/voice/NC/book?year=2026')
    expect(api?.calls).not.toContain('GET /quality/voice/SW?year=2025')
  })

  test('names the option whose response does not fit', async () => {
    cpSync(SEVENTH, folder, { recursive: true })
    const path = join(folder, 'network-quality.json')
    const options = [
      { value: 'SW', label: 'South West' },
      { value: 'SW/old', label: 'South West, old' },
    ]
    const definition = JSON.parse(readFileSync(path, 'utf8'))
    definition.selectors[0].options = options
    writeFileSync(path, JSON.stringify(definition))
    api = await startSmallApi()
    vi.stubEnv('API_TOKEN', TOKEN)
    const { code, out } = await reports(['contract', '--dir', folder, '--url', api.url])
    expect(code).toBe(1)
    expect(out).toContain(
      "data.url: network-quality/voice: region=SW/old: GET /quality/voice/SW%2Fold?year=2026: 404 ('Nothing here')",
    )
  })

  test.each([
    ['regon=SW', "--select: no selector 'regon'; known are region, year; did you mean 'region'?"],
    ['region=SW,quarter=1', "--select: no selector 'quarter'; known are region, year"],
  ])('rejects --select %s before it calls the API', async (select, message) => {
    const { code, err } = await against(null, '--select', select)
    expect([code, err.split('\n')[0], api?.calls]).toEqual([2, message, []])
  })

  test('fails for each call if the API does not respond', async () => {
    const { code, out } = await reports(['contract', '--dir', SEVENTH, '--url', 'http://127.0.0.1:9'])
    expect(code).toBe(1)
    expect(out).toMatch(/GET \/quality\/regions: .*(ECONNREFUSED|bad port).* \[api-unreachable\]/)
  })

  test.each([
    ['ftp://x', '--url: an http or https address'],
    ['nowhere', '--url: an http or https address'],
  ])('%s is no address', async (url, message) => {
    const { code, err } = await reports(['contract', '--url', url])
    expect([code, err.split('\n')[0]]).toEqual([2, message])
  })

  test('reports invalid definitions before it calls the API', async () => {
    api = await startSmallApi()
    writeFileSync(join(folder, 'x.json'), '{}')
    const { code, out } = await reports(['contract', '--dir', folder, '--url', api.url])
    expect(code).toBe(1)
    expect(out).toContain('skipped API checks: fix the definition errors first')
    const json = await reports(['contract', '--dir', folder, '--url', api.url, '--format', 'json'])
    expect([json.code, json.err]).toEqual([1, 'skipped API checks: fix the definition errors first'])
    expect(JSON.parse(json.out).diagnostics[0]).toMatchObject({ rule: 'schema-missing' })
    expect(api.calls).toEqual([])
  })
})
