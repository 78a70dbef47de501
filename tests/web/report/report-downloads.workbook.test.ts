import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadShippedReports } from '../../support/shipped-reports.ts'
import { formatScreenName, resolveLabels } from '../../../src/report/selection/titles-and-file-names.ts'
import type { ReportPlan, Selection } from '../../../src/report/model/report-plan.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { defaultArrangement } from '../../../src/report/selection/url-state.ts'
import type { Client } from '../../../src/web/api/client.ts'
import { ApiError } from '../../../src/web/api/read-response.ts'
import type { LoadedReport, LoadInput } from '../../../src/web/machines/report-context.ts'
import { makeWorkbook } from '../../../src/web/report/report-downloads.ts'
import { addAllDemo } from '../../support/stored-records.ts'
import { createTestApp } from '../../support/test-app.ts'

const testApp = await createTestApp()
await testApp.engine.database.transaction().execute((trx) => addAllDemo(trx, testApp.now()))
const analyst = await testApp.as('analyst')

vi.mock('../../../src/web/contexts/portal-settings.ts', () => ({ hasFeature: () => true }))
const get = async (path: string, { query = {} }: { query?: Readonly<Record<string, string>> } = {}) =>
  (await analyst('GET', formatPath(path, query))).body
const api = { get } as unknown as Client

/** The files that the browser has saved. */
let saved: { readonly name: string; readonly type: string; readonly content: Blob }[] = []

beforeEach(() => {
  saved = []
  // A workbook contains the second in which it was exported.
  vi.useFakeTimers({ toFake: ['Date'], now: testApp.now() })
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

const screens = loadShippedReports().flatMap((report) =>
  report.plans.map((plan) => ({ report, plan, tab: formatScreenName(report, plan) })),
)
const exporter = { user: 'analyst', product: 'BI Dashboard', tab: null }
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
    compare: null,
    problem: null,
    table: buildTable(plan, selection, parseResponse(plan, body)),
    readAt: new Date(),
    message: null,
  }
}

describe('a workbook that the browser makes', () => {
  test.each(screens.map(({ report, plan, tab }) => [plan.key, plan, { report, tab }] as const))(
    'of %s has the parts of the workbook of the server',
    async (_, plan, { report, tab }) => {
      const call = resolveLabels(plan, MARCH, '2025-06-02').downloadCall
      if (call === null) throw new Error('the report has no download')
      const { raw } = await analyst('GET', formatPath(call.path, call.query))
      const loaded = await loadTable(plan, MARCH)
      const input = { plan: withoutUrl(plan), selection: MARCH, compare: null, options: {}, loaded }
      await makeWorkbook(input, unexpected, { report, exporter: { ...exporter, tab }, api })
      const [file] = saved
      if (file === undefined) throw new Error('nothing was saved')
      const [own, served] = [unzipSync(new Uint8Array(await file.content.arrayBuffer())), unzipSync(raw)]
      expect(Object.keys(own)).toEqual(Object.keys(served))
      const differ = Object.entries(own).flatMap(([name, part]) =>
        Buffer.from(part).equals(served[name] ?? Buffer.of()) ? [] : [name],
      )
      // Of screens with one URL the server names the first.
      const first = screens.find((screen) => screen.plan.download?.url === plan.download?.url)
      expect(differ).toEqual(first?.plan === plan ? [] : ['xl/sharedStrings.xml'])
      expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(file.name).toBe(resolveLabels(plan, MARCH, '2025-06-02').workbookName)
    },
  )

  const [first] = screens
  if (first === undefined) throw new Error('no plan')
  const { plan: shipped, report } = first
  const source = { report, exporter, api: null }
  const plan = withoutUrl(shipped)

  test('is of the selection, not of what is shown', async () => {
    const loaded = await loadTable(shipped, { year: '2024' })
    const load = vi.fn<() => Promise<LoadedReport>>(() => loadTable(shipped, MARCH))
    await makeWorkbook({ plan, selection: MARCH, compare: null, options: {}, loaded }, load, source)
    expect(load).toHaveBeenCalledOnce()
    expect(saved.map(({ name }) => name)).toEqual([resolveLabels(plan, MARCH, '2025-06-02').workbookName])
  })

  test('has what the reader added, also while the screen still loads it', async () => {
    const other = report.tabs?.items.find(({ id }) => id !== plan.tab)
    const arrangement = { ...defaultArrangement, added: [`beside:${other?.id}`, 'rank:IDA'] }
    const input = { plan, selection: MARCH, compare: null, options: {}, arrangement }
    const load = ({ plan: shown, selection }: LoadInput) => loadTable(shown, selection)
    for (const loaded of [null, await loadTable(shipped, MARCH)])
      await makeWorkbook({ ...input, loaded }, load, source)
    const headings = await Promise.all(
      saved.map(async ({ content }) => {
        const [sheet] = await readXlsxFile(Buffer.from(await content.arrayBuffer()))
        return sheet?.data.find((cells) => cells.includes('IDA'))?.map(String)
      }),
    )
    expect(headings[0]).toEqual(headings[1])
    expect(headings[0]).toEqual(expect.arrayContaining([`IDA, ${other?.label}`, 'IDA, net', 'IDA, rank']))
  })

  test('is not made without records, or if they cannot be loaded', async () => {
    const { table, ...rest } = await loadTable(shipped, MARCH)
    const empty = { ...rest, table: { ...table, rows: [] } }
    const failing: ReportPlan = {
      ...plan,
      download: plan.download && { ...plan.download, failureMessage: 'No file: {reason}' },
    }
    const input = { plan: failing, selection: MARCH, compare: null, options: {} }
    await expect(makeWorkbook({ ...input, loaded: empty }, unexpected, source)).rejects.toThrow(
      'No file: No data available for 2025',
    )
    const refused = new ApiError({
      kind: 'forbidden',
      message: '403',
      status: 403,
      serverMessage: 'Not yours.',
    })
    const refuse = () => Promise.reject(refused)
    await expect(makeWorkbook({ ...input, loaded: null }, refuse, source)).rejects.toThrow(
      'No file: Not yours.',
    )
    expect(saved).toEqual([])
  })
})
