import { type Picture, readPicture } from '../report/png.ts'
import { link as linkTo } from '../report/report.ts'
import { findScreen, type Screen } from '../report/screens.ts'
import { expectWorkbook } from '../report/workbook-figures.ts'
import { fileOf } from './engine.ts'
import type { EnginePage } from './engine-page.ts'
import { button, type EngineTest, expect, link, menu, poll, signIn, status } from './engine-test.ts'

const table = { role: 'table' } as const
const chart = { role: 'img' } as const
const seriesGroup = { role: 'group', name: 'Series' } as const
const SERIES = { role: 'button', within: seriesGroup } as const

/** Months without a total in tabs of the menu, and carriers of the response with a total in tabs of the page. */
const chosen = [
  findScreen('Monthly Report, MNO to Routelink'),
  findScreen('International Minutes, IDA to Routelink'),
]

/** Waits for a chart of a title that is drawn in its full size. */
async function expectChart(page: EnginePage, title: string): Promise<void> {
  await poll(async () => (await page.find(chart)).map(({ name }) => name)).toEqual([title])
  const { width, height } = await page.expectOne(chart)
  expect(width).toBeGreaterThan(600)
  expect(height).toBeGreaterThan(250)
  const countMarks = () =>
    page.engine.evaluate(
      () =>
        [...document.querySelectorAll('[role=img] svg :is(path, rect, text)')].filter(
          (mark) => mark.getBoundingClientRect().width > 0,
        ).length,
      null,
    )
  await poll(countMarks).toBeGreaterThan(10)
}

/** A saved chart at twice its size, with title, chart and legend on white. */
function expectDrawing({ width, height, isOnWhite, inked }: Picture): void {
  expect([width, height]).toEqual([2_400, 1_280])
  expect(isOnWhite).toBe(true)
  expect(inked.slice(40, 200)).toContain(true)
  expect(inked.slice(200, 1_000)).toContain(true)
  expect(inked.slice(1_000, 1_240)).toContain(true)
}

const saveAs = (page: EnginePage, format: string) =>
  fileOf(page.engine, async () => {
    await page.click(button('Other image formats'))
    await page.click(button(format))
  })

const readTable = async (page: EnginePage) => (await page.expectOne(table)).cells

const isOn = async (page: EnginePage) =>
  (await page.find(SERIES)).filter((toggle) => toggle.isOn).map(({ text }) => text)

/** The journey through a report, as the analyst. */
export function describeReports(test: EngineTest): void {
  for (const screen of chosen) {
    test(`${screen.name}: table, charts, series, files, link and Back`, async ({ portalPage: page }) => {
      test.setTimeout(120_000)
      const [lineTitle, pieTitle, barTitle] = screen.chartTitles
      const [line, pie, bar] = screen.labels
      const on = screen.series.slice(0, screen.shown)
      const lines = [screen.header, ...screen.rows, ...(screen.total === null ? [] : [screen.total])]
      await signIn(page, 'analyst')

      await test.step('the menu leads to the report, and Submit loads the table', async () => {
        await page.hover(button('Reports', menu))
        await page.expectOne(link(menuName(screen), menu))
        await page.click(link(menuName(screen), menu))
        await page.expectOne({ role: 'heading', name: screen.title })
        await poll(() => page.getTitle()).toBe(screen.title)
        await page.choose('Choose Year', screen.year)
        if (screen.month !== undefined) await page.choose('Choose Month', screen.month)
        await page.click(button('Submit'))
        await poll(async () => (await page.find(table)).map(({ name }) => name)).toEqual([screen.tableTitle])
        expect(await readTable(page)).toEqual(lines)
      })

      await test.step('Download saves the workbook', async () => {
        const file = await fileOf(page.engine, () => page.click(button('Download')))
        expect(file.name).toBe(screen.workbook.replace('{today}', new Date().toISOString().slice(0, 10)))
        await expectWorkbook(file.bytes, screen)
        await page.expectTexts(status, ['Download started successfully!'])
      })

      await test.step('the three charts show titles, series and slices', async () => {
        await page.click(button('View Chart'))
        await expectChart(page, lineTitle)
        await page.expectTexts(SERIES, screen.series)
        expect(await isOn(page)).toEqual(on)
        await page.click(button(bar))
        await expectChart(page, barTitle)
        await page.click(button(pie))
        await expectChart(page, pieTitle)
        for (const [name, , percent] of screen.slices) {
          await page.expectOne({ text: `${name} ${percent}%`, within: chart })
        }
      })

      await test.step('a series is hidden and shown', async () => {
        const [first = '', , percent] = screen.slices[0] ?? []
        await page.click(button(first, seriesGroup))
        await poll(() => isOn(page)).toEqual(on.slice(1))
        await page.expectNone({ text: `${first} ${percent}%`, within: chart })
        // A second click at once would be a double click, which shows the series alone.
        await page.click(button('Default'))
        await poll(() => isOn(page)).toEqual(on)
      })

      await test.step('the chart is saved as an image', async () => {
        const [, pieName, barName] = screen.images
        // Every report saves the common kind; the others come from the same code, so that one report is enough.
        if (screen === chosen[0]) {
          const svg = await saveAs(page, 'SVG image')
          expect(svg.name).toBe(`${pieName}.svg`)
          const drawing = svg.bytes.toString()
          for (const [name, , percent] of screen.slices) expect(drawing).toContain(`${name} ${percent}%`)
        }
        await page.click(button(bar))
        await expectChart(page, barTitle)
        const jpg = await fileOf(page.engine, () => page.click(button('Download Chart')))
        expect(jpg.name).toBe(`${barName}.jpg`)
        expectDrawing(await readPicture(page.engine, jpg.bytes, 'image/jpeg'))
        if (screen === chosen[0]) {
          const png = await saveAs(page, 'PNG image')
          expect(png.name).toBe(`${barName}.png`)
          expectDrawing(await readPicture(page.engine, png.bytes, 'image/png'))
        }
        await page.click(button(line))
        await expectChart(page, lineTitle)
      })

      await test.step('a link opens the chart again, and Back returns to the table', async () => {
        await page.click(button('Hide Chart'))
        await poll(() => readTable(page)).toEqual(lines)
        await page.click(button('View Chart'))
        await expectChart(page, lineTitle)
        await page.engine.goBack()
        await poll(async () => (await page.find(table)).map(({ name }) => name)).toEqual([screen.tableTitle])
        await page.open(linkTo(screen, { view: 'chart', chart: 'bar' }))
        await expectChart(page, barTitle)
      })
    })
  }
}

/** The link of a report in the menu, which is the name of the report. */
function menuName(screen: Screen): string {
  const [, path = ''] = screen.breadcrumb.split(' | ')
  return path.split(' > ')[1] ?? screen.title
}
