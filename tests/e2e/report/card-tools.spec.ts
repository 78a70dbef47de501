import { button, chart, expect, load, test } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'

test('Print opens the dialog of the browser, and paper says from where, when and by whom', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true')
  })
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'Print').click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'true')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Printed by analyst from http.*month=3/)).toBeVisible()
  await expect(page.getByRole('main').getByText(/^\d\d \w{3} \d{4}, \d\d:\d\d UTC$/)).toBeVisible()
  await expect(button(page, 'Print')).toBeHidden()
})

test('the tools of a table take two rows on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await expect(button(page, 'Add column')).toBeVisible()
  const names = [
    'Add note',
    'Save view',
    'Tell me when…',
    'Add column',
    'Limit',
    'Print',
    'Copy link',
    'Copy',
  ]
  const boxes = await Promise.all([...names, 'Columns'].map((name) => button(page, name).boundingBox()))
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(2)
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
