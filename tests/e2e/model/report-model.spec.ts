import type { Page, Route } from '@playwright/test'
import { resolveLabels } from '../../../src/report/labels.ts'
import type { Report, ReportPlan } from '../../../src/report/plan.ts'
import { requiredMessage } from '../../../src/report/selection.ts'
import { loadReports } from '../../../src/definition/load.ts'
import { generateResponse } from '../../../src/definition/generate-response.ts'
import { type ModelStep, findPaths, SERVER_MESSAGE, type ReportSnapshot } from '../../support/report-paths.ts'
import { expect, signIn, test } from '../portal.ts'

/*
 * Every state of the report machine, reached by generated paths in the real portal, for every definition: at each step the screen is what the machine says (spec 4.13, 4.15, 8.5).
 */

const TODAY = '2025-06-01'
const NOW = new Date(`${TODAY}T12:00:00Z`)
/** From here on time passes only where a step says so, and a frame at a time. */
const LATER = new Date(`${TODAY}T13:00:00Z`)
const A_FRAME = 20

/** The calls for records that the portal has made and the test has not answered. */
class HeldCalls {
  readonly #routes: Route[] = []

  async watch(page: Page, plan: ReportPlan): Promise<void> {
    const [head = ''] = plan.data.url.split(/[{?]/)
    const download = plan.download?.url.split(/[{?]/)[0]
    const options = plan.selectors.flatMap((selector) =>
      'url' in selector.options ? [selector.options.url] : [],
    )
    await page.route(
      ({ pathname }) =>
        pathname.startsWith(head) &&
        !options.includes(pathname) &&
        !(download && pathname.startsWith(download)),
      (route) => void this.#routes.push(route),
    )
  }

  async answer(status: number, body: unknown): Promise<void> {
    await expect.poll(() => this.#routes.length, 'a call for records').toBeGreaterThan(0)
    const last = this.#routes.pop()
    const gone = this.#routes.splice(0)
    for (const route of gone) await route.abort().catch(() => undefined)
    await last?.fulfill({ status, json: body })
  }

  forget(): void {
    this.#routes.length = 0
  }
}

const addressOf = (report: Report, plan: ReportPlan): string => {
  const path = report.tabs?.navigation === 'route' ? `${report.path}/${plan.tab ?? ''}` : report.path
  const query = new URLSearchParams()
  if (report.tabs?.navigation === 'query' && plan.tab !== null) query.set('tab', plan.tab)
  if (plan.variant !== null) query.set('variant', plan.variant)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

async function perform(
  page: Page,
  plan: ReportPlan,
  calls: HeldCalls,
  { event, before }: ModelStep,
): Promise<void> {
  const { selection } = before.context
  switch (event.type) {
    case 'options.loaded':
      await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
      return
    case 'selection.changed': {
      const prompt = plan.selectors.find(({ name }) => name === event.name)?.prompt ?? ''
      await page.getByLabel(prompt).selectOption(event.value)
      return
    }
    case 'form.submitted':
      await page.getByRole('button', { name: /^(Submit|Loading\.\.\.)$/ }).click()
      return
    case 'chart.toggled':
      await page.getByRole('button', { name: /^(View|Hide) Chart$/ }).click()
      return
    case 'load.succeeds':
      await calls.answer(200, generateResponse(plan, selection, event.rows))
      return
    case 'load.rejected':
      await calls.answer(200, { success: false, message: SERVER_MESSAGE, records: [], totalCount: 0 })
      return
    case 'time.passes':
      await page.clock.runFor(500)
  }
}

const isIn = (snapshot: ReportSnapshot, state: 'loading' | 'rendering' | 'blank') =>
  snapshot.matches({ data: state })

/** The banner after a step, told from what happened and not from the machine's own actions. */
function bannerAfter(
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
  // React shows a lazy part a moment after its code has come, and no moment passes here by itself.
  if (isCharted) await expect.poll(() => page.clock.runFor(5 * A_FRAME).then(() => chart.count())).toBe(1)
  else await expect(chart).toHaveCount(0)
  await expect(main.getByText(names.empty, { exact: true })).toHaveCount(
    visibleView !== null && !hasRows ? 1 : 0,
  )
  for (const { name, prompt } of plan.selectors) {
    await expect(page.getByLabel(prompt)).toHaveValue(context.selection[name] ?? '')
  }
  const told = main.locator('[role=status], [role=alert]')
  if (banner === null) await expect(told).toHaveCount(0)
  else await expect(told).toHaveText(banner)
}

/** Paths that are not the beginning of another one: together they visit every state. */
function longest(paths: readonly ModelStep[][]): ModelStep[][] {
  const texts = paths.map((path) => path.map(({ event }) => JSON.stringify(event)).join('\n'))
  return paths.filter(
    (_, index) => !texts.some((text, other) => other !== index && text.startsWith(`${texts[index] ?? ''}\n`)),
  )
}

/** Back to the plain route without loading the portal anew: nothing chosen, nothing loaded (spec 4.17). */
const startAnew = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

for (const report of loadReports('reports')) {
  test(`the screen of ${report.id} matches its model in every state`, async ({ page }) => {
    test.setTimeout(180_000)
    const [plan] = report.plans
    if (plan === undefined) throw new Error(`${report.id} has no plan`)
    await page.clock.install({ time: NOW })
    await signIn(page, 'superadmin')
    const calls = new HeldCalls()
    await calls.watch(page, plan)
    // The model's years are the fallback's: the year list of the server is out of the model's sight.
    await page.route(/\/years$/, (route) => route.fulfill({ json: { success: true, records: [] } }))
    const address = addressOf(report, plan)
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await page.clock.pauseAt(LATER)
    for (const path of longest(findPaths(plan))) {
      calls.forget()
      await startAnew(page, address)
      let banner: string | null = null
      for (const step of path) {
        await perform(page, plan, calls, step)
        await page.clock.runFor(A_FRAME)
        banner = bannerAfter(plan, step, banner)
        await check(page, plan, step, banner)
      }
    }
  })
}
