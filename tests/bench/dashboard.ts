import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { signIn } from '../e2e/portal.ts'
import { startServer } from '../e2e/server.ts'

/** From the address to the last painted tile of twelve, beside one report (`npm run bench:dashboard`). */

const minutes = 'daily-report-minutes'
const local = 'daily-local-exchange-traffic'
const tiles = [
  { figure: minutes },
  { figure: minutes, tab: 'routelink-to-mno' },
  { figure: 'daily-international-minutes' },
  { figure: local },
  { chart: minutes, type: 'line' },
  { chart: local, type: 'bar' },
  { chart: minutes, type: 'pie' },
  { chart: 'daily-international-minutes', type: 'line' },
  { chart: 'monthly-report', type: 'bar' },
  { chart: 'daily-international-exchange-traffic', type: 'line' },
  { table: minutes, tab: 'routelink-to-mno', rows: 7 },
  { table: 'monthly-report' },
]

/** What is painted when an address has shown everything, as selectors with their number. */
const REPORT = `/report/${minutes}/mno-to-routelink?year=2025&month=12`
const addresses: readonly [address: string, painted: Readonly<Record<string, number>>][] = [
  [`${REPORT}&view=table`, { 'main tbody tr': 31 }],
  [`${REPORT}&view=chart`, { 'main [role=img] svg': 1 }],
  ['/dashboard/twelve', { 'main [role=img] svg': 6, 'main .tabular-nums.font-semibold': 4, 'main table': 2 }],
]
const RUNS = 15

const folder = mkdtempSync(join(tmpdir(), 'dashboards-'))
writeFileSync(join(folder, 'twelve.json'), JSON.stringify({ id: 'twelve', title: 'Twelve', tiles }))
const server = await startServer({ DASHBOARDS_DIR: folder })
const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath !== null && { executablePath }) })
const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
await signIn(page, 'analyst')
await page.addInitScript({
  content: `
    const look = () => {
      const isPainted = Object.entries(${JSON.stringify(Object.fromEntries(addresses))}[location.pathname + location.search] ?? { none: 1 })
        .every(([selector, count]) => document.querySelectorAll(selector).length >= count)
      requestAnimationFrame(isPainted ? (now) => { document.documentElement.dataset.painted = now } : look)
    }
    look()`,
})
const times = new Map<string, number[]>(addresses.map(([address]) => [address, []]))
for (let run = 0; run < RUNS; run += 1) {
  for (const [address, found] of times) {
    await page.goto(address)
    found.push(Number(await page.locator('[data-painted]').getAttribute('data-painted')))
  }
}
for (const [address, found] of times) {
  const median = found.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
  process.stdout.write(`${address.padEnd(80)}${Math.round(median)} ms\n`)
}
await browser.close()
await server.stop()
rmSync(folder, { recursive: true })
