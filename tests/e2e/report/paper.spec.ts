import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../neighbours/programs.ts'
import { chart, expect, link, type Page, table, test } from './report.ts'
import { localExchange as screen } from './screens.ts'
import { serveWideTable, WIDE, wideNames } from './wide-table.ts'

test.skip(findProgram('pdftotext') === null, 'pdftotext is not installed')

interface Paper {
  /** The text of each page, line by line. */
  readonly pages: readonly string[]
  readonly isLandscape: boolean
}

/** Prints on A4, and reads what is on paper. */
const print = async (page: Page): Promise<Paper> => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-paper-'))
  try {
    const file = join(folder, 'report.pdf')
    writeFileSync(file, await page.pdf({ format: 'A4' }))
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    const info = execFileSync('pdfinfo', [file], { encoding: 'utf8' })
    const [, width = 0, height = 0] = (/Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? []).map(Number)
    return { pages: text.split('\f').slice(0, -1), isLandscape: width > height }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The words of a text. Headers of columns take several lines, so that their words are not adjacent. */
const words = (text: string): string[] => text.split(/\s+/)

/** The lines that begin with a text, cell by cell. */
const rowsOf = (pages: readonly string[], key: string): string[] =>
  pages.flatMap((page) =>
    page
      .split('\n')
      .filter((line) => line.trim().startsWith(`${key} `))
      .flatMap((line) => line.trim().slice(key.length).replace('no record', '').trim().split(/\s+/)),
  )

test.describe('on paper', { tag: '@rest' }, () => {
  test('every row and column is on paper, with title and period', async ({ page }) => {
    await page.goto(link(screen, { view: 'table' }))
    await expect(table(page)).toBeVisible()
    const { pages, isLandscape } = await print(page)
    expect(isLandscape).toBe(true)
    const [first = ''] = pages
    expect(first).toContain(screen.title)
    expect(first).toContain(screen.year)
    expect(first).toMatch(/\d\d \w{3} \d{4}, \d\d:\d\d UTC/)
    // The header is repeated on every page.
    for (const text of pages) {
      expect(words(text)).toEqual(expect.arrayContaining(words(screen.header[0])))
    }
    const found = words(pages.join('\n'))
    for (const word of screen.header.flatMap(words)) expect(found).toContain(word)
    for (const [key = '', ...values] of [...screen.rows, screen.total]) {
      expect(rowsOf(pages, key.replace(' no record', '')), key).toEqual(values)
    }
    await expect(table(page)).toBeVisible()
    await expect(page.locator('.data-table-box')).toBeVisible()
  })

  for (const address of [
    'daily-local-exchange-traffic?year=2025&month=3',
    'daily-report-minutes/mno-to-routelink?year=2025&month=3&compare=year',
  ]) {
    test(`31 days, the total and a comparison are on one page: ${address}`, async ({ page }) => {
      await page.goto(`/report/${address}&view=table`)
      await expect(page.getByText(/^Printed by /)).toBeAttached()
      const { pages } = await print(page)
      expect(pages).toHaveLength(1)
      expect(words(pages[0] ?? '')).toEqual(expect.arrayContaining(['Total', 'Printed']))
    })
  }

  test('120 carriers are on paper: groups of columns, each with the dates, none cut', async ({ page }) => {
    test.setTimeout(60_000)
    const carriers = 120
    await serveWideTable(page, carriers)
    await page.goto(`${WIDE}&view=table`)
    await expect(table(page)).toBeVisible()
    const { pages, isLandscape } = await print(page)
    expect(isLandscape).toBe(true)
    const names = pages.flatMap((text) => text.match(/Carrier \d+/g) ?? [])
    expect(names).toEqual(wideNames(carriers).map((name) => name.slice(0, name.indexOf(' Wholesale'))))
    const groups = pages.map(
      (text) => /Columns (\d+) to (\d+) of (\d+)/.exec(text)?.slice(1).map(Number) ?? [],
    )
    expect(groups[0]?.[0]).toBe(1)
    expect(groups.at(-1)?.slice(1)).toEqual([carriers + 1, carriers + 1])
    for (const [index, [start = 0]] of groups.slice(1).entries())
      expect(start).toBe((groups[index]?.[1] ?? 0) + 1)
    for (const text of pages) {
      for (const day of [1, 15, 29]) expect(text).toContain(`2/${day}/2024 `)
      expect(text).toMatch(/^ *Total /m)
    }
    expect(rowsOf(pages, '2/29/2024')).toEqual([
      ...Array.from({ length: carriers }, (_, index) => `29,${String(index + 1).padStart(3, '0')}.50`),
      expect.any(String),
    ])
  })

  test('a chart is on one page of paper, with a legend of all its series', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/report/daily-local-exchange-traffic?year=2025&month=3&view=chart&series=all')
    await expect(chart(page).locator('svg').filter({ visible: true })).toBeVisible()
    const { pages, isLandscape } = await print(page)
    expect(isLandscape).toBe(true)
    expect(pages).toHaveLength(1)
    const text = words(pages[0] ?? '').join(' ')
    for (const from of ['Airtel', 'MTN', '9Mobile', 'GLO']) {
      for (const to of ['Airtel', 'MTN', '9Mobile', 'GLO']) {
        if (from !== to) expect(text).toContain(`${from} → ${to}`)
      }
    }
    await page.emulateMedia({ media: 'print' })
    const [image, legend] = await Promise.all([
      chart(page).locator('svg').filter({ visible: true }).boundingBox(),
      page.getByRole('list').filter({ hasText: 'Airtel → MTN' }).boundingBox(),
    ])
    expect((legend?.y ?? 0) - (image?.y ?? 0) - (image?.height ?? 0)).toBeLessThan(80)
  })

  test('a dashboard is on paper with its title, its period, its tiles, date, source and page number', async ({
    page,
  }) => {
    await page.goto('/dashboard/operations?period=2025-03')
    await expect(page.getByRole('img')).toHaveCount(2)
    await expect(table(page)).toBeVisible()
    const { pages, isLandscape } = await print(page)
    expect(isLandscape).toBe(true)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(
      /^ *Operations$[\s\S]*^ *March 2025 +Printed by analyst from http.*\/dashboard\/operations\?period=2025-03$/m,
    )
    expect(pages[0]).toContain('Grand Total')
    expect(pages[0]).toContain('The first 7 of 31 rows.')
    expect(pages[0]).toMatch(/\d\d \w{3} \d{4}, \d\d:\d\d UTC/)
    expect(pages[0]).toContain('Page 1 of 1')
    await page.getByLabel('Period').selectOption('Latest')
    await expect(page.getByText('+5.7% on November 2025')).toBeVisible()
    await expect(page.locator('section[aria-busy]')).toHaveCount(0)
    const latest = await print(page)
    expect(latest.pages[0]).toMatch(/^ *2025 December +Printed by analyst/m)
  })
})
