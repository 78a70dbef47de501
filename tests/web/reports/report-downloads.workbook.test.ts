import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadReports } from '../../../src/definition/load.ts'
import { resolveLabels } from '../../../src/report/labels.ts'
import type { ReportPlan, Selection } from '../../../src/report/plan.ts'
import { parseResponse } from '../../../src/report/response.ts'
import { buildTable } from '../../../src/report/table.ts'
import { ApiError } from '../../../src/web/api/response.ts'
import type { LoadedReport } from '../../../src/web/machines/report-context.ts'
import { makeWorkbook } from '../../../src/web/reports/report-downloads.ts'
import { addAllDemo } from '../../support/stored-records.ts'
import { createTestApp, type Send, type TestApp } from '../../support/test-app.ts'

let testApp: TestApp
let analyst: Send
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.engine.database.transaction().execute((trx) => addAllDemo(trx, testApp.now()))
  analyst = await testApp.as('analyst')
})
afterAll(() => testApp.close())

/** The files that the browser has saved. */
let saved: { readonly name: string; readonly type: string; readonly content: Blob }[] = []

beforeEach(() => {
  saved = []
  // A workbook contains the second in which it was written.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-02T10:00:00Z') })
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    blob = content as Blob
    return 'blob:1'
  })
  const link = {
    href: '',
    download: '',
    click: () => saved.push({ name: link.download, type: blob.type, content: blob }),
  }
  vi.stubGlobal('document', { createElement: () => link })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const plans = loadReports('reports').flatMap((report) => report.plans)
const MARCH: Selection = { year: '2025', month: '3' }
const unexpected = () => Promise.reject(new Error('nothing is to be loaded'))

const withoutUrl = (plan: ReportPlan): ReportPlan => ({
  ...plan,
  download: plan.download && { ...plan.download, url: null },
})

const formatPath = (path: string, query: Readonly<Record<string, string>>) =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`

async function loadTable(plan: ReportPlan, selection: Selection): Promise<LoadedReport> {
  const { path, query } = resolveLabels(plan, selection, '2025-06-02').dataCall
  const { body } = await analyst('GET', formatPath(path, query))
  return {
    selection,
    options: {},
    table: buildTable(plan, selection, parseResponse(plan, body)),
    message: null,
  }
}

describe('a workbook that the browser makes', () => {
  test.each(plans.map((plan) => [plan.key, plan] as const))(
    'of %s has the bytes of the workbook of the server',
    async (_, plan) => {
      const call = resolveLabels(plan, MARCH, '2025-06-02').downloadCall
      if (call === null) throw new Error('the report has no download')
      const { raw } = await analyst('GET', formatPath(call.path, call.query))
      const loaded = await loadTable(plan, MARCH)
      const input = { plan: withoutUrl(plan), selection: MARCH, options: {}, loaded }
      await makeWorkbook(input, unexpected)
      const [file] = saved
      if (file === undefined) throw new Error('nothing was saved')
      expect(Buffer.from(await file.content.arrayBuffer()).equals(raw)).toBe(true)
      expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(file.name).toBe(resolveLabels(plan, MARCH, '2025-06-02').workbookName)
    },
  )

  const [shipped] = plans
  if (shipped === undefined) throw new Error('no plan')
  const plan = withoutUrl(shipped)

  test('is of the selection, not of what is shown', async () => {
    const loaded = await loadTable(shipped, { year: '2024' })
    const load = vi.fn<() => Promise<LoadedReport>>(() => loadTable(shipped, MARCH))
    await makeWorkbook({ plan, selection: MARCH, options: {}, loaded }, load)
    expect(load).toHaveBeenCalledOnce()
    expect(saved.map(({ name }) => name)).toEqual([resolveLabels(plan, MARCH, '2025-06-02').workbookName])
  })

  test('is not made without records, or if they cannot be loaded', async () => {
    const { table, ...rest } = await loadTable(shipped, MARCH)
    const empty = { ...rest, table: { ...table, rows: [] } }
    const failing: ReportPlan = {
      ...plan,
      download: plan.download && { ...plan.download, failureMessage: 'No file: {reason}' },
    }
    const input = { plan: failing, selection: MARCH, options: {} }
    await expect(makeWorkbook({ ...input, loaded: empty }, unexpected)).rejects.toThrow(
      'No file: No data available for 2025',
    )
    const refused = new ApiError({
      kind: 'forbidden',
      message: '403',
      status: 403,
      serverMessage: 'Not yours.',
    })
    await expect(makeWorkbook({ ...input, loaded: null }, () => Promise.reject(refused))).rejects.toThrow(
      'No file: Not yours.',
    )
    expect(saved).toEqual([])
  })
})
