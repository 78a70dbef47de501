import { button, chart, expect, load, test } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'

test('Print opens the dialog of the browser, and paper says from where and by whom', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true')
  })
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'Print').click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'true')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Printed by analyst from http.*month=3/)).toBeVisible()
  await expect(button(page, 'Print')).toBeHidden()
})

test('Copy image puts the chart on the clipboard', async ({ page, context, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a page read images that were copied')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'View Chart').click()
  await expect(chart(page)).toBeVisible()
  await button(page, 'Copy image').click()
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read()
        if (item?.types.includes('image/png') !== true) return 0
        return (await createImageBitmap(await item.getType('image/png'))).width
      }),
    )
    .toBeGreaterThan(1_000)
})
