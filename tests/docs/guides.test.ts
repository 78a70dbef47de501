import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LoginResponse } from '../../schemas/api/auth.ts'
import { ReportEnvelope } from '../../schemas/api/lenient.ts'
import { portalPermissions } from '../../schemas/api/menu.ts'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { filterNames } from '../../src/report/model/template.ts'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { formatUrlState, parseUrlState } from '../../src/report/selection/url-state.ts'
import { PermissionsResult, ValidationResult } from '../../src/web/api/auth-api.ts'

function readSection(file: string, heading: string): string {
  const section = readFileSync(file, 'utf8')
    .split(/^#{2,3} /m)
    .find((text) => text.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${file} has no section '${heading}'`)
  return section
}

test('the guide to reports explains responses, other APIs and addresses by examples that work', () => {
  const response = readSection('reports/README.md', 'What a response contains')
  const body: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(response)?.[1] ?? '')
  expect(ReportEnvelope.safeParse(body).success).toBe(true)
  const [report] = loadExample('A report over calls', 'Calls of its own')
  const plan = report?.plans[0]
  if (report === undefined || plan === undefined) throw new Error('the example does not compile')
  const { rows } = buildTable(plan, { year: '2025', month: '3' }, parseResponse(plan, body))
  expect(rows[0]).toMatchObject({ values: [40250, 338], hasRecord: true })

  const api = readSection('reports/README.md', 'A report over your own API')
  const example = (call: string): unknown => {
    const row = api.split('\n').find((line) => line.startsWith(`| \`${call}\``)) ?? ''
    return JSON.parse(/`(\{[^`]*\})`[^|]*\|$/.exec(row)?.[1] ?? 'null')
  }
  expect(LoginResponse.safeParse(example('POST /auth/login')).success).toBe(true)
  expect(ValidationResult.safeParse(example('POST /auth/validate-token')).success).toBe(true)
  expect(PermissionsResult.safeParse(example('GET /auth/permissions')).success).toBe(true)
  expect(api).toContain(`permission ${portalPermissions.reports.id}, the Reports menu`)

  const addresses = readSection('reports/README.md', 'Addresses')
  const search = new URL(/^\/report\S+$/m.exec(addresses)?.[0] ?? '', 'http://portal').searchParams
  const state = parseUrlState(search, plan.selectors)
  expect(state).toEqual({
    selection: { year: '2025', month: '3' },
    compare: null,
    view: 'chart',
    chartType: 'pie',
    visibility: { mode: 'none', toggled: new Set(['Answered']) },
    arrangement: {
      sort: { label: 'Answered', desc: true },
      columns: { mode: 'default', toggled: new Set(['Failed']) },
      order: [],
      widths: new Map(),
      added: [],
      find: '',
    },
  })
  expect(formatUrlState(state).toString()).toBe(search.toString())
})

/** Reads the first definition that a section of a guide shows. */
function readExample(guide: string, heading: string) {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(readSection(guide, heading)) ?? []
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(text))
  return { path: `${id}.json`, content: new TextEncoder().encode(text) }
}

function loadExample(report: string, dataset: string) {
  const { reports, diagnostics, warnings } = compileDefinitions({
    reportFiles: [readExample('reports/README.md', report)],
    datasetFiles: [readExample('datasets/README.md', dataset)],
  })
  expect([...diagnostics, ...warnings]).toEqual([])
  return reports
}

test('the report of the guide asks the dataset of the other guide', () => {
  const [report] = loadExample('A whole report', 'A whole dataset')
  expect(report?.plans[0]?.columns.map(({ label }) => label)).toEqual(['Attempts', 'ASR', 'Share'])
})

test('the guide to reports names every filter of templates', () => {
  const templates = readSection('reports/README.md', 'Templates')
  expect(filterNames.filter((name) => !templates.includes(`\`:${name}\``))).toEqual([])
})
