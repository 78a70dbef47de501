import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LoginResponse } from '../../schemas/api/auth.ts'
import { ReportEnvelope } from '../../schemas/api/lenient.ts'
import { portalPermissions } from '../../schemas/api/menu.ts'
import { SettingsFile } from '../../schemas/settings.ts'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { filterNames } from '../../src/report/model/template.ts'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { formatUrlState, parseUrlState } from '../../src/report/selection/url-state.ts'
import { PermissionsResult, ValidationResult } from '../../src/web/api/auth-api.ts'

test.each([
  ['README.md', 'Add a report'],
  ['docs/recipes.md', 'A report from a spreadsheet'],
  ['reports/README.md', 'In ten minutes'],
])('%s says that role 1 gives the right to a new report first (spec 6.7)', (file, heading) => {
  const sections = readFileSync(file, 'utf8').split(/^## /m)
  const section = sections.find((text) => text.startsWith(`${heading}\n`))?.replaceAll(/\s+/g, ' ')
  expect(section).toContain('role 1 (`superadmin` in the demo)')
  expect(section).toMatch(
    /first.* because a user cannot give a (right|permission) that the user does not have/,
  )
})

function readSection(file: string, heading: string): string {
  const section = readFileSync(file, 'utf8')
    .split(/^#{2,3} /m)
    .find((text) => text.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${file} has no section '${heading}'`)
  return section
}

/** The names in code style in a cell of each row, such as `PORT` and `HOST` of "| `PORT`, `HOST` | … |". */
const listNames = (section: string, pattern: RegExp) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(pattern)].map(([, name = '']) => name))
    .toSorted()

test('the page of settings names the values of NODE_ENV, and the settings of the browser (spec 1.3)', () => {
  const page = 'docs/operations/settings.md'
  const environment = readSection(page, 'Environment of the server')
  for (const mode of ['production', 'development', 'test']) {
    expect(environment.split('\n').find((line) => line.startsWith('| `NODE_ENV`'))).toContain(`\`${mode}\``)
  }
  const browser = readSection(page, 'Settings of the portal in the browser')
  const keys = Object.keys(SettingsFile.shape).filter((key) => key !== 'app.demo')
  expect(listNames(browser, /`([a-z.]+)`/g)).toEqual([...keys, 'app.logo', 'app.support'].toSorted())
  expect(browser).toContain('no feature depends on it')
})

test('the guide to reports explains responses, other APIs and addresses by examples that work', () => {
  const response = readSection('reports/README.md', 'What a response contains')
  const body: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(response)?.[1] ?? '')
  expect(ReportEnvelope.safeParse(body).success).toBe(true)
  const [report] = loadExample()
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
      find: '',
    },
  })
  expect(formatUrlState(state).toString()).toBe(search.toString())
})

/** The definition that a guide shows whole. */
function readExample(guide: string, heading: string) {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(readSection(guide, heading)) ?? []
  return { path: 'call-quality.json', content: new TextEncoder().encode(text) }
}

function loadExample() {
  const { reports, diagnostics, warnings } = compileDefinitions({
    reportFiles: [readExample('reports/README.md', 'A whole report')],
    datasetFiles: [readExample('datasets/README.md', 'A whole dataset')],
  })
  expect([...diagnostics, ...warnings]).toEqual([])
  return reports
}

test('the guide to reports names every filter of templates', () => {
  const templates = readSection('reports/README.md', 'Templates')
  expect(filterNames.filter((name) => !templates.includes(`\`:${name}\``))).toEqual([])
})
