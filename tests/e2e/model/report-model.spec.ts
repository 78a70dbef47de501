import type { Page, Route } from '@playwright/test'
import { resolveLabels } from '../../../src/report/labels.ts'
import { findEarlierPeriod } from '../../../src/report/comparison/add-comparison.ts'
import type { Report, ReportPlan, Selection } from '../../../src/report/plan.ts'
import { requiredMessage } from '../../../src/report/selection/selection.ts'
import { loadReports } from '../../../src/definition/load.ts'
import { generateResponse } from '../../support/generate-response.ts'
import {
  buildOptionList,
  type ModelStep,
  findPaths,
  SERVER_MESSAGE,
  type ReportSnapshot,
} from '../../support/report-paths.ts'
import type { ReportContext } from '../../../src/web/machines/report-context.ts'
import { expect, signIn, test } from '../portal.ts'

/*
 * Visits every state of the report machine by generated paths in the real portal, for every definition. After each step
 * the screen must match the state of the machine (spec 4.13, 4.15, 8.5).
 */

const TODAY = '2025-06-01'
const NOW = new Date(`${TODAY}T12:00:00Z`)
/** From this time on the clock advances only by a frame or by a step. */
const LATER = new Date(`${TODAY}T13:00:00Z`)
const FRAME_MS = 20

/** The pending requests for records. */
class PendingRequests {
  readonly #routes: Route[] = []

  async watch(page: Page, plan: ReportPlan): Promise<void> {
    const [head = ''] = plan.data.url.split(/[{?]/)
    const download = plan.download?.url?.split(/[{?]/)[0]
    const options = plan.selectors.flatMap(({ options: from }) =>
      'url' in from ? [matchCall(from.url)] : [],
    )
    await page.route(
      ({ pathname }) =>
        pathname.startsWith(head) &&
        !options.some((call) => call.test(pathname)) &&
        !(download && pathname.startsWith(download)),
      (route) => void this.#routes.push(route),
    )
  }

  /** Responds to the last request of each URL, when all of them are pending; others are superseded. */
  async respond(bodies: ReadonlyMap<string, unknown>): Promise<void> {
    const isOf = (url: string) => (route: Route) => {
      const { pathname, search } = new URL(route.request().url())
      return `${pathname}${search}` === url
    }
    const listLast = () =>
      [...bodies].map(([url, json]) => ({ route: this.#routes.findLast(isOf(url)), json }))
    await expect.poll(() => listLast().every(({ route }) => route), 'requests for records').toBe(true)
    const last = listLast()
    for (const route of this.#routes.splice(0)) {
      const found = last.find((one) => one.route === route)
      await (found ? route.fulfill({ json: found.json }) : route.abort()).catch(() => undefined)
    }
  }

  clear(): void {
    this.#routes.length = 0
  }
}

/** Matches the paths of a call, with what is chosen as groups. */
const matchCall = (url: string): RegExp =>
  new RegExp(`${url.replaceAll(/\{(\w+?)(?:Name)?(?::\w+)?\}/g, '(?<$1>[^/]+)')}$`)

/** Responds to requests for options as the model expects it, instead of the server. */
async function serveOptions(page: Page, plan: ReportPlan): Promise<void> {
  for (const selector of plan.selectors) {
    const { options } = selector
    if (!('url' in options)) continue
    const call = matchCall(options.url)
    await page.route(call, (route) => {
      const chosen = call.exec(new URL(route.request().url()).pathname)?.groups ?? {}
      const records = buildOptionList(selector, chosen).map(({ value, label }) =>
        options.value === null ? value : { [options.value]: value, [options.label ?? '']: label },
      )
      return route.fulfill({ json: { success: true, records } })
    })
  }
}

const REFUSAL = { success: false, message: SERVER_MESSAGE, records: [], totalCount: 0 }

/** The responses to the pending requests: the given one, and one without records for an earlier period. */
function buildResponses(
  plan: ReportPlan,
  context: ReportContext,
  body: unknown,
): ReadonlyMap<string, unknown> {
  const { selection, compare, options } = context
  const formatCall = (chosen: Selection) => {
    const { path, query } = resolveLabels(plan, chosen, TODAY, options ?? {}).dataCall
    const parameters = new URLSearchParams(query).toString()
    return parameters === '' ? path : `${path}?${parameters}`
  }
  const earlier = compare && findEarlierPeriod(plan, selection, compare, options ?? {})
  const others = earlier === null || earlier.problem !== null ? [] : [earlier.selection]
  return new Map([
    ...others.map((other) => [formatCall(other), generateResponse(plan, other, 0)] as const),
    [formatCall(selection), body],
  ])
}

const buildUrl = (report: Report, plan: ReportPlan): string => {
  const path = report.tabs?.navigation === 'route' ? `${report.path}/${plan.tab ?? ''}` : report.path
  const query = new URLSearchParams()
  if (report.tabs?.navigation === 'query' && plan.tab !== null) query.set('tab', plan.tab)
  if (plan.variant !== null) query.set('variant', plan.variant)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

async function perform(
  page: Page,
  plan: ReportPlan,
  requests: PendingRequests,
  { event, before }: ModelStep,
): Promise<void> {
  const { selection } = before.context
  switch (event.type) {
    case 'options.loaded':
      await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
      return
    case 'selection.changed': {
      const selector = plan.selectors.find(({ name }) => name === event.name)
      const field = page.getByLabel(selector?.prompt ?? '')
      if (selector?.multiple !== true) {
        await field.selectOption(event.value)
        return
      }
      await field.first().click()
      await page.getByRole('button', { name: 'None', exact: true }).click()
      for (const value of event.value === '' ? [] : event.value.split(',')) {
        const label = before.context.options?.[event.name]?.find((option) => option.value === value)?.label
        await page.getByRole('checkbox', { name: label ?? value, exact: true }).check()
      }
      await page.keyboard.press('Escape')
      return
    }
    case 'compare.changed':
      await page.getByLabel('Compare').selectOption(event.compare)
      return
    case 'form.submitted':
      await page.getByRole('button', { name: /^(Submit|Loading\.\.\.)$/ }).click()
      return
    case 'chart.toggled':
      await page.getByRole('button', { name: /^(View|Hide) Chart$/ }).click()
      return
    case 'load.succeeds':
      await requests.respond(
        buildResponses(plan, before.context, generateResponse(plan, selection, event.rows)),
      )
      return
    case 'load.rejected':
      await requests.respond(buildResponses(plan, before.context, REFUSAL))
      return
    case 'time.passes':
      await page.clock.runFor(500)
  }
}

const isIn = (snapshot: ReportSnapshot, state: 'loading' | 'rendering' | 'blank') =>
  snapshot.matches({ data: state })

/** The banner after a step, derived from the events and not from the machine's actions. */
function predictBanner(
  plan: ReportPlan,
  { event, before, after }: ModelStep,
  shown: string | null,
): string | null {
  const view = before.context.requestedView ?? 'table'
  switch (event.type) {
    case 'form.submitted':
    case 'chart.toggled': {
      const missing = requiredMessage(plan, before.context.selection)
      if (isIn(before, 'blank') && missing !== null) return missing
      if (isIn(before, 'loading') || isIn(before, 'rendering')) return shown
      if (event.type === 'form.submitted') return null
      return isIn(after, 'loading') || isIn(after, 'rendering') ? 'Loading data for chart...' : shown
    }
    case 'selection.changed':
    case 'compare.changed':
      return isIn(after, 'loading') && after.context.requestedView === 'chart'
        ? 'Loading data for chart...'
        : null
    case 'load.succeeds':
      if (event.rows === 0) return plan.data.messages[view].empty
      return view === 'chart' ? 'Chart data loaded successfully!' : null
    case 'load.rejected':
      return SERVER_MESSAGE
    case 'time.passes':
      return 'Chart data loaded successfully!'
    case 'options.loaded':
      return null
  }
}

async function check(
  page: Page,
  plan: ReportPlan,
  { after }: ModelStep,
  banner: string | null,
): Promise<void> {
  const { context } = after
  const { loaded, visibleView } = context
  const busy = isIn(after, 'loading') || isIn(after, 'rendering')
  const names = resolveLabels(plan, loaded?.selection ?? context.selection, TODAY)
  const hasRows = (loaded?.table.rows.length ?? 0) > 0
  const main = page.getByRole('main')

  await expect(page.getByRole('button', { name: busy ? 'Loading...' : 'Submit', exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: visibleView === 'chart' ? 'Hide Chart' : 'View Chart' }),
  ).toBeVisible()
  await expect(main.getByRole('table', { name: names.tableTitle })).toHaveCount(
    visibleView === 'table' && hasRows ? 1 : 0,
  )
  const chart = main.getByRole('img', { name: names.chartTitle('line'), exact: true })
  const isCharted = visibleView === 'chart' && hasRows
  // React shows a lazy component shortly after its code has loaded, and the clock does not advance by itself.
  if (isCharted) await expect.poll(() => page.clock.runFor(5 * FRAME_MS).then(() => chart.count())).toBe(1)
  else await expect(chart).toHaveCount(0)
  await expect(main.getByText(names.empty, { exact: true })).toHaveCount(
    visibleView !== null && !hasRows ? 1 : 0,
  )
  for (const { name, prompt, multiple } of plan.selectors) {
    if (multiple) continue
    await expect(page.getByLabel(prompt)).toHaveValue(context.selection[name] ?? '')
  }
  const messages = main.locator('[role=status], [role=alert]')
  if (banner === null) await expect(messages).toHaveCount(0)
  else await expect(messages).toHaveText(banner)
  if (plan.compare.length > 0) await expect(page.getByLabel('Compare')).toHaveValue(context.compare ?? '')
  await expect(main.locator('form output')).toHaveText([
    ...Object.values(context.notices),
    ...(loaded?.problem ? [loaded.problem] : []),
  ])
}

/** The paths without a comparison, and the first one that leads to each kind of state with one. */
function pickCompared(paths: readonly ModelStep[][]): ModelStep[][] {
  const compared = new Map(
    paths
      .filter((path) => path.at(-1)?.after.context.compare !== null)
      .toReversed()
      .map((path) => [JSON.stringify(path.at(-1)?.after.value.data), path]),
  )
  return [
    ...paths.filter((path) => path.every(({ event }) => event.type !== 'compare.changed')),
    ...compared.values(),
  ]
}

/** Whether a user acts while options are loaded, which is too short to do so here. */
const isHurried = (path: readonly ModelStep[]): boolean =>
  path.some(({ event, before }) => before.matches({ data: 'resolving' }) && event.type !== 'options.loaded')

/** The paths that are not a prefix of another one: together they visit every state. */
function listLongest(paths: readonly ModelStep[][]): ModelStep[][] {
  const texts = paths.map((path) => path.map(({ event }) => JSON.stringify(event)).join('\n'))
  return paths.filter(
    (_, index) => !texts.some((text, other) => other !== index && text.startsWith(`${texts[index] ?? ''}\n`)),
  )
}

/** Returns to the plain route without reloading the portal: nothing is selected or loaded (spec 4.17). */
const restart = (page: Page, url: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)

for (const report of loadReports('reports')) {
  test(`the screen of ${report.id} matches its model in every state`, { tag: '@rest' }, async ({ page }) => {
    test.setTimeout(180_000)
    const [plan] = report.plans
    if (plan === undefined) throw new Error(`${report.id} has no plan`)
    await page.clock.install({ time: NOW })
    await signIn(page, 'superadmin', '/test')
    const requests = new PendingRequests()
    await requests.watch(page, plan)
    await serveOptions(page, plan)
    const url = buildUrl(report, plan)
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await page.clock.pauseAt(LATER)
    for (const path of listLongest(pickCompared(findPaths(plan).filter((steps) => !isHurried(steps))))) {
      requests.clear()
      await restart(page, url)
      let banner: string | null = null
      for (const step of path) {
        await perform(page, plan, requests, step)
        await page.clock.runFor(FRAME_MS)
        // Options arrive at once, so that the screen is past this state.
        if (step.after.matches({ data: 'resolving' })) continue
        banner = predictBanner(plan, step, banner)
        await check(page, plan, step, banner)
      }
    }
  })
}
