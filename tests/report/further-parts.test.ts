import { describe, expect, test, vi } from 'vitest'
import { generateResponse } from '../../src/definition/generate-response.ts'
import { loadDefinitions } from '../../src/definition/load.ts'
import { listFurtherParts } from '../../src/report/further-parts.ts'
import { type Further, getFurther } from '../../src/report/further.ts'
import type { ReportPlan, Selection, SelectorPlan } from '../../src/report/plan.ts'

const reports = [
  ...loadDefinitions('reports', 'datasets').reports,
  ...loadDefinitions('examples/reports', 'examples/datasets').reports,
]

const VALUES: Readonly<Record<SelectorPlan['kind'], string>> = {
  year: '2025',
  month: '3',
  week: '11',
  quarter: '1',
  date: '2025-03-10',
  dateRange: '2025-03-01..2025-03-10',
  select: 'Alpha',
}

const choose = ({ selectors }: ReportPlan): Selection =>
  Object.fromEntries(selectors.map(({ name, kind }) => [name, VALUES[kind]]))

/** The runtime of reports as the browser has it, with some parts only. */
async function loadBrowserRuntime(parts: readonly (keyof Further)[]) {
  vi.resetModules()
  vi.doMock('../../src/report/further.ts', () => import('../../src/report/further-in-browser.ts'))
  const { addFurther } = await import('../../src/report/further-in-browser.ts')
  for (const part of parts) addFurther({ [part]: getFurther(part) })
  const { buildTable } = await import('../../src/report/table.ts')
  const { parseResponse } = await import('../../src/report/response.ts')
  const { resolveLabels } = await import('../../src/report/labels.ts')
  const { listOffered, requiredMessage } = await import('../../src/report/selection.ts')
  return { buildTable, parseResponse, resolveLabels, listOffered, requiredMessage }
}

/** Everything that a screen computes of a plan. */
async function run(plan: ReportPlan, parts: readonly (keyof Further)[]) {
  const report = await loadBrowserRuntime(parts)
  const selection = choose(plan)
  const response = report.parseResponse(plan, generateResponse(plan, selection))
  return {
    offered: report.listOffered(plan, {}, selection),
    required: report.requiredMessage(plan, selection),
    title: report.resolveLabels(plan, selection, '2025-03-31', {}).tableTitle,
    rows: report.buildTable(plan, selection, response, response).rows,
  }
}

describe('the parts that only some reports use', () => {
  test.each(reports)('$id works with those that are listed for it', async ({ plans }) => {
    const parts = listFurtherParts(plans)
    for (const plan of plans) expect((await run(plan, parts)).rows.length).toBeGreaterThan(0)
  })

  test.each(['columns', 'groups', 'keys', 'rows', 'selectors'] as const)(
    '%s: are listed if they are used',
    async (part) => {
      const plan = reports.flatMap(({ plans }) => plans).find((one) => listFurtherParts([one]).includes(part))
      if (plan === undefined) throw new Error(`no definition uses ${part}`)
      const others = listFurtherParts([plan]).filter((one) => one !== part)
      await expect(run(plan, others)).rejects.toThrow(`The part '${part}' of reports is not loaded.`)
    },
  )
})
