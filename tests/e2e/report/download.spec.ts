import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { button, chart, expect, link, type Page, status, test } from './report.ts'
import { readPicture } from './picture.ts'
import { type Screen, screens } from './screens.ts'

const today = () => new Date().toISOString().slice(0, 10)

const fileOf = async (page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> => {
  const [file]: [Download, void] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** A figure of the screen as a number. */
const figure = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''))

/** What the first cell of a row has to be in the workbook: a date, or the text. */
const keyOf = (text: string): string | Date => {
  const key = text.replace(' no record', '')
  const slashed = /^(\d+)\/(\d+)\/(\d+)$/.exec(key)
  if (slashed !== null)
    return new Date(Date.UTC(Number(slashed[3]), Number(slashed[1]) - 1, Number(slashed[2])))
  return /^\d{4}-\d{2}-\d{2}$/.test(key) ? new Date(`${key}T00:00:00Z`) : key
}

const period = ({ year, month }: Screen) => (month === undefined ? year : `${year} ${month}`)

for (const screen of screens) {
  test(`${screen.name}: the workbook holds the screen's figures (spec §7, §9)`, async ({ page }) => {
    await page.goto(link(screen, { view: 'table' }))
    await expect(page.getByRole('table')).toBeVisible()
    const { name, bytes } = await fileOf(page, () => button(page, 'Download').click())
    await expect(status(page)).toHaveText('Download started successfully!')
    expect(name).toBe(screen.workbook.replace('{today}', today()))

    const sheets = await readXlsxFile(bytes)
    expect(sheets).toHaveLength(1)
    const lines = sheets[0]?.data ?? []
    expect(lines[0]?.[0]).toBe(screen.tableTitle)
    expect(String(lines[1]?.[0])).toBe(period(screen))
    expect(lines[2]).toEqual(screen.header)
    const body = lines.slice(3, 3 + screen.rows.length)
    expect(body.map(([key]) => key)).toEqual(screen.rows.map(([key = '']) => keyOf(key)))
    for (const [place, line] of screen.rows.entries()) {
      for (const [at, text] of line.slice(1).entries()) {
        const cell = body[place]?.[at + 1]
        expect(typeof cell, `${line[0]} ${screen.header[at + 1]}`).toBe('number')
        expect(cell, `${line[0]} ${screen.header[at + 1]}`).toBeCloseTo(figure(text), 1)
      }
    }
    const rest = lines.slice(3 + screen.rows.length)
    expect(rest).toHaveLength(screen.total === null ? 0 : 1)
    for (const [at, text] of (screen.total ?? []).entries()) {
      if (at === 0) expect(rest[0]?.[0]).toBe('Total')
      else expect(rest[0]?.[at]).toBeCloseTo(figure(text), 1)
    }
    const parts = unzipSync(bytes)
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
    const sums = [...sheet.matchAll(/<f>SUM\([A-Z]+4:[A-Z]+\d+\)<\/f><v>[^<]+<\/v>/g)]
    expect(sums).toHaveLength(Math.max(0, (screen.total?.length ?? 0) - 1))
  })

  test(`${screen.name}: images of line, bar and pie (spec §4, §9; R15)`, async ({ page }) => {
    const [line, pie, bar] = screen.images
    await page.goto(link(screen, { view: 'chart' }))
    await expect(chart(page)).toHaveAccessibleName(screen.chartTitles[0])

    const jpg = await fileOf(page, () => button(page, 'Download Chart').click())
    await expect(status(page)).toHaveText('Chart downloaded successfully!')
    expect(jpg.name).toBe(`${line}.jpg`)
    expect([...jpg.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    const photo = await readPicture(page, jpg.bytes, 'image/jpeg')

    await button(page, screen.labels[2]).click()
    await button(page, 'Other image formats').click()
    const png = await fileOf(page, () => button(page, 'PNG image').click())
    expect(png.name).toBe(`${bar}.png`)
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
    expect(svg.name).toBe(`${pie}.svg`)
    const drawing = svg.bytes.toString()
    expect(drawing).toContain('<svg')
    const texts = [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    expect(texts).toContain(screen.chartTitles[1])
    // In the legend as it is called, at the slice with its share.
    for (const [name, , percent] of screen.slices)
      expect(texts).toEqual(expect.arrayContaining([name, `${name} ${percent}%`]))
    for (const name of screen.series.slice(screen.shown)) expect(texts).not.toContain(name)
  })
}
