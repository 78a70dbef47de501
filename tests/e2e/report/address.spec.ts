import {
  button,
  chart,
  choose,
  expect,
  load,
  month,
  series,
  status,
  submit,
  table,
  test,
  year,
} from './report.ts'

test('Back and Forward step through load, chart and tab, not through series (spec 4.17)', async ({
  page,
}) => {
  const table2025 = 'IDA to Routelink - Daily Minutes Data - 2025 March'
  await page.goto('/report/daily-report-international-minutes')
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'View Chart').click()
  await expect(chart(page)).toBeVisible()
  await button(page, 'Pie').click()
  await series(page).first().click()
  await page.getByRole('tab', { name: 'Routelink to MNO / International Carrier' }).click()
  await expect(page).toHaveURL(/tab=routelink-to-mno&year=2025&month=3$/)
  await expect(chart(page).or(table(page)).or(status(page))).toHaveCount(0)
  await submit(page)
  await expect(table(page)).toBeVisible()
  await choose(page, { month: 'April' })
  await expect(table(page)).toHaveAccessibleName(/2025 April$/)
  await expect(page).toHaveURL(/month=4/)

  await page.goBack()
  await expect(table(page)).toHaveAccessibleName(/^Routelink to MNO .* 2025 March$/)
  await expect(month(page)).toHaveValue('3')
  await page.goBack()
  await expect(table(page)).toHaveCount(0)
  await expect(year(page)).toHaveValue('2025')
  await page.goBack()
  await expect(chart(page)).toHaveAccessibleName(
    'IDA to Routelink - Monthly Distribution Pie Chart - 2025 March',
  )
  await expect(series(page).first()).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  await expect(table(page)).toHaveAccessibleName(table2025)
  await page.goBack()
  await expect(table(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Daily Report - International Minutes - IDA to Routelink',
  )
  for (const expected of [table2025, null, null]) {
    await page.goForward()
    if (expected === null) await expect(table(page)).toHaveCount(0)
    else await expect(table(page)).toHaveAccessibleName(expected)
  }
})
