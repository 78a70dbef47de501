import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRecording } from '../../../src/cli/reports/recording.ts'
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
      /\n6 definitions, \d+ datasets, nothing found, 1 warning$/,
    )
    expect(written('call-quality')).toMatchObject({
      id: 'call-quality',
      path: '/report/call-quality',
      menu: { label: 'Call Quality', permission: 90, order: 6 },
    })
  })

  test('takes title and permission from options', async () => {
    const flags = ['--title', 'Dropped Calls', '--permission', '77']
    expect((await reports(['new', 'drops', '--dir', folder, ...flags])).code).toBe(0)
    expect(written('drops')).toMatchObject({ title: 'Dropped Calls', menu: { permission: 77 } })
    const wrong = await reports(['new', 'other', '--dir', folder, '--title', 'Lost {kind}'])
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain('unknown placeholder {kind}; known are report')
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
      /call-quality\.json:22:12 data\.url: GET \/v1\/call-quality\/2025\/3: 404 .* \[api-status\]\ncall-quality: not recorded, because the responses do not fit\n/,
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
