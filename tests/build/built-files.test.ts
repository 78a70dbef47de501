import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// The gate builds before it tests; by itself this test needs `npm run build`.
const folder = resolve(process.env['DIST'] ?? 'dist', 'portal')

/** How vega-embed opens its editor from a menu that the portal does not have; only then it hears one message. */
const EDITOR_LINK = /\w+\.addEventListener\(`message`,\w+,!1\)(?=[^]{0,600}\.postMessage\()/
/** How a page hears the worker that it has started. */
const WORKER_LINK = /\w+\.addEventListener\([`"']message[`"']/g

test('the built portal holds no source map, no eval and nothing of the machine that built it, and hears no messages', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.(map|tsx?|test\.js|env)$|(^|\/)\./.test(name))).toEqual([])
  const scripts = files.filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const name of [...scripts, 'index.html']) {
    // A worker hears nobody but the page that has started it.
    const isWorker = /-worker-[\w-]+\.js$/.test(name)
    const written = readFileSync(join(folder, name), 'utf8').replace(EDITOR_LINK, '')
    const text = written.includes('new Worker(') ? written.replaceAll(WORKER_LINK, '') : written
    const found = [
      // A method of an object of this name is none.
      /(?<!this\.)\beval\([^)]*\)(?!\{)/,
      /\bnew Function\(/,
      /sourceMappingURL/,
      /process\.env/,
      ...(isWorker ? [] : [/addEventListener\(["'`]message["'`]/]),
    ].filter((pattern) => pattern.test(text))
    expect({ name, found, hasPath: text.includes(process.cwd()) }).toEqual({
      name,
      found: [],
      hasPath: false,
    })
  }
})

test('a style sheet uses no property that is set nowhere', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const read = (end: string) =>
    files.filter((name) => name.endsWith(end)).map((name) => readFileSync(join(folder, name), 'utf8'))
  const [sheets, scripts] = [read('.css').join('\n'), read('.js').join('\n')]
  // With a comma, the use has a fallback.
  const used = new Set([...sheets.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  expect(used.size).toBeGreaterThan(20)
  const unset = [...used].filter((name) => !sheets.includes(`${name}:`) && !scripts.includes(name))
  expect(unset).toEqual([])
})
