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

  test('names the dataset that has no records because it has no demo', { timeout: 60_000 }, async () => {
    const path = join(folder, 'datasets/visitors.json')
    cpSync('tests/definition/fixtures/called/datasets', join(folder, 'datasets'), { recursive: true })
    cpSync('tests/definition/fixtures/called/reports/visitors.json', join(folder, 'reports/visitors.json'))
    const { demo: _demo, ...dataset } = JSON.parse(readFileSync(path, 'utf8')) as { readonly demo: unknown }
    writeFileSync(path, JSON.stringify(dataset))
    const folders = ['--dir', join(folder, 'reports'), '--datasets-dir', join(folder, 'datasets')]
    const { code, out } = await reports(['contract', ...folders])
    expect(code).toBe(1)
    expect(out).toContain(`'records' is an empty list; the dataset 'visitors' has no "demo"`)
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

  test('fails if the API rejects the token', async () => {
    api = await startSmallApi()
    vi.stubEnv('API_TOKEN', 'other')
    const { code, out } = await reports(['contract', '--dir', SEVENTH, '--url', api.url])
    expect(code).toBe(1)
    expect(out).toContain("GET /quality/regions: 401 ('Who?'); 200 is expected [api-status]")
  })

  test('refuses a token among the arguments', async () => {
    api = await startSmallApi()
    const { code, err } = await reports(['contract', '--dir', SEVENTH, '--url', api.url, '--token', TOKEN])
    expect(code).toBe(2)
    expect(err).toContain('--token: a token is not accepted as an argument')
    expect(err).toContain('set API_TOKEN in the environment instead')
    expect(err).not.toContain(TOKEN)
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
})
