import { describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'
import {
  type Arrangement,
  defaultArrangement,
  emptyUrlState,
  type UrlState,
} from '../../../src/report/selection/url-state.ts'
import type { ReportPlan, Selection } from '../../../src/report/model/report-plan.ts'
import { LoadError } from '../../../src/web/machines/load-error.ts'
import { keepAvailable } from '../../../src/report/selection/selection.ts'
import { compileOne, fixedOptions, plan as shippedPlan } from '../../support/definitions.ts'
import { startScreen } from '../../support/report-screen.ts'

const MARCH = { year: '2025', month: '3' }

/** A screen whose options load when the test says so. */
function start(plan: ReportPlan = compileOne(), urlState: Partial<UrlState> = {}) {
  const year = ['2025', '2024'].map((value) => ({ value, label: value }))
  let loadOptions = () => {}
  const screen = startScreen(
    plan,
    urlState,
    ({ plan: of, selection }) =>
      new Promise((resolve) => {
        loadOptions = () => {
          const options = { year, ...fixedOptions(of.selectors) }
          resolve({ options, selection: keepAvailable(of, options, selection), failed: [], cleared: {} })
        }
      }),
  )
  const { actor, calls, clock } = screen
  const settled = () => waitFor(actor, (snapshot) => !snapshot.matches({ data: 'loading' }))
  return {
    ...screen,
    settled,
    ready: async () => {
      loadOptions()
      await waitFor(actor, (snapshot) => !snapshot.matches({ data: 'starting' }))
    },
    choose: (selection: Selection) =>
      Object.entries(selection).forEach(([name, value]) =>
        actor.send({ type: 'selection.changed', name, value }),
      ),
    /** Answers a load, and waits for what it shows. */
    answer: async (index: number, records: readonly object[] = [RECORD], message: string | null = null) => {
      calls[index]?.respond(records, message)
      await settled()
    },
    fail: async (index: number, error: unknown) => {
      calls[index]?.fail(error)
      await settled()
    },
    showChart: () => {
      actor.send({ type: 'chart.toggled' })
      clock.increment(500)
    },
    banner: () => actor.getSnapshot().children.banner?.getSnapshot().context.message?.text ?? null,
    is: (state: 'blank' | 'loading' | 'table' | 'chart' | 'rendering' | 'starting') =>
      actor.getSnapshot().matches({ data: state }),
  }
}

const RECORD = { day: '3/1/2025', a: 1, b: 2 }

/** A screen whose options are loaded. */
async function open(plan?: ReportPlan, urlState?: Partial<UrlState>) {
  const screen = start(plan, urlState)
  await screen.ready()
  return screen
}

/** A screen on which March is chosen. */
async function chooseMarch(plan?: ReportPlan) {
  const screen = await open(plan)
  screen.choose(MARCH)
  return screen
}

/** A screen that shows the table of March. */
async function showTable() {
  const screen = await chooseMarch()
  screen.actor.send({ type: 'form.submitted' })
  await screen.answer(0)
  return screen
}

describe('Submit (spec 4.13, 5.7)', () => {
  test('only shows what is missing if the selection is incomplete', async () => {
    const screen = await open()
    screen.actor.send({ type: 'form.submitted' })
    expect(screen.banner()).toBe('[Year, Month] is required')
    screen.choose({ year: '2025' })
    screen.actor.send({ type: 'form.submitted' })
    expect(screen.banner()).toBe('[Month] is required')
    expect(screen.calls).toHaveLength(0)
    // The same text again starts its time anew (spec 4.22).
    screen.clock.increment(4999)
    screen.actor.send({ type: 'form.submitted' })
    screen.clock.increment(4999)
    expect(screen.banner()).toBe('[Month] is required')
    screen.clock.increment(1)
    expect(screen.banner()).toBeNull()
  })

  test('loads and shows the table; a second click while busy does nothing (spec 4.13)', async () => {
    const screen = await chooseMarch()
    screen.actor.send({ type: 'form.submitted' })
    screen.actor.send({ type: 'form.submitted' })
    screen.actor.send({ type: 'chart.toggled' })
    screen.actor.send({ type: 'download.requested' })
    expect(screen.calls).toHaveLength(1)
    expect(screen.context().visibleView).toBeNull()
    await screen.answer(0)
    expect(screen.is('table')).toBe(true)
    expect(screen.written).toMatchObject([{ history: 'push', urlState: { view: 'table', selection: MARCH } }])
  })

  test.each([
    ['no response', new Error('network'), 'Error loading report data'],
    ['an invalid response', new LoadError('unreachable', null), 'Error loading report data'],
    ['a rejection with a message', new LoadError('rejected', 'No rights'), 'No rights'],
    ['a rejection without one', new LoadError('rejected', null), 'Error loading report data'],
  ])('clears the data and hides the table after %s', async (_name, error, text) => {
    const screen = await showTable()
    screen.actor.send({ type: 'form.submitted' })
    await screen.fail(1, error)
    expect(screen.is('blank')).toBe(true)
    expect(screen.context()).toMatchObject({ loaded: null, visibleView: null })
    expect(screen.banner()).toBe(text)
  })
})

describe('View Chart (spec 4.14)', () => {
  test('loads without data, shows the loading message meanwhile and then the success', async () => {
    const screen = await chooseMarch()
    screen.actor.send({ type: 'chart.toggled' })
    expect(screen.banner()).toBe('Loading data for chart...')
    screen.clock.increment(60_000)
    expect(screen.banner()).toBe('Loading data for chart...')
    await screen.answer(0)
    expect(screen.is('chart')).toBe(true)
    expect(screen.banner()).toBe('Chart data loaded successfully!')
  })

  test('waits 500 ms with data, and a second click returns to the table', async () => {
    const screen = await showTable()
    screen.actor.send({ type: 'chart.toggled' })
    expect([screen.is('rendering'), screen.banner()]).toEqual([true, 'Loading data for chart...'])
    screen.clock.increment(499)
    expect(screen.context().visibleView).toBe('table')
    screen.clock.increment(1)
    expect(screen.context().visibleView).toBe('chart')
    expect(screen.banner()).toBe('Chart data loaded successfully!')
    screen.actor.send({ type: 'chart.toggled' })
    expect([screen.context().visibleView, screen.calls.length]).toEqual(['table', 1])
  })

  test('shows Error loading chart data after a failed load', async () => {
    const screen = await chooseMarch()
    screen.actor.send({ type: 'chart.toggled' })
    await screen.fail(0, new LoadError('rejected', null))
    expect([screen.banner(), screen.is('blank')]).toEqual(['Error loading chart data', true])
  })
})

describe('a changed selection (spec 4.13, 4.15)', () => {
  test('reloads the current view and shows only the last choice, in whatever order the responses arrive', async () => {
    const screen = await showTable()
    screen.choose({ month: '4' })
    screen.choose({ month: '5' })
    expect(screen.calls.map(({ selection }) => selection['month'])).toEqual(['3', '4', '5'])
    expect(screen.calls.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
    expect(screen.context().loaded?.selection).toEqual(MARCH)
    screen.calls[2]?.respond([{ ...RECORD, day: '5/1/2025' }])
    await screen.answer(1, [{ ...RECORD, day: '4/1/2025' }])
    expect(screen.context().loaded?.selection).toEqual({ year: '2025', month: '5' })
    expect(screen.is('table')).toBe(true)
  })

  test('keeps the chart visible', async () => {
    const screen = await showTable()
    screen.showChart()
    screen.choose({ year: '2024' })
    expect(screen.context().visibleView).toBe('chart')
    await screen.answer(1, [{ ...RECORD, day: '3/1/2024' }])
    expect(screen.is('chart')).toBe(true)
  })

  test('clears the data and sends nothing while incomplete, and reloads once complete', async () => {
    const screen = await showTable()
    screen.choose({ month: '' })
    expect([screen.is('blank'), screen.context().loaded, screen.calls.length]).toEqual([true, null, 1])
    screen.choose({ month: '6' })
    expect([screen.is('loading'), screen.calls.length]).toEqual([true, 2])
  })
})

describe('a comparison (spec 4.23)', () => {
  const compare = (screen: ReturnType<typeof start>, value: string) =>
    screen.actor.send({ type: 'compare.changed', compare: value })

  test('chosen before Submit is loaded with it, and is in the address', async () => {
    const screen = await chooseMarch()
    compare(screen, 'year')
    expect(screen.calls).toHaveLength(0)
    screen.actor.send({ type: 'form.submitted' })
    await screen.answer(0)
    expect(screen.calls.map((call) => call.compare)).toEqual(['year'])
    expect(screen.written).toMatchObject([{ urlState: { compare: 'year' } }])
  })

  test('reloads the current view, and adds a history entry', async () => {
    const screen = await showTable()
    compare(screen, 'previous')
    expect([screen.is('loading'), screen.context().visibleView]).toEqual([true, 'table'])
    await screen.answer(1)
    expect(screen.written.at(-1)).toMatchObject({ history: 'push', urlState: { compare: 'previous' } })
    screen.showChart()
    expect(screen.calls).toHaveLength(2)
    expect(screen.written.at(-1)).toMatchObject({ urlState: { view: 'chart', compare: 'previous' } })
    compare(screen, '')
    await screen.answer(2)
    expect([screen.is('chart'), screen.calls.at(-1)?.compare]).toEqual([true, null])
    expect(screen.written.at(-1)).toMatchObject({ urlState: { view: 'chart', compare: null } })
  })

  test('chosen while options are loaded waits for them', async () => {
    const screen = start(compileOne(), { selection: MARCH, view: 'table' })
    compare(screen, 'year')
    expect([screen.is('starting'), screen.calls.length]).toEqual([true, 0])
    await screen.ready()
    expect(screen.calls.map((call) => call.compare)).toEqual(['year'])
  })

  test.each([
    ['previous', 'previous', 'year'],
    ['year', 'year', 'year'],
    ['decade', null, null],
    ['', null, null],
  ])('%j of an address is %j on a screen of months, %j on one of years', async (text, ofMonths, ofYears) => {
    const yearly = compileOne({
      selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }],
      data: { url: '/v1/small/{year}' },
      rows: { key: { kind: 'month', field: 'month', label: 'Month' } },
    })
    const screens = [start(compileOne(), { compare: text }), start(yearly, { compare: text })]
    expect(screens.map((screen) => screen.context().compare)).toEqual([ofMonths, ofYears])
    expect(start(compileOne({ compare: false }), { compare: text }).context().compare).toBeNull()
  })

  test('of Back is what is loaded', async () => {
    const screen = await showTable()
    compare(screen, 'year')
    await screen.answer(1)
    const back = { ...emptyUrlState, selection: MARCH, view: 'table' as const }
    screen.actor.send({ type: 'url.changed', urlState: back, search: '' })
    expect([screen.is('loading'), screen.calls.at(-1)?.compare]).toEqual([true, null])
  })
})

describe('a failed load (spec 4.13, 4.17, 8.5)', () => {
  const refused = new LoadError('rejected', 'No rights', { requestId: 'request-1', reason: null })

  test('keeps its reason until something else is chosen or loaded', async () => {
    const screen = await showTable()
    screen.choose({ month: '4' })
    await screen.fail(1, refused)
    const hasFailed = () => screen.actor.getSnapshot().matches({ data: { blank: 'failed' } })
    expect(hasFailed()).toBe(true)
    expect(screen.context().failure).toEqual({ text: 'No rights', requestId: 'request-1', reason: null })
    screen.clock.increment(5_000)
    expect([screen.banner(), hasFailed()]).toEqual([null, true])
    screen.choose({ month: '' })
    expect([screen.is('blank'), hasFailed()]).toEqual([true, false])
    screen.choose({ month: '4' })
    expect(screen.is('loading')).toBe(true)
  })

  test('without a network keeps the table of the last period, and says it once', async () => {
    const screen = await showTable()
    screen.network.isOffline = true
    screen.choose({ month: '5' })
    await screen.fail(1, new LoadError('unreachable', null))
    const selection = { year: '2025', month: '5' }
    const kept = { visibleView: 'table', loaded: { selection: MARCH }, selection }
    expect(screen.context()).toMatchObject(kept)
    expect(screen.banner()).toBe('You are offline. Submit again later.')
    screen.network.isOffline = false
    screen.actor.send({ type: 'form.submitted' })
    await screen.answer(2)
    expect(screen.context().loaded?.selection).toEqual(selection)
  })

  test.each([
    ['table', 'form.submitted'],
    ['chart', 'chart.toggled'],
  ] as const)('of a %s is repeated by %s', async (view, type) => {
    const screen = await open(compileOne(), { selection: MARCH, view })
    await screen.fail(0, refused)
    screen.actor.send({ type })
    await screen.answer(1)
    expect(screen.context().visibleView).toBe(view)
  })

  test('writes what was requested to the URL, as the controls show it', async () => {
    const screen = await showTable()
    screen.choose({ month: '5' })
    await screen.fail(1, refused)
    const urlState = { view: 'table', selection: { year: '2025', month: '5' } }
    expect(screen.written.at(-1)).toMatchObject({ history: 'push', urlState })
  })
})

describe('the arrangement of the table (spec 2.20, 4.17)', () => {
  const arrangement: Arrangement = {
    sort: { label: 'A', desc: true },
    columns: { mode: 'default', toggled: new Set(['B']) },
    order: ['B'],
    widths: new Map([['A', 120]]),
    find: 'cable cut',
    added: [],
  }

  test('replaces the entry of the URL and outlives the chart', async () => {
    const screen = await showTable()
    screen.actor.send({ type: 'table.arranged', arrangement })
    screen.showChart()
    screen.actor.send({ type: 'chart.toggled' })
    const entries = screen.written.map(({ history, urlState }) => `${history} ${urlState.view}`)
    expect(entries).toEqual(['push table', 'replace table', 'push chart', 'push table'])
    for (const { urlState } of screen.written.slice(1)) expect(urlState.arrangement).toEqual(arrangement)
  })

  test('is that of the URL, also on Back', async () => {
    const screen = await open(compileOne(), { selection: MARCH, view: 'table', arrangement })
    await screen.answer(0)
    expect(screen.context().arrangement).toEqual(arrangement)
    const plain = { ...emptyUrlState, selection: MARCH, view: 'table' as const }
    screen.actor.send({ type: 'url.changed', urlState: plain, search: '' })
    expect(screen.context().arrangement).toEqual(defaultArrangement)
  })
})

describe('empty responses (spec 8.5)', () => {
  const local = shippedPlan('daily-local-exchange-traffic')
  test.each([
    [compileOne(), null, null],
    [compileOne(), 'Nothing yet', 'Nothing yet'],
    [local, null, 'No data available for the selected period.'],
    [local, 'Nothing yet', 'Nothing yet'],
  ])('of $key with the message %j show %j', async (plan, message, text) => {
    const screen = await chooseMarch(plan)
    screen.actor.send({ type: 'form.submitted' })
    await screen.answer(0, [], message)
    expect([screen.is('table'), screen.banner()]).toEqual([true, text])
    expect(screen.context().loaded?.table.rows).toEqual([])
  })

  test('show no success for a chart, and the next View Chart loads again', async () => {
    const screen = await chooseMarch()
    screen.actor.send({ type: 'chart.toggled' })
    await screen.answer(0, [])
    expect([screen.is('chart'), screen.banner()]).toEqual([true, null])
    screen.actor.send({ type: 'chart.toggled' })
    screen.actor.send({ type: 'chart.toggled' })
    expect(screen.calls).toHaveLength(2)
  })
})

describe('URL state (spec 4.17)', () => {
  test('of a link is applied once the options are known, without a history entry', async () => {
    const screen = start(compileOne(), { selection: MARCH, view: 'chart', chartType: 'pie' })
    expect([screen.is('starting'), screen.calls.length]).toEqual([true, 0])
    await screen.ready()
    await screen.answer(0)
    expect([screen.is('chart'), screen.context().chartType]).toEqual([true, 'pie'])
    expect(screen.written).toMatchObject([{ history: 'replace' }])
  })

  test('ignores a year that is not offered, and says so', async () => {
    const screen = await open(compileOne(), { selection: { year: '1999', month: '3' }, view: 'table' })
    expect([screen.is('blank'), screen.calls.length]).toEqual([true, 0])
    expect(screen.context().selection).toEqual({ month: '3' })
    screen.actor.send({ type: 'url.changed', urlState: { ...emptyUrlState, selection: MARCH }, search: '' })
    expect(screen.context().notices).toEqual({})
    const urlState = { ...emptyUrlState, selection: { ...MARCH, year: '1999' } }
    screen.actor.send({ type: 'url.changed', urlState, search: '' })
    expect(screen.context().notices).toEqual({ year: 'Year: 1999 is not available and was cleared.' })
  })

  test('shows loaded data at once on Back, loads other data, and clears without a selection', async () => {
    const screen = await showTable()
    screen.showChart()
    const back = (urlState: Partial<UrlState>) =>
      screen.actor.send({ type: 'url.changed', urlState: { ...emptyUrlState, ...urlState }, search: '' })
    back({ selection: MARCH, view: 'table' })
    expect([screen.is('table'), screen.calls.length]).toEqual([true, 1])
    back({ selection: { year: '2024', month: '3' }, view: 'chart' })
    expect([screen.is('loading'), screen.calls.length]).toEqual([true, 2])
    back({})
    expect(screen.is('blank')).toBe(true)
    expect(screen.context()).toMatchObject({ selection: {}, loaded: null })
  })

  test('replaces the entry for a change of series or chart type and adds one for a change of view', async () => {
    const screen = await showTable()
    screen.showChart()
    screen.actor.send({ type: 'chartType.changed', chartType: 'bar' })
    screen.actor.send({ type: 'series.toggled', name: 'A' })
    screen.actor.send({ type: 'series.set', mode: 'none' })
    const entries = screen.written.map(
      ({ history, urlState }) => `${history} ${urlState.view} ${urlState.chartType}`,
    )
    const replaced = Array(3).fill('replace chart bar')
    expect(entries).toEqual(['push table null', 'push chart null', ...replaced])
    expect(screen.written[3]?.urlState.visibility).toEqual({ mode: 'default', toggled: new Set(['A']) })
    expect(screen.written[4]?.urlState.visibility).toEqual({ mode: 'none', toggled: new Set() })
  })
})

describe('chart images (spec 4.20, 8.7)', () => {
  test('wait 500 ms and report an error if the chart is gone by then', async () => {
    const screen = await showTable()
    screen.actor.send({ type: 'image.requested', format: 'jpg' })
    screen.clock.increment(499)
    expect(screen.banner()).toBeNull()
    screen.clock.increment(1)
    expect(screen.banner()).toBe(
      'Chart container not found. Please ensure the chart is visible and try again.',
    )
  })

  test('show Chart download failed for an error without a message', async () => {
    const screen = await showTable()
    screen.showChart()
    screen.actor.send({ type: 'image.requested', format: 'png' })
    screen.clock.increment(500)
    await waitFor(screen.actor, (snapshot) => snapshot.matches({ image: 'idle' }))
    expect(screen.banner()).toBe('Chart download failed')
  })
})

test('Download requires a complete selection and reports its success (spec 5.7, 8.6)', async () => {
  const screen = await open()
  screen.actor.send({ type: 'download.requested' })
  expect(screen.banner()).toBe('[Year, Month] is required')
  screen.choose(MARCH)
  screen.actor.send({ type: 'download.requested' })
  await waitFor(screen.actor, (snapshot) => snapshot.matches({ download: 'idle' }))
  expect(screen.banner()).toBe('Download started successfully!')
})

describe('the chart types of a definition (spec 2.21, 4.17)', () => {
  const plan = compileOne({ chart: { types: ['bar', 'line'] } })

  test.each([
    [null, 'bar', null],
    ['line', 'line', null],
    ['pie', 'bar', 'Chart: pie is not available.'],
  ] as const)(
    'of a URL with %j are resolved to %s: the first one is the default, and another one is named',
    async (chartType, shown, text) => {
      const screen = await open(plan, { selection: MARCH, view: 'table', chartType })
      await screen.answer(0)
      expect([screen.context().chartType, screen.banner()]).toEqual([shown, text])
    },
  )

  test('can be one of the report itself', async () => {
    const own = { id: 'weekly', label: 'By week', vegaLite: { mark: 'bar', encoding: {} } }
    const planned = compileOne({ chart: { types: ['line', own] } })
    const screen = await open(planned, { selection: MARCH, view: 'chart', chartType: 'weekly' })
    await screen.answer(0)
    expect([screen.context().chartType, screen.banner()]).not.toContain('line')
    expect(screen.written.at(-1)).toMatchObject({ urlState: { chartType: 'weekly' } })
  })

  test('are written to the URL if they are not the first', async () => {
    const screen = await open(plan)
    screen.actor.send({ type: 'chartType.changed', chartType: 'line' })
    screen.actor.send({ type: 'chartType.changed', chartType: 'bar' })
    expect(screen.written.map(({ urlState }) => urlState.chartType)).toEqual(['line', null])
  })

  test.each([
    { view: 'chart', chartType: null },
    { view: 'table', chartType: 'line' },
  ] as const)('can be none: a URL with %j shows the table, and says so once', async (asked) => {
    const screen = await open(compileOne({ chart: { types: [] } }), { selection: MARCH, ...asked })
    await screen.answer(0)
    expect([screen.is('table'), screen.banner()]).toEqual([true, 'This report has no charts.'])
    expect(screen.written.map(({ urlState }) => urlState.chartType)).toEqual([null])
  })
})
