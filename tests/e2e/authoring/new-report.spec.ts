import { expect, signIn, testOn } from '../portal.ts'
import { button, cells, table } from '../report/report.ts'
import { startOtherPortal } from './other-portal.ts'
import { connect, giveRights } from './role-rights.ts'

const ROUTE = '/report/direction-minutes'
const TITLE = 'Minutes by Direction - MNO to Routelink 2025 March'
const [ROOT, REPORTS, SIXTH] = [1, 13, 61]

const test = testOn(() => startOtherPortal(['reports', 'tests/fixtures/new-report']))

test('a new report needs one file and nothing else', async ({ page, other: portal }) => {
  test.setTimeout(90_000)
  await test.step('appears in the permission tree', async () => {
    const names = await giveRights(portal.url, 'analyst', [ROOT, REPORTS, SIXTH])
    expect(names).toContain('Minutes by Direction')
  })

  await test.step('appears in the menu, with its route', async () => {
    await signIn(page, 'analyst', '/test')
    const menu = page.getByRole('navigation').first()
    await menu.getByText('Reports', { exact: true }).first().hover()
    const entry = menu.getByRole('link', { name: 'Minutes by Direction', exact: true })
    await expect(entry).toBeVisible()
    await expect(page.getByRole('link', { name: 'Daily Local Exchange Traffic', exact: true })).toHaveCount(0)
    await entry.click()
    await expect(page).toHaveURL(`${portal.url}${ROUTE}`)
    await expect(page).toHaveTitle('Minutes by Direction')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minutes by Direction')
    await expect(page.locator('[data-breadcrumb]')).toHaveText(
      'Portal Location | Reports > Minutes by Direction',
    )
  })

  await test.step('has the selectors of its definition', async () => {
    await page.getByLabel('Choose Year').selectOption('2025')
    await button(page, 'Submit').click()
    await expect(page.getByRole('alert')).toHaveText('[Direction, Year, Month] is required')
    await page.getByLabel('Choose Direction').selectOption({ label: 'MNO to Routelink' })
    await page.getByLabel('Choose Month').selectOption({ label: 'March' })
  })

  await test.step('shows the table', async () => {
    await button(page, 'Submit').click()
    await expect(page.getByRole('table', { name: TITLE, exact: true })).toBeVisible()
    const lines = await cells(table(page))
    expect(lines).toHaveLength(33)
    expect(lines[0]).toEqual([
      'Month / MNO',
      'Airtel',
      'MTN',
      '9 Mobile',
      'GLO',
      'Total',
      'IDA',
      'Grand Total',
    ])
    expect(lines[1]?.slice(0, 2)).toEqual(['3/1/2025', '426,534.32'])
    expect(lines.at(-1)?.[0]).toBe('Total')
  })

  await test.step('requires its own permission for screen and API, which opens no other calls (spec 6.4)', async () => {
    const call = await connect(portal.url, 'analyst')
    expect((await call('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')).status).toBe(200)
    expect((await call('GET', '/v1/local-exchange-traffic/2025/3')).status).toBe(403)
    // The page may still read notes, which would be refused.
    await page.goto('about:blank')
    await giveRights(portal.url, 'analyst', [ROOT, REPORTS])
    expect((await call('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')).status).toBe(403)
    await page.goto(ROUTE)
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
  })
})
