import { button, chart, expect, type Page, table, test } from './report.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3'
const INTERNATIONAL = '/report/daily-report-international-minutes?year=2025&month=3'

/** Leaves out the records of some days of March. */
const without = async (page: Page, path: string, days: readonly number[]): Promise<void> => {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const body = JSON.parse(await response.text(), (_, value: unknown) =>
      Array.isArray(value)
        ? value.filter(
            (record: { readonly reportDate?: string } | string) =>
              typeof record === 'string' || !days.some((day) => record.reportDate === `3/${day}/2025`),
          )
        : value,
    ) as object
    await route.fulfill({ response, json: body })
  })
}

test('a day without a record is 0 in the table and a gap with a band in the chart, or is named below both (spec 2.20, 4.19)', async ({
  page,
}) => {
  await without(page, '**/v1/monthly-reports/2025/3/*', [9, 10, 12])
  await page.goto(`${DAILY}&view=table`)
  const row = page.getByRole('row', { name: '3/9/2025' })
  await expect(row.getByRole('cell').first()).toHaveText('0.00')
  await expect(row.getByRole('rowheader')).toHaveAttribute('title', '3/9/2025: no record')
  await button(page, 'View Chart').click()
  await expect(chart(page)).toHaveAccessibleDescription(
    / 3 days without a record: 9, 10 and 12 March 2025\.$/,
  )
  await expect(chart(page).locator('.mark-rect path:visible')).toHaveCount(2)
  const line = chart(page).locator('.mark-shape path').first()
  // The parts before and after the gaps, and the day between them.
  await expect(line).toHaveAttribute('d', /^(M[^M]*){3}$/)
  await expect(chart(page).locator('.mark-symbol path:visible')).toHaveCount(5 * 28)

  await without(page, '**/v1/international-minutes/**', [17])
  await page.goto(`${INTERNATIONAL}&view=table`)
  await expect(table(page)).toBeVisible()
  const sentence = '1 day of the period has no record and is not listed: 17 March 2025.'
  await expect(page.getByText(sentence).filter({ visible: true })).toHaveCount(1)
  await button(page, 'View Chart').click()
  await expect(chart(page)).toBeVisible()
  await expect(page.getByText(sentence).filter({ visible: true })).toHaveCount(1)
})
