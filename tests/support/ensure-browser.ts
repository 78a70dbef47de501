import { spawnSync } from 'node:child_process'
import { findBrowser } from '../e2e/browser.ts'

/** Finds a browser, or installs Debian's as root; ends with one instruction where neither is possible. */
export function ensureBrowser(): void {
  if (findBrowser() !== null) return
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    console.log("▸ no browser found: installing Debian's chromium")
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit' })
      if (findBrowser() !== null) return
    }
  }
  console.error(
    'No Chromium or Chrome found. Install one, or set CHROMIUM to its path, and run the tests again.',
  )
  process.exit(1)
}
