import { unzipSync } from 'fflate'
import { button, choose, expect, fileOf, open, submit, table, test } from './report.ts'
import { findScreen } from './screens.ts'

const MOMENTS = /\d+ [A-Z][a-z]+ \d{4}, [\d:]+ UTC \([\dT:Z-]+\)|\d{4}-\d{2}-\d{2}T[\d:]+Z/g

/** The parts of a workbook as text, without the moments at which it was exported and its data was read. */
function readParts(bytes: Uint8Array): Record<string, string> {
  const parts = Object.entries(unzipSync(bytes))
  return Object.fromEntries(
    parts.map(([name, content]) => [name, new TextDecoder().decode(content).replaceAll(MOMENTS, 'then')]),
  )
}

test('without a URL the browser makes the workbook that the server would make', async ({ page }) => {
  const screen = findScreen('Daily Minutes, MNO to Routelink')
  const downloads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/download/')) downloads.push(request.url())
  })
  await open(page, screen)
  await choose(page, screen)
  await submit(page)
  await expect(table(page)).toBeVisible()
  const server = await fileOf(page, () => button(page, 'Download').click())
  expect(downloads).toHaveLength(1)

  // The plans as they would be compiled from a definition without `download.url`.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/("download":\{"url":)"[^"]+"/g, '$1null')
    await route.fulfill({ response, body })
  })
  await page.reload()
  await expect(table(page)).toBeVisible()
  const browser = await fileOf(page, () => button(page, 'Download').click())
  expect(downloads).toHaveLength(1)
  expect(browser.name).toBe(server.name)
  expect(Object.keys(readParts(browser.bytes)).length).toBeGreaterThan(5)
  expect(readParts(browser.bytes)).toEqual(readParts(server.bytes))
  // Code that loads while the page is idle can still be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
