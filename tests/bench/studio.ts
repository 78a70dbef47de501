import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { signIn } from '../e2e/portal.ts'
import { startServer } from '../e2e/server.ts'
import { goToLine } from '../e2e/studio/studio.ts'

/**
 * The studio over many reports, with the built portal in Chromium: `npm run bench -- studio REPORTS`. Milliseconds from
 * a key press until its diagnostics, and until the new table and chart are painted.
 */

const count = Number(process.argv[2] ?? 100)
const ROUNDS = 15
const EDITED = 'minutes-trend'
const STATE = 'main output'
const AFTER_LABEL = '", "permission": 123, "order": 33 },'
const TABLE = 'main table'
const CHART = 'main [role="img"]:has(svg path)'
const SLOW = { timeout: 60_000 }

const folder = await mkdtemp(join(tmpdir(), 'portal-studio-'))
for (const kind of ['reports', 'datasets', 'calendars']) {
  for (const source of [kind, `examples/${kind}`].filter((path) => existsSync(path)))
    await cp(source, join(folder, kind), { recursive: true })
}
const names = (await readdir(join(folder, 'reports'))).filter((name) => name.endsWith('.json'))
const examples = await readdir('examples/reports')
for (let index = names.length; index < count; index += 1) {
  const example = examples[index % examples.length] ?? ''
  const {
    $schema,
    path: _path,
    ...definition
  } = JSON.parse(await readFile(join('examples/reports', example), 'utf8'))
  const id = `copy-${index}`
  const menu = { ...definition.menu, label: id, permission: 1_000 + index, order: 1_000 + index }
  const text = JSON.stringify({ $schema, ...definition, id, menu }, null, 2)
  await writeFile(join(folder, 'reports', `${id}.json`), text)
}
const server = await startServer({
  REPORTS_DIR: join(folder, 'reports'),
  DATASETS_DIR: join(folder, 'datasets'),
})
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
const page = await context.newPage()

// The compiler of this script names functions by it.
await page.addInitScript('globalThis.__name = (named) => named')

interface Measured {
  measured: Promise<number>
}

/** Presses a key, and measures until an element has a text and is painted. */
async function measureKey(key: string, selector: string, text: string): Promise<number> {
  await page.evaluate(
    ([sought = '', words = '']) => {
      const isShown = () =>
        [...document.querySelectorAll(sought)].some((element) =>
          `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`.includes(words),
        )
      const measured = new Promise<number>((resolve) => {
        const watch = ({ timeStamp }: KeyboardEvent) => {
          const look = () =>
            requestAnimationFrame(() => (isShown() ? resolve(performance.now() - timeStamp) : look()))
          look()
        }
        addEventListener('keydown', watch, { capture: true, once: true })
      })
      Object.assign(globalThis, { measured } satisfies Measured)
    },
    [selector, text],
  )
  await page.keyboard.press(key)
  return page.evaluate(() => (globalThis as unknown as Measured).measured)
}

/** Opens the report with its picture, and sets the cursor before what ends the line with some words. */
async function open(view: string, picture: string, words: string, end: string): Promise<void> {
  await signIn(page, 'superadmin', `/studio/reports/${EDITED}?view=${view}`)
  await page.locator(STATE, { hasText: 'Valid' }).waitFor(SLOW)
  await page.locator(picture).first().waitFor(SLOW)
  await goToLine(page, page.getByRole('textbox', { name: `Text of reports/${EDITED}.json` }), words, end)
}

/** Measures a letter several times, each removed again, and prints a line. */
async function measure(what: string, limit: number, selector: string, texts: readonly [string, string]) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await measureKey('x', selector, texts[0]))
    await measureKey('Backspace', selector, texts[1])
  }
  const sorted = times.toSorted((one, other) => one - other)
  const pick = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0)
  console.log(`| ${what} | ${pick(0.5)} | ${pick(0.9)} | ${pick(1)} | ${limit} |`)
}

console.log(`${count} reports\n\n| key press to | p50 ms | p90 ms | max ms | aim |\n|---|---|---|---|---|`)
await open('table', TABLE, 'window(', '), 7, day)",')
await measure('diagnostics', 400, 'main', ['minutesx', 'Valid'])
await open('table', TABLE, '"menu"', AFTER_LABEL)
await measure('the new table', 800, TABLE, ['Trendx', 'Trend '])
await open('chart', CHART, '"menu"', AFTER_LABEL)
await measure('the new chart', 800, CHART, ['Trendx', 'Trend '])
await browser.close()
await server.stop()
await rm(folder, { recursive: true })
