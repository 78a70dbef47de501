import { expect, signIn, testOn } from '../portal.ts'
import { resolveLabels } from '../../../src/report/selection/titles-and-file-names.ts'
import { resolveOptions } from '../../../src/report/selection/options.ts'
import type { Report, ReportPlan, Selection } from '../../../src/report/model/report-plan.ts'
import { emptyUrlState, formatUrlState } from '../../../src/report/selection/url-state.ts'
import { loadReports } from '../../../src/loading/load.ts'
import { readRecording } from '../../support/recordings.ts'
import { startOtherPortal } from '../authoring/other-portal.ts'
import { connect } from '../authoring/role-rights.ts'
import { button, chart, fileOf, table } from './report.ts'

/*
 * Every definition of `examples/` in the browser, on the embedded API with demo records: no example has a test of its
 * own. The figures of its table are in its golden, `tests/reports/goldens`.
 */
const REPORTS = 'examples/reports'
const reports = loadReports(REPORTS, 'examples/datasets')

const test = testOn(() =>
  startOtherPortal([REPORTS], '/', '/', 'examples/datasets', {}, 'examples/dashboards'),
)

/** The address of the table of a screen. */
function buildAddress({ path, tabs }: Report, plan: ReportPlan, selection: Selection): string {
  const isRoute = tabs?.navigation === 'route'
  const search = formatUrlState(
    { ...emptyUrlState, selection, view: 'table' },
    { tab: isRoute ? null : plan.tab, variant: plan.variant },
  )
  return `${path}${isRoute ? `/${plan.tab ?? ''}` : ''}?${search.toString()}`
}

test.describe('examples', { tag: '@rest' }, () => {
  for (const report of reports) {
    test(`${report.id}: table, charts and files`, async ({ page, other }) => {
      test.setTimeout(120_000)
      await signIn(page, 'superadmin', '/test')
      const call = await connect(other.url, 'superadmin')
      for (const plan of report.plans) {
        const selection = readRecording(report.id).screens[plan.key] ?? {}
        const { options } = await resolveOptions(
          plan,
          selection,
          async (url) => (await call('GET', url)).body,
          2025,
        )
        const labels = resolveLabels(plan, selection, new Date().toISOString().slice(0, 10), options)

        await test.step(`${plan.key} shows its table`, async () => {
          await page.goto(buildAddress(report, plan, selection))
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(plan.title)
          await expect(page.getByRole('table', { name: labels.tableTitle, exact: true })).toBeVisible()
          expect(await table(page).getByRole('rowheader').count()).toBeGreaterThan(3)
          await expect(page.locator('main')).not.toContainText(/NaN|undefined|\[object/)
        })

        await test.step(`${plan.key} saves the workbook`, async () => {
          if (plan.download === null) return
          const { name } = await fileOf(page, () => button(page, 'Download').click())
          expect(name).toBe(labels.workbookName)
        })

        await test.step(`${plan.key} draws and saves its charts`, async () => {
          if (plan.chart.types.length === 0) return
          await button(page, 'View Chart').click()
          for (const type of plan.chart.types) {
            if (plan.chart.types.length > 1) await button(page, plan.chart.labels[type] ?? '').click()
            await expect(chart(page)).toHaveAccessibleName(labels.chartTitle(type))
            const { name } = await fileOf(page, () => button(page, 'Download Chart').click())
            expect(name).toBe(`${labels.imageName(type)}.jpg`)
          }
        })
      }
    })
  }

  test('a chart by a specification has its address, its series and its tile', async ({ page }) => {
    await signIn(page, 'superadmin', '/report/network-minutes?year=2025&quarter=4&view=chart&chart=panels')
    const panels = page.locator('.vega-embed:not([hidden]) svg .cell > g')
    await expect(button(page, 'Panels')).toHaveAttribute('aria-pressed', 'true')
    await expect(panels).toHaveCount(4)
    await button(page, 'Roaming').click()
    await expect(panels).toHaveCount(3)
    await expect(page).toHaveURL(/chart=panels&.*Roaming/)
    await button(page, 'By week').click()
    await expect(page).not.toHaveURL(/chart=/)
    await page.goto('/dashboard/quality')
    const tile = page.getByRole('region', { name: 'Network Minutes - Panels - 2025 Q4' })
    await expect(tile.locator('svg .cell > g')).toHaveCount(4)
  })

  test('a heat map has its address, a row of cells for each series, and keys read its rows', async ({
    page,
  }) => {
    await signIn(page, 'superadmin', '/report/weekday-load?year=2025&month=3&view=chart')
    const cells = page.locator('.vega-embed:not([hidden]) svg .mark-rect.role-mark path')
    await expect(cells).toHaveCount(7 * 24)
    const view = await page.locator('.vega-embed:not([hidden]) svg').elementHandle()
    await button(page, 'Sunday').click()
    await expect(cells).toHaveCount(6 * 24)
    expect(await view?.evaluate((svg) => svg.isConnected)).toBe(true)
    await expect(page).toHaveURL(/view=chart&.*Sunday/)
    await chart(page).focus()
    await page.keyboard.press('End')
    await expect(page.locator('p', { hasText: /^23$/ })).toBeVisible()
    await button(page, 'Line').click()
    await expect(page).toHaveURL(/chart=line/)
  })

  test('on a phone both keys of a row stay in view while its numbers are scrolled', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'superadmin', '/report/fraud-watch?year=2025&month=3&view=table')
    const lastNumber = table(page).locator('tbody tr').first().locator('td').nth(3)
    await lastNumber.scrollIntoViewIfNeeded()
    await expect(lastNumber).toBeInViewport()
    for (const row of ['thead tr', 'tbody tr', 'tfoot tr']) {
      const second = await table(page).locator(row).first().locator('th, td').nth(1).boundingBox()
      expect(second?.x, row).toBeGreaterThan(100)
      expect((second?.x ?? 0) + (second?.width ?? 0), row).toBeLessThan(270)
    }
  })
})
