import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { z } from 'zod'

/** The bytes of each step of a visit, gzip -9 over the wire, beside their budget (`npm run bench`). */

const KIB = 1024
const SIGN_IN = 'index.html'
const DASHBOARD = 'src/web/dashboard/dashboard-screen.tsx'
const REPORT_SCREEN = 'src/web/report/report-screen.tsx'
const IMAGE = 'src/chart/view/chart-image.ts'

const Chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})

process.env['NODE_ENV'] = 'production'
const folder = mkdtempSync(join(tmpdir(), 'portal-bytes-'))
await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, manifest: 'manifest.json' } })
const manifest = z
  .record(z.string(), Chunk)
  .parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
/** A chunk is called by its entry module; one of several modules by its name in the configuration of the build. */
const rename = (key: string) => (key.startsWith('_') ? (manifest[key]?.name ?? key) : key)
const chunks = new Map(
  Object.entries(manifest).map(([key, { imports, dynamicImports, ...chunk }]) => [
    rename(key),
    { ...chunk, imports: imports.map(rename), dynamicImports: dynamicImports.map(rename) },
  ]),
)

function getChunk(module: string) {
  const chunk = chunks.get(module)
  if (chunk === undefined) throw new Error(`the build has no chunk '${module}'; name the module as it is now`)
  return chunk
}

/** Lists the modules that load one after the other until `to` is there. */
function findPath(to: string): readonly string[] {
  const paths = new Map<string, readonly string[]>([[SIGN_IN, [SIGN_IN]]])
  for (const [module, steps] of paths) {
    if (module === to) return steps
    const { imports, dynamicImports } = getChunk(module)
    for (const next of [...imports, ...dynamicImports]) {
      if (!paths.has(next)) paths.set(next, [...steps, next])
    }
  }
  throw new Error(`nothing leads to '${to}'; name the modules as they are now`)
}

/** The bytes of the JS and CSS that modules need, each file once. */
function measure(modules: readonly string[]): number {
  const files = new Set<string>()
  const collect = (module: string) => {
    const { file, css, imports } = getChunk(module)
    if (files.has(file)) return
    for (const name of [file, ...css]) files.add(name)
    for (const next of imports) collect(next)
  }
  for (const module of modules) collect(module)
  const sizes = [...files].map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

function line(what: string, modules: readonly string[], limit: number | null): void {
  const bytes = measure(modules)
  const isGood = limit === null || bytes <= limit
  const figures = [bytes, limit].map((value) => (value === null ? '' : `${(value / KIB).toFixed(1)} KiB`))
  const verdict = limit === null ? '' : isGood ? 'ok' : 'TOO MUCH'
  console.log([what.padEnd(35), ...figures.map((text) => text.padStart(11)), ` ${verdict}`].join(''))
  if (!isGood) process.exitCode = 1
}

const [heaviest = ''] = [...chunks.keys()]
  .filter((module) => module.startsWith('virtual:report/'))
  .toSorted((one, other) => measure([other]) - measure([one]))
const table = [...findPath(REPORT_SCREEN), ...findPath(heaviest)]
const later = getChunk(REPORT_SCREEN).dynamicImports.filter((module) => !module.startsWith('virtual:'))
const chart = [...table, ...later]
console.log(`${'JS and CSS over the wire, gzip -9'.padEnd(35)}${'is'.padStart(11)}${'budget'.padStart(11)}`)
line('sign-in', [SIGN_IN], 125 * KIB)
line('signed in, the menu shown', findPath(DASHBOARD), null)
line('with the first table', table, 185 * KIB)
line('with the first chart', chart, null)
line('with the first image of a chart', [...chart, IMAGE], null)
rmSync(folder, { recursive: true })
