import { choose, expect, submit, table, test } from './report.ts'

const MONTHLY = '/report/monthly-reports/routelink-to-mno'
const DAYS = /\/daily-report-minutes\/routelink-to-mno\?year=2025&month=\d+&view=table$/

test('a month with records opens its days, by keyboard in the same tab and by a middle click in another (spec 2.20)', async ({
  page,
  context,
}) => {
  await page.goto(MONTHLY)
  await choose(page, { year: '2025' })
  await submit(page)
  const month = table(page).getByRole('link').first()
  const name = await month.textContent()
  await month.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(DAYS)
  await expect(table(page)).toHaveAccessibleName(
    new RegExp(`^Routelink to MNO - Daily Minutes Data - 2025 ${name ?? ''}`),
  )
  await page.goBack()
  await expect(table(page)).toHaveAccessibleName('Routelink to MNO - Monthly Report Data - 2025')

  const opened = context.waitForEvent('page')
  await table(page).getByRole('link').first().click({ button: 'middle' })
  await expect(await opened).toHaveURL(DAYS)
  const missing = table(page).getByRole('row', { name: /no record/ })
  await expect(missing.getByRole('link')).toHaveCount(0)
  const links = await table(page).getByRole('link').count()
  expect(links + (await missing.count())).toBe(12)
})
