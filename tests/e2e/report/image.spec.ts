import { button, chart, expect, fileOf, link, status, test } from './report.ts'
import { readPicture } from './png.ts'
import { localExchange as screen } from './screens.ts'

test('a report saves images of line, bar and pie (spec 4.20, 9.8, 9.4)', async ({ page }) => {
  await page.goto(link(screen, { view: 'chart' }))
  await expect(chart(page)).toHaveAccessibleName(screen.chartTitles[0])

  const jpg = await fileOf(page, () => button(page, 'Download Chart').click())
  await expect(status(page)).toHaveText('Chart downloaded successfully!')
  expect(jpg.name).toBe('daily-line-chart-2024-February.jpg')
  expect([...jpg.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  const photo = await readPicture(page, jpg.bytes, 'image/jpeg')

  await button(page, screen.labels[2]).click()
  await button(page, 'Other image formats').click()
  const png = await fileOf(page, () => button(page, 'PNG image').click())
  expect(png.name).toBe('bar-chart-2024-February.png')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')

  for (const { width, height, isOnWhite, inked } of [
    photo,
    await readPicture(page, png.bytes, 'image/png'),
  ]) {
    // 20 margin, 80 title, 400 chart, 120 legend, 20 margin, at twice the size.
    expect([width, height]).toEqual([2_400, 1_280])
    expect(isOnWhite).toBe(true)
    const ink = (from: number, to: number) => inked.slice(from, to).includes(true)
    expect([ink(0, 40), ink(40, 200), ink(200, 1_000), ink(1_000, 1_240), ink(1_240, 1_280)]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  }

  await button(page, screen.labels[1]).click()
  await button(page, 'Other image formats').click()
  const svg = await fileOf(page, () => button(page, 'SVG image').click())
  expect(svg.name).toBe('pie-chart-2024-February.svg')
  const drawing = svg.bytes.toString()
  expect(drawing).toContain('<svg')
  const texts = [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
  expect(texts).toContain(screen.chartTitles[1])
  // In the legend as it is called, at the slice with its share.
  for (const [name, , percent] of screen.slices)
    expect(texts).toEqual(expect.arrayContaining([name, `${name} ${percent}%`]))
  for (const name of screen.series.slice(screen.shown)) expect(texts).not.toContain(name)
})
