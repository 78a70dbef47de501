import type { Page } from '@playwright/test'

/** The report whose columns are the carriers of the response. */
export const WIDE = '/report/daily-report-international-minutes?year=2024&month=2'

/** The value of a day (from 1) and a carrier (from 1). */
export const wideValue = (day: number, carrier: number): number => day * 1_000 + carrier + 0.5

export const wideNames = (carriers: number): string[] =>
  Array.from({ length: carriers }, (_, index) => `Carrier ${index + 1} Wholesale International GmbH`)

/** Replaces the records of the wide report by those of this many days and carriers. */
export async function serveWideTable(page: Page, carriers: number, days = 29): Promise<void> {
  const names = wideNames(carriers)
  const data = Array.from({ length: days }, (_, index) => ({
    reportDate: `2/${index + 1}/2024`,
    ...Object.fromEntries(names.map((name, column) => [name, wideValue(index + 1, column + 1)])),
  }))
  await page.route('**/v1/international-minutes/ida-to-routelink/2024-02', (route) =>
    route.fulfill({ json: { success: true, message: '', records: { data, carriers: names } } }),
  )
}
