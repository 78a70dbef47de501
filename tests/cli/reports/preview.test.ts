import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { small } from '../../support/definitions.ts'
import { copyShippedReports } from '../../support/shipped-reports.ts'
import { reports } from '../../support/terminal.ts'

let folder = ''
let definitions = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preview-'))
  definitions = mkdtempSync(join(tmpdir(), 'definitions-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  rmSync(definitions, { recursive: true })
})

const pageOf = (name: string) => readFileSync(join(folder, `${name}.html`), 'utf8')

describe('reports preview', () => {
  test(
    'draws every report as a page: table, three charts a screen, names, messages',
    { timeout: 60_000 },
    async () => {
      copyShippedReports(definitions)
      expect((await reports(['preview', '--dir', definitions, '--out', folder])).code).toBe(0)
      expect(readdirSync(folder)).toHaveLength(6)
      const page = pageOf('daily-international-minutes')
      expect(page.match(/<svg/g)?.length).toBe(8)
      const said = [
        'IDA to Routelink - Daily Minutes Data - 2025 March',
        '<td>41,147.80</td>',
        '<td>282,580.02</td>',
        'IDA to Routelink - Daily Minutes Line Chart - 2025 March',
        'ida_to_routelink_international_minutes_2025-03.xlsx',
        '[Year, Month] is required',
        'No data available for 2025 March',
        'Failed to load IDA to Routelink data',
        '(Showing first 5 carriers by default)',
        'Every second record missing',
        '30 more columns',
        'recorded from the embedded API with demo records',
      ]
      expect(said.filter((text) => !page.includes(text))).toEqual([])
      expect(/<script|NaN|undefined|\[object/.exec(page)).toBeNull()
      expect(pageOf('index').includes('<a href="monthly-report.html">')).toBe(true)
    },
  )

  test('says what the definition says about rows and columns, and where', async () => {
    copyShippedReports(definitions)
    await reports(['preview', '--dir', definitions, '--out', folder])
    const page = pageOf('daily-local-exchange-traffic')
    const lines = readFileSync(join(definitions, 'daily-local-exchange-traffic.json'), 'utf8').split('\n')
    const line = lines.findIndex((text) => text.includes('"mtnToGlo"')) + 1
    expect(page).toContain(`${definitions}/daily-local-exchange-traffic.json:${line} columns[5]`)
    expect(page).toContain('the field: &#39;mtnToGlo&#39;')
    expect(page).toContain('the label of the row of totals: &#39;Total&#39;')
    // Its selectors are those of another definition.
    expect(page).toContain(`${definitions}/daily-international-minutes.json:`)
  })

  test('draws a definition without recorded responses from generated records and says so', async () => {
    const path = 'examples/foreign-api/network-quality.json'
    expect((await reports(['preview', path, '--out', folder])).code).toBe(0)
    expect(readdirSync(folder)).toEqual(['index.html', 'network-quality.html'])
    const page = pageOf('network-quality')
    const said = ['made up', 'Voice in A Region - 2026', 'Voice - Line Chart - A Region 2026']
    expect(said.filter((text) => !page.includes(text))).toEqual([])
  })

  test('escapes the texts of a definition (S44, S83)', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    writeFileSync(
      join(folder, 'small.json'),
      JSON.stringify({ ...small, title: hostile, columns: [{ field: 'a', label: hostile }] }),
    )
    expect((await reports(['preview', '--dir', folder, '--out', folder])).code).toBe(0)
    expect(pageOf('small').includes('<img')).toBe(false)
    expect(pageOf('small').includes('&lt;img src=x onerror=alert(1)&gt;')).toBe(true)
  })

  test('requires an output folder and valid definitions', async () => {
    expect(await reports(['preview'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--out: a folder'),
    })
    writeFileSync(join(folder, 'small.json'), '{')
    expect((await reports(['preview', '--dir', folder, '--out', folder])).code).toBe(1)
  })

  test('says which rows are not shown, with as many records as that needs', async () => {
    const rows = {
      key: { kind: 'text', field: 'name', label: 'Name' },
      sort: { by: 'a', direction: 'descending' },
      top: { rows: 10, rest: 'Others' },
    }
    writeFileSync(join(definitions, 'small.json'), JSON.stringify({ ...small, rows }))
    await reports(['preview', '--dir', definitions, '--out', folder])
    const page = pageOf('small')
    expect(page).toContain(
      'The first 10 of 13 rows, from the highest to the lowest A. The other 3 are combined as Others.',
    )
    expect(page).toContain('<td>Others</td>')
  })
})
