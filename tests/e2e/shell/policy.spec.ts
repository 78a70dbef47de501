import { loadReports } from '../../../src/loading/load.ts'
import { chartTypeNames } from '../../../src/report/model/report-plan.ts'
import { emptyUrlState, formatUrlState } from '../../../src/report/selection/url-state.ts'
import { readRecording } from '../../support/recordings.ts'
import { startOtherPortal } from '../authoring/other-portal.ts'
import { expect, signIn, test, testOn } from '../portal.ts'
import { button, chart, fileOf } from '../report/report.ts'

test('the browser accepts no string as markup or code, and no script can allow it', async ({
  page,
  problems,
}) => {
  problems.expect(/Trusted ?Type|trusted-types|TrustedHTML|TrustedScript/i)
  await page.goto('/login')
  const refused = await page.evaluate(() => {
    const attempts: Readonly<Record<string, () => unknown>> = {
      innerHTML: () => (document.body.innerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      'script source': () => (document.createElement('script').src = '/assets/x.js'),
      'a policy of its own': () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('own', { createHTML: (text: string) => text }),
      'the default policy again': () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
      'an empty text, which clears a container': () => (document.createElement('div').innerHTML = ''),
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return [name, 'done']
      } catch (error) {
        return [name, (error as Error).name]
      }
    })
  })
  expect(Object.fromEntries(refused)).toEqual({
    innerHTML: 'TypeError',
    insertAdjacentHTML: 'TypeError',
    'script source': 'TypeError',
    'a policy of its own': 'TypeError',
    'the default policy again': 'TypeError',
    'an empty text, which clears a container': 'done',
  })
  await expect(page.locator('b')).toHaveCount(0)
})

const REPORTS = 'examples/reports'
const drawn = ['hourly-load', 'number-portability', 'carrier-quality', 'network-minutes']
const plans = loadReports(REPORTS, 'examples/datasets').flatMap(({ id, path, plans: [plan] }) =>
  plan !== undefined && drawn.includes(id) ? [{ id, path, plan }] : [],
)

testOn(() => startOtherPortal([REPORTS], '/', '/', 'examples/datasets'))(
  'every chart type is drawn and saved without a violation',
  async ({ page }) => {
    const violations: string[] = []
    await page.exposeFunction('noteViolation', (text: string) => violations.push(text))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
        (window as unknown as { noteViolation: (text: string) => void }).noteViolation(
          `${violatedDirective} ${sample}`,
        ),
      )
    })
    await signIn(page, 'superadmin')
    const types = plans.flatMap(({ plan }) => plan.chart.types)
    expect(types).toEqual(expect.arrayContaining([...chartTypeNames, 'weekly', 'panels']))
    for (const { id, path, plan } of plans) {
      const search = formatUrlState(
        { ...emptyUrlState, selection: readRecording(id).screens[plan.key] ?? {}, view: 'chart' },
        { tab: plan.tab, variant: plan.variant },
      )
      await page.goto(`${path}?${search.toString()}`)
      for (const type of plan.chart.types) {
        await button(page, plan.chart.labels[type] ?? '').click()
        await expect(chart(page).locator('.vega-embed:not([hidden]) svg .mark-group').first()).toBeVisible()
        await fileOf(page, () => button(page, 'Download Chart').click())
      }
    }
    expect(violations).toEqual([])
  },
)
