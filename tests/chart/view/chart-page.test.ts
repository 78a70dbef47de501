import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChartPage, type OpenedPage } from '../../support/open-chart-page.ts'

let opened: OpenedPage
beforeAll(async () => {
  opened = await openChartPage()
}, 120_000)
afterAll(() => opened.close())

const chart = () => opened.page.getByRole('img', { name: 'Sample chart' })
const button = (name: string) => opened.page.getByRole('button', { name, exact: true })
const lines = () => opened.page.locator('svg.marks .mark-line path:visible')

beforeEach(async () => {
  await opened.page.setViewportSize({ width: 1_440, height: 900 })
  await opened.page.evaluate(() => window.chartPage.show({ rows: 'months', names: 8 }))
  await button('Default').click()
  await button('Line').click()
  await chart().waitFor()
})

test('the chart is an image named by its title, 400 px high, summarised in a sentence (spec 9.8)', async () => {
  await expect.poll(() => lines().count()).toBe(5)
  expect((await chart().boundingBox())?.height).toBe(400)
  const described = await chart().getAttribute('aria-describedby')
  expect(await opened.page.locator(`[id="${described}"]`).textContent()).toMatch(
    /^5 series, Jan to Dec; the highest/,
  )
})

test('toggles, Default, Show All and Hide All decide which series are drawn (spec 4.18)', async () => {
  await button('Airtel').click()
  await expect.poll(() => lines().count()).toBe(4)
  expect(await button('Airtel').getAttribute('aria-pressed')).toBe('false')
  await button('Show All').click()
  await expect.poll(() => lines().count()).toBe(8)
  await button('Hide All').click()
  await opened.page.getByText('No data available for the selected series.').waitFor()
  expect(await chart().count()).toBe(0)
  await button('Default').click()
  await expect.poll(() => lines().count()).toBe(5)
})

test('the page keeps one live view per chart type and reuses it', async () => {
  await button('Pie').click()
  await opened.page.getByText(/^Airtel \d+%$/).waitFor()
  await button('Bar').click()
  await expect.poll(() => opened.page.locator('.mark-rect.role-mark path:visible').count()).toBe(60)
  const marked = await opened.page.evaluate(() => {
    const views = [...document.querySelectorAll('svg.marks')]
    for (const view of views) view.setAttribute('data-seen', '')
    return views.length
  })
  expect(marked).toBe(3)
  for (const name of ['Line', 'Pie', 'Bar', 'Line']) await button(name).click()
  await button('Airtel').click()
  await expect.poll(() => lines().count()).toBe(4)
  expect(await opened.page.locator('svg.marks:not([data-seen])').count()).toBe(0)
})

test('the tooltip shows the row, the series in descending order and the total', async () => {
  const box = await chart().boundingBox()
  if (box === null) throw new Error('no chart')
  await opened.page.mouse.move(box.x + box.width / 3, box.y + 200)
  const tooltip = opened.page.locator('p', { hasText: /^(Apr|May)$/ })
  await tooltip.waitFor()
  const numbers = await opened.page.evaluate(() =>
    [...document.querySelectorAll('.shadow-float .text-right')].map(({ textContent }) =>
      Number((textContent ?? '').replaceAll(',', '')),
    ),
  )
  expect(numbers).toHaveLength(6)
  const values = numbers.slice(0, 5)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(numbers[5] ?? 0, 2)
})

test('the data behind the chart are available as a table', async () => {
  expect(await opened.page.getByRole('table').count()).toBe(0)
  await opened.page.getByText('Show data').click()
  const table = opened.page.getByRole('table', { name: 'Sample chart' })
  await table.waitFor()
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('Airtel')]),
  )
  expect(await table.getByRole('columnheader', { name: 'Carrier 6' }).count()).toBe(0)
  await opened.page.getByText('Hide data').click()
})

test('the chart resizes with its container', async () => {
  await opened.page.setViewportSize({ width: 390, height: 800 })
  const box = async () => (await chart().boundingBox())?.width ?? 0
  await expect.poll(() => box()).toBeLessThan(380)
  await expect
    .poll(async () => (await opened.page.locator('svg.marks:visible').boundingBox())?.width ?? 0)
    .toBeLessThanOrEqual(await box())
  const isOverflowing = () =>
    opened.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await isOverflowing()).toBe(false)
})

test('very many marks are drawn on a canvas, few marks in SVG', async () => {
  await opened.page.evaluate(() => window.chartPage.show({ rows: 'year', names: 8 }))
  await button('Bar').click()
  await opened.page.locator('canvas.marks:visible').waitFor()
  for (const name of ['MTN', '9Mobile', 'GLO', 'IDA']) await button(name).click()
  await opened.page.locator('svg.marks:visible').waitFor()
  await expect.poll(() => opened.page.locator('.mark-rect.role-mark path:visible').count()).toBe(366)
})

interface Picture {
  readonly type: string
  readonly width: number
  readonly height: number
  readonly corners: readonly number[]
}

const picture = (format: 'jpg' | 'png') =>
  opened.page.evaluate(async (format): Promise<Picture> => {
    document.documentElement.dataset['theme'] = 'dark'
    const encoded = await window.chartPage.image(
      { rows: 'months', names: 5 },
      { type: 'line', title: 'A title', format, width: 1_000 },
    )
    const bytes = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0)
    const type = bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpg' : bytes[1] === 0x50 ? 'png' : 'unknown'
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    })
    if (context === null) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    const corners = [
      ...context.getImageData(0, 0, 1, 1).data,
      ...context.getImageData(bitmap.width - 1, bitmap.height - 1, 1, 1).data,
    ]
    return { type, width: bitmap.width, height: bitmap.height, corners }
  }, format)

test.each(['jpg', 'png'] as const)(
  'an image as %s has twice the size and a white background, also in the dark theme',
  async (format) => {
    expect(await picture(format)).toEqual({
      type: format,
      width: 2_000,
      height: 1_280,
      corners: [255, 255, 255, 255, 255, 255, 255, 255],
    })
  },
)

test('hostile names stay text on the page', async () => {
  const name = '<img src=x onerror="document.title=1">'
  await opened.page.evaluate(
    (name) => window.chartPage.show({ rows: 'months', names: [name, '📞 移动', '__proto__'] }),
    name,
  )
  await button(name).waitFor()
  await expect.poll(() => lines().count()).toBe(3)
  expect(await opened.page.locator('img').count()).toBe(0)
  await button('Pie').click()
  await opened.page.getByText(/^📞 移动 \d+%$/).waitFor()
})

test('the page logs no error, no warning and no policy violation', () => {
  expect(opened.complaints).toEqual([])
})
