import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { describe, expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { specifyChart } from '../../src/chart/model.ts'
import { buildStandaloneSpec } from '../../src/chart/export-model.ts'
import { loadReports } from '../../src/loading/load.ts'
import { tableOf } from '../reports/report-text.ts'
import { definitionFolders } from '../support/definition-folders.ts'
import { readRecording } from '../support/recordings.ts'

/** Each chart of each report, by its name. */
const charts = definitionFolders.flatMap(({ reports, datasets }) =>
  loadReports(reports, datasets).flatMap(({ plans }) =>
    plans.flatMap((plan) => plan.chart.types.map((type) => [`${plan.key} ${type}`, plan, type] as const)),
  ),
)

const buildSpec = (...[, plan, type]: (typeof charts)[number]) => {
  const recording = readRecording(plan.reportId)
  const table = tableOf(plan, recording.screens[plan.key] ?? {}, recording)
  const series = table.series.filter(({ visible }) => visible)
  const model = buildExportModel(table, series, type, 'The title', 1_000)
  if (model === null) throw new Error('nothing to draw')
  // A specification is pasted as text.
  const text = JSON.stringify(
    buildStandaloneSpec(specifyChart(table, type, { title: 'The title', width: 960 }), model),
  )
  return JSON.parse(text) as TopLevelSpec & {
    readonly datasets: Readonly<Record<string, readonly unknown[]>>
  }
}

describe.each(charts)('the specification of %s with its data', (...chart) => {
  const spec = buildSpec(...chart)
  const warnings: string[] = []
  const warn = (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger)
  const logger = { level: () => logger, error: warn, warn, info: () => logger, debug: () => logger }
  const compiled = compile(spec, { logger }).spec

  test('compiles without a warning', () => {
    expect(warnings).toEqual([])
  })

  test('draws the title and the marks of its records on white', async () => {
    const view = new View(parse(compiled), { renderer: 'none' })
    const svg = await view.toSVG()
    expect(svg).toContain('>The title<')
    expect(svg).toContain('fill="white"')
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(2)
    expect(svg).not.toContain('NaN')
  })

  test('contains all that it reads', () => {
    const read = new Set(
      [...JSON.stringify(spec).matchAll(/"data":\{"name":"(\w+)"/g)].map(([, name]) => name),
    )
    expect(Object.keys(spec.datasets)).toEqual(expect.arrayContaining([...read]))
    expect(JSON.stringify(spec)).not.toContain('"url"')
  })
})
