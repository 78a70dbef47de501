import { existsSync } from 'node:fs'
import { firefox, webkit } from '@playwright/test'
import { findProgram } from '../neighbours/programs.ts'

/** The headless shell first: the same engine needs half of the processor time without the windows of a desktop. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
/** Where they are installed without being on the PATH. */
const LOCATIONS = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The installed Chromium or Chrome: CHROMIUM, then the PATH, then the usual locations; null if there is none. */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM'] ?? ''
  if (named !== '') return named
  const found = NAMES.map(findProgram).find((path) => path !== null)
  return found ?? LOCATIONS.find((path) => existsSync(path)) ?? null
}

/** The engines beside Chromium. */
export const OTHER_ENGINES = ['firefox', 'webkit'] as const

/** Returns whether `npx playwright install` has installed an engine. */
export const hasEngine = (name: (typeof OTHER_ENGINES)[number]): boolean =>
  existsSync({ firefox, webkit }[name].executablePath())
