import { beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../../src/cli/reports/contract.ts'
import { formatDiagnostic } from '../../src/diagnostics/diagnostic.ts'
import { compileDefinitions, compileReportFiles } from '../../src/definition/compile.ts'
import { readCalendars, readFolder } from '../../src/loading/read-folder.ts'
import { buildChartModel } from '../../src/chart/model.ts'
import { chartTypeNames } from '../../src/report/model/report-plan.ts'
import { definitionFolders } from '../support/definition-folders.ts'
import { createRecordedApi, readRecording, recordMissing } from '../support/recordings.ts'
import { golden } from '../support/golden.ts'
import { reportText, tableOf } from './report-text.ts'

const folders = definitionFolders.map(({ reports, datasets }) => {
  const [reportFiles, datasetFiles] = [readFolder(reports), readFolder(datasets)]
  const calendarFiles = readCalendars(datasets)
  const compiled = compileDefinitions({ reportFiles, datasetFiles, calendarFiles })
  return { reports, compiled, examined: compileReportFiles(reportFiles, undefined, compiled.datasets) }
})
const all = folders.flatMap(({ examined }) =>
  examined.reports.map((report) => [report.id, report, examined] as const),
)

test.each(folders)('the definitions in $reports keep every rule, and fit their datasets', ({ compiled }) => {
  expect([...compiled.diagnostics, ...compiled.warnings].map(formatDiagnostic)).toEqual([])
  expect(compiled.reports.length).toBeGreaterThan(4)
})

beforeAll(async () => {
  if (process.env['GOLDENS'] === 'write') await recordMissing()
}, 120_000)

describe.each(all)('%s', (id, report, examined) => {
  test('every call was recorded, and its answer fits', async () => {
    const recording = readRecording(id)
    const plans = examined.plans.filter(({ plan }) => plan.reportId === id)
    const selection = Object.values(recording.screens)[0] ?? {}
    const result = await verifyAll({ ...examined, plans }, createRecordedApi(recording), selection)
    expect(result.diagnostics.map(formatDiagnostic)).toEqual([])
    expect(result.screens).toBe(report.plans.length)
  })

  test('shows, says, asks and saves what it did before', () => {
    const text = reportText(report, readRecording(id))
    expect(text).toBe(golden(`tests/reports/goldens/${id}.txt`, text))
  })

  test.each(chartTypeNames)('draws its %s chart', (type) => {
    const recording = readRecording(id)
    const plans = report.plans.filter(({ chart }) => chart.types.includes(type))
    const models = plans.map((plan) => {
      const table = tableOf(plan, recording.screens[plan.key] ?? {}, recording)
      return buildChartModel(
        table,
        table.series.filter(({ visible }) => visible),
        type,
        960,
      )
    })
    expect(models.filter((model) => model === null || Object.values(model.data).flat().length === 0)).toEqual(
      [],
    )
    expect(JSON.stringify(models)).not.toContain('NaN')
  })
})
