import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { signIn } from './e2e/portal.ts'
import { startServer } from './e2e/server.ts'

/** Writes the pictures of the README: the built portal with its demo data (`npm run build && npx tsx tests/take-pictures.ts`). */

const FOLDER = 'docs/pictures'
const REPORT = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3'

mkdirSync(FOLDER, { recursive: true })
const server = await startServer()
const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath !== null && { executablePath }) })
const page = await browser.newPage({
  baseURL: server.url,
  viewport: { width: 1180, height: 720 },
  reducedMotion: 'reduce',
})
await page.clock.setFixedTime('2026-04-01T08:00:00Z')
await signIn(page, 'administrator')
await page.goto('/dashboard/operations')
await page.getByRole('table').waitFor()
await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' })
await page.screenshot({ path: `${FOLDER}/dashboard.png` })
await page.goto(`${REPORT}&view=chart`)
await page.getByRole('img').waitFor()
await page.locator('[data-passing]').waitFor({ state: 'detached' })
await page.screenshot({ path: `${FOLDER}/chart.png` })
await browser.close()
await server.stop()
