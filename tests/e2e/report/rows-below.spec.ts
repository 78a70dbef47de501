import { expect, type Page, signIn, test } from '../portal.ts'
import { table } from './report.ts'

/** The brightness of the page at the empty right edge of a cell, this many px above the total row. */
async function readAboveTotal(page: Page, above: number): Promise<number> {
  const cell = await page.locator('tfoot td').first().boundingBox()
  if (cell === null) throw new Error('there is no total')
  const clip = { x: Math.round(cell.x + cell.width) - 6, y: Math.round(cell.y) - above, width: 1, height: 1 }
  const png = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (base64) => {
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([content], { type: 'image/png' }))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
    return red + green + blue
  }, png)
}

for (const [scheme, compare] of [
  ['light', ''],
  ['dark', ''],
  ['light', '&compare=period'],
] as const) {
  test(`a shadow above the totals shows that rows are below them (${scheme}${compare})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 620 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(
      page,
      'analyst',
      `/report/daily-report-minutes/mno-to-routelink?year=2025&month=3&view=table${compare}`,
    )
    const rows = table(page)
    await expect(rows.locator('tbody tr')).toHaveCount(31)
    const isShaded = async () =>
      Math.abs((await readAboveTotal(page, 3)) - (await readAboveTotal(page, 21))) > 20
    expect(await isShaded()).toBe(true)
    await rows.locator('tbody tr').last().scrollIntoViewIfNeeded()
    await page.locator('.data-table-box').evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    expect(await isShaded()).toBe(false)
  })
}
