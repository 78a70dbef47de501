import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from 'vite'
import { reportsPlugin } from '../../src/build/virtual-modules.ts'
import { formatFingerprint } from '../../src/loading/fingerprint.ts'
import { loadDefinitions, loadReports } from '../../src/loading/load.ts'
import { small } from '../support/definitions.ts'
import { createEmptyFolder } from '../support/folder.ts'
import { copyShippedReports } from '../support/shipped-reports.ts'

const folder = createEmptyFolder()

/** Builds a page that imports the reports of the folder. */
async function bundle(datasets = 'datasets'): Promise<string[]> {
  const entry = join(folder, 'entry.js')
  writeFileSync(entry, "import { reportEntries } from 'virtual:report-entries'\nconsole.log(reportEntries)\n")
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [reportsPlugin(folder, datasets)],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  return outputs.flatMap(({ output }) =>
    output.map((file) => ('code' in file ? file.code : String(file.source))),
  )
}

test('the build writes the fingerprint of its reports for the server', async () => {
  copyShippedReports(folder)
  expect(await bundle()).toContain(formatFingerprint(loadReports(folder, 'datasets')))
})

describe('broken definitions are loaded nowhere', () => {
  const broken = { ...small, title: '{x}', data: { url: '/v1/{y}/{year}/{month}' } }
  const diagnostics =
    /small\.json:1:\d+ title: unknown placeholder \{x\}[\s\S]*data\.url: unknown placeholder \{y\}/

  test('neither together nor by the build, and every diagnostic is reported', async () => {
    writeFileSync(join(folder, 'small.json'), JSON.stringify(broken))
    expect(() => loadReports(folder, 'datasets')).toThrow(diagnostics)
    await expect(bundle()).rejects.toThrow(diagnostics)
  })

  test('a folder that is not there is named, with the setting that names it', () => {
    expect(() => loadReports(join(folder, 'none'), 'datasets')).toThrow(
      /none; set REPORTS_DIR to their folder/,
    )
  })
})

describe('reports that ask for what no dataset has are loaded nowhere', () => {
  const differs = /columns\[0\]\.field: 'airtelDailyAvg' is not a measure of 'monthly-reports'/
  test('neither together nor by the build, and every diagnostic is reported', async () => {
    copyShippedReports(folder)
    const datasets = join(folder, 'datasets')
    cpSync('datasets', datasets, { recursive: true })
    const file = join(datasets, 'monthly-reports.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('airtelDailyAvg', 'airtelAverage'))
    expect(() => loadDefinitions(folder, datasets)).toThrow(differs)
    expect(loadDefinitions(folder, 'datasets').datasets.map(({ id }) => id)).toContain('monthly-reports')
    expect(() => loadDefinitions(folder, join(folder, 'none'))).toThrow(
      /none; set DATASETS_DIR to their folder/,
    )
    await expect(bundle(datasets)).rejects.toThrow(differs)
  })
})

test('each report is a chunk of its own; the first load knows no more of it than its place in the menu', async () => {
  copyShippedReports(folder)
  const chunks = (await bundle()).filter((text) => !text.startsWith('{'))
  expect(chunks.filter((code) => code.includes('JSON.parse'))).toHaveLength(5)
  const [first] = chunks.filter((code) => code.includes('Daily Report - Minutes') && code.includes('import('))
  expect(first).toContain('/report/monthly-reports')
  expect(first?.includes('airtelDailyAvg')).toBe(false)
  expect(chunks.filter((code) => code.includes('airtelDailyAvg'))).toHaveLength(2)
})

test('the plans of the browser are frozen, as those of the server are', async () => {
  copyShippedReports(folder)
  const { load } = reportsPlugin(folder, 'datasets')
  if (typeof load !== 'function') throw new Error('the plugin has no load function')
  for (const report of loadReports(folder, 'datasets')) {
    const code = await load.call({} as never, `\0virtual:report/${report.id}`)
    if (typeof code !== 'string') throw new Error('the plugin loads no code')
    const { default: loaded } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      default: unknown
    }
    // The browser need not know which datasets a screen reads.
    const plans = report.plans.map((plan) => ({ ...plan, data: { ...plan.data, binding: [] } }))
    expect(loaded).toEqual({ ...report, plans })
    expect([findThawed(loaded), findThawed(report)]).toEqual([[], []])
  }
})

/** The paths of the parts of a value that can be changed. */
function findThawed(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, part]) => findThawed(part, `${path}/${name}`))
  return Object.isFrozen(value) ? inside : [path, ...inside]
}

test('a definition that cannot be used ends the build with its diagnostics and no stack', () => {
  const reports = createEmptyFolder()
  copyShippedReports(reports)
  const file = join(reports, 'monthly-report.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"title"', '"titel"'))
  const { status, stderr, stdout } = spawnSync('npx', ['vite', 'build', '--outDir', join(reports, 'dist')], {
    encoding: 'utf8',
    env: { ...process.env, REPORTS_DIR: reports },
  })
  expect(status).toBe(1)
  expect(stderr).toContain("unknown key 'titel'")
  expect(stderr.trimEnd()).toMatch(/\nThe portal was not built\.$/)
  expect(stderr + stdout).not.toMatch(/^\s+at /m)
})
