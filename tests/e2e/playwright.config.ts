import { defineConfig } from '@playwright/test'
import { findBrowser, OTHER_ENGINES } from './browser.ts'

const browser = findBrowser()
if (browser === null) {
  throw new Error('No Chromium or Chrome found. Install one, or set CHROMIUM to its path.')
}

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'chromium', grepInvert: /@rest/ },
    // What takes long and rarely breaks.
    { name: 'rest', grep: /@rest/ },
    // The journeys in Playwright's own builds of the other engines.
    ...OTHER_ENGINES.map((name) => ({
      name,
      testMatch: '**/journey.spec.ts',
      timeout: 90_000,
      use: { browserName: name, launchOptions: {} },
    })),
  ],
  outputDir: process.env['E2E_OUTPUT'] ?? '../../node_modules/.e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A second try tells a busy machine from a fault; the summary names what needed it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
