import { describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import type { ReportPlan, Selection } from '../../../src/report/model/report-plan.ts'
import { emptyUrlState, type UrlState } from '../../../src/report/selection/url-state.ts'
import type { Client } from '../../../src/web/api/client.ts'
import { createOptionsLoader } from '../../../src/web/report/report-services.ts'
import { choice, compileOne } from '../../support/definitions.ts'
import { startScreen } from '../../support/report-screen.ts'

const REGION = choice('region', { url: '/v1/regions/{year}' })
const CITY = choice('city', { url: '/v1/cities/{year}/{region}' })
const build = (...more: readonly { name: string }[]): ReportPlan =>
  compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }, ...more],
    data: { url: `/v1/small/{year}${more.map(({ name }) => `/{${name}}`).join('')}` },
    rows: { key: { kind: 'date', field: 'day', label: 'Date' } },
  })

/** A screen whose requests for options the test answers, each when it wants; every load has one record. */
function start(plan: ReportPlan, urlState: Partial<UrlState> = {}) {
  const pending: { path: string; respond: (records: readonly string[]) => void; fail: () => void }[] = []
  const sent: string[] = []
  const loads: Selection[] = []
  const get = (path: string) =>
    new Promise((resolve, reject) => {
      sent.push(path)
      pending.push({
        path,
        respond: (records) => resolve({ success: true, records }),
        fail: () => reject(new Error('no response')),
      })
    })
  const { load } = createOptionsLoader({ get: get as Client['get'] }, false)
  const { actor, context } = startScreen(plan, urlState, load, ({ selection, respond }) => {
    loads.push(selection)
    respond([{ day: '3/1/2025', a: 1, b: 2 }])
  })
  const choose = (name: string, value: string) => actor.send({ type: 'selection.changed', name, value })
  const request = async (path: string) =>
    vi.waitFor(() => {
      const index = pending.findIndex((one) => one.path === path)
      const [found] = index < 0 ? [] : pending.splice(index, 1)
      if (found === undefined) throw new Error(`no request for ${path}, but ${sent.join()}`)
      return found
    })
  const rest = () =>
    waitFor(actor, (snapshot) =>
      (['blank', 'table', 'chart'] as const).some((data) => snapshot.matches({ data })),
    )
  return { actor, sent, loads, choose, request, rest, context }
}

/** A screen that shows the table of 2025 and a region. */
async function showRegion(region: string) {
  const screen = start(build(REGION))
  screen.choose('year', '2025')
  ;(await screen.request('/v1/regions/2025')).respond(['N', 'S'])
  await screen.rest()
  screen.choose('region', region)
  screen.actor.send({ type: 'form.submitted' })
  await screen.rest()
  return screen
}

describe('options that depend on an earlier selector', () => {
  test('keep a value that is still offered, and load the report again', async () => {
    const { choose, request, rest, context, loads } = await showRegion('N')
    choose('year', '2024')
    ;(await request('/v1/regions/2024')).respond(['N'])
    await rest()
    expect(loads).toEqual([
      { year: '2025', region: 'N' },
      { year: '2024', region: 'N' },
    ])
    expect([context().visibleView, context().notices]).toEqual(['table', {}])
  })

  test('clear a value that is no longer offered, say so, and show nothing', async () => {
    const { choose, request, rest, context, loads } = await showRegion('S')
    choose('year', '2024')
    expect(context().visibleView).toBe('table')
    ;(await request('/v1/regions/2024')).respond(['N'])
    await rest()
    expect(context()).toMatchObject({
      selection: { year: '2024', region: '' },
      notices: { region: 'Region: S is not available and was cleared.' },
      visibleView: null,
    })
    expect(loads).toHaveLength(1)
    choose('region', 'N')
    await rest()
    expect([context().notices, loads.length]).toEqual([{}, 2])
  })

  test('are those of the last choice, in whatever order the responses arrive', async () => {
    const { choose, request, rest, context } = start(build(REGION))
    await rest()
    choose('year', '2025')
    const first = await request('/v1/regions/2025')
    choose('year', '2024')
    const second = await request('/v1/regions/2024')
    second.respond(['OLD'])
    await rest()
    first.respond(['NEW'])
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(context().options?.['region']?.map(({ value }) => value)).toEqual(['OLD'])
    expect(context().selection['year']).toBe('2024')
  })

  test('are none after a failed request, until it is tried again', async () => {
    const { actor, choose, request, rest, context } = start(build(REGION))
    await rest()
    choose('year', '2025')
    ;(await request('/v1/regions/2025')).fail()
    await rest()
    expect([context().options?.['region'], context().failed]).toEqual([[], ['region']])
    actor.send({ type: 'options.retried' })
    ;(await request('/v1/regions/2025')).respond(['N'])
    await rest()
    expect([context().options?.['region']?.length, context().failed]).toEqual([1, []])
  })

  test('can depend on each other in a row', async () => {
    const { choose, request, rest, context } = start(build(REGION, CITY))
    choose('year', '2025')
    ;(await request('/v1/regions/2025')).respond(['N'])
    await rest()
    choose('region', 'N')
    ;(await request('/v1/cities/2025/N')).respond(['Hull'])
    await rest()
    choose('city', 'Hull')
    await rest()
    choose('year', '')
    await rest()
    expect(context().selection).toEqual({ year: '', region: '', city: '' })
  })
})

describe('an address with options that depend on each other', () => {
  const deep = { selection: { year: '2025', region: 'S' }, view: 'table' as const }

  test('is loaded once everything in it is known to be offered', async () => {
    const { request, rest, context, loads } = start(build(REGION), deep)
    const call = await request('/v1/regions/2025')
    expect(loads).toEqual([])
    call.respond(['N', 'S'])
    await rest()
    expect([loads, context().visibleView]).toEqual([[deep.selection], 'table'])
  })

  test('loads nothing if a value is not offered, and says which', async () => {
    const { request, rest, context, loads } = start(build(REGION), deep)
    ;(await request('/v1/regions/2025')).respond(['N'])
    await rest()
    expect(loads).toEqual([])
    expect(context().notices).toEqual({ region: 'Region: S is not available and was cleared.' })
  })

  test('restores options and table with Back, without a second request', async () => {
    const { actor, choose, request, rest, context, loads, sent } = start(build(REGION), deep)
    ;(await request('/v1/regions/2025')).respond(['N', 'S'])
    await rest()
    choose('year', '2024')
    ;(await request('/v1/regions/2024')).respond(['S'])
    await rest()
    expect(loads).toHaveLength(2)
    actor.send({ type: 'url.changed', urlState: { ...emptyUrlState, ...deep }, search: '' })
    await rest()
    expect(context()).toMatchObject({ selection: deep.selection, visibleView: 'table' })
    expect(context().options?.['region']).toHaveLength(2)
    expect([loads.length, sent.length]).toEqual([3, 2])
  })

  test('is that of the last Back if it changes while options load', async () => {
    const { actor, request, rest, context } = start(build(REGION), deep)
    await request('/v1/regions/2025')
    const urlState = { ...emptyUrlState, selection: { year: '2024', region: 'N' } }
    actor.send({ type: 'url.changed', urlState, search: '' })
    ;(await request('/v1/regions/2024')).respond(['N'])
    await rest()
    expect(context()).toMatchObject({ selection: { year: '2024', region: 'N' }, visibleView: null })
  })
})
