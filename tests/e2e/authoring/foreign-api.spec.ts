import readXlsxFile from 'read-excel-file/node'
import { startSmallApi } from '../../support/foreign-api.ts'
import { expect, testOn, trySignIn } from '../portal.ts'
import { button, cells, chart, fileOf, series, table } from '../report/report.ts'
import { startOtherPortal } from './other-portal.ts'

const test = testOn(async () => {
  const api = await startSmallApi()
  const portal = await startOtherPortal(['examples/foreign-api'], api.url)
  const stop = async () => {
    await portal.stop()
    await api.close()
  }
  return { ...portal, calls: api.calls, stop }
})

test(
  'a report over another API works: three tabs, a choice, records at another path, a text key',
  { tag: '@rest' },
  async ({ page, problems, other }) => {
    problems.expect('another origin')
    test.setTimeout(90_000)
    await page.goto('/login')
    await trySignIn(page, 'ada', 'anything at all')
    await expect(button(page, 'Logout')).toBeVisible()

    await test.step('has three tabs, each with a route', async () => {
      await page.goto('/report/network-quality')
      await expect(page).toHaveURL(`${other.url}/report/network-quality/voice`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network Quality - Voice')
      for (const tab of ['Voice', 'Mobile Data', 'Messages']) {
        await expect(page.getByRole('link', { name: tab, exact: true })).toBeVisible()
      }
    })

    await test.step('loads choices and records from another path, with a text key, sums and totals', async () => {
      await page.getByLabel('Choose Region').selectOption({ label: 'South West' })
      await page.getByLabel('Choose Year').selectOption('2026')
      await button(page, 'Submit').click()
      await expect(page.getByRole('table', { name: 'Voice in South West - 2026', exact: true })).toBeVisible()
      expect(await cells(table(page))).toEqual([
        ['Site', 'Drops: Radio', 'Drops: core', 'All drops', 'Attempts', 'Drop rate'],
        ['Ikeja 2', '120.50', '30.00', '150.50', '40,200.00', '0.37%'],
        ['Abuja <Hub>', '80.00', '12.25', '92.25', '31,000.00', '0.30%'],
        ['Kano 1', '61.75', '9.00', '70.75', '18,450.00', '0.38%'],
        ['All sites', '262.25', '51.25', '313.50', '89,650.00', 'overall 0.35%'],
      ])
      expect(other.calls).toContain('GET /quality/voice/SW?year=2026')
    })

    await test.step('draws charts and saves files', async () => {
      await button(page, 'View Chart').click()
      await expect(chart(page)).toHaveAccessibleName('Voice - Line Chart - South West 2026')
      await expect(series(page)).toHaveText(['Drops: Radio', 'Drops: core'])
      const image = await fileOf(page, () => button(page, 'Download Chart').click())
      expect(image.name).toBe('voice-line-chart-South-West-2026.jpg')
      const book = await fileOf(page, () => button(page, 'Download').click())
      expect(book.name).toBe('quality_voice_sw_2026.xlsx')
    })

    await test.step('has other columns and a workbook of its own in another tab, and an optional choice', async () => {
      await page.getByRole('link', { name: 'Messages', exact: true }).click()
      await button(page, 'Submit').click()
      await expect(
        page.getByRole('table', { name: 'Messages in South West - 2026', exact: true }),
      ).toBeVisible()
      expect(await cells(table(page))).toEqual([
        ['Site', 'Sent', 'Lost'],
        ['Ikeja 2', '5,000.00', '12.00'],
        ['All sites', '5,000.00', '12.00'],
      ])
      const book = await fileOf(page, () => button(page, 'Download').click())
      expect(book.name).toBe('quality_messages_sw_2026.xlsx')
      const [sheet] = await readXlsxFile(book.bytes)
      expect(sheet?.data).toEqual([
        ['Messages in South West - 2026', null, null],
        ['South West 2026', null, null],
        ['Site', 'Sent', 'Lost'],
        ['Ikeja 2', 5000, 12],
        ['All sites', 5000, 12],
      ])
      // The tab has loaded its chart, and Submit its table.
      expect(other.calls.filter((call) => call.includes('/quality/messages/SW'))).toEqual([
        'GET /quality/messages/SW?year=2026',
        'GET /quality/messages/SW?year=2026',
      ])
      await page.getByLabel('Choose Region').selectOption({ label: 'North Central' })
      await expect(page.getByText('No site in North Central').filter({ visible: true })).toBeVisible()
    })
  },
)
