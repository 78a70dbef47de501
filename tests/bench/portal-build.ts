import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { z } from 'zod'

const Chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
type Chunk = z.infer<typeof Chunk>

/** A finished build of the portal, weighed as it goes over the wire. */
export interface PortalBuild {
  /** The entry modules of all chunks. */
  readonly modules: readonly string[]
  /** Modules that a chunk loads only when asked. */
  readonly loadedLater: (module: string) => readonly string[]
  /** The modules that load one after the other until `to` is there. */
  readonly pathBetween: (from: string, to: string) => readonly string[]
  /** gzip -9 bytes of the JS and CSS that the named modules need, each file once. */
  readonly bytes: (modules: readonly string[]) => number
}

/** Builds the portal into a folder of its own, with the definitions of `reports`, and reads what came out. */
export async function buildPortal(reports: string): Promise<PortalBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  try {
    process.env['REPORTS_DIR'] = reports
    await build({
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, manifest: 'manifest.json' },
    })
    const chunks = readChunks(readJson(folder, 'manifest.json'))
    const sizes = new Map<string, number>()
    for (const { file, css } of chunks.values()) {
      for (const name of [file, ...css]) {
        sizes.set(name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length)
      }
    }
    return weigh(chunks, sizes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readJson = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'))

/** The chunks by their entry module; one of several modules by its name in the configuration of the build. */
function readChunks(manifest: unknown): ReadonlyMap<string, Chunk> {
  const chunks = z.record(z.string(), Chunk).parse(manifest)
  const rename = (key: string) => (key.startsWith('_') ? (chunks[key]?.name ?? key) : key)
  return new Map(
    Object.entries(chunks).map(([key, chunk]) => [
      rename(key),
      {
        ...chunk,
        imports: chunk.imports.map(rename),
        dynamicImports: chunk.dynamicImports.map(rename),
      },
    ]),
  )
}

function weigh(chunks: ReadonlyMap<string, Chunk>, sizes: ReadonlyMap<string, number>): PortalBuild {
  const chunkOf = (module: string): Chunk => {
    const chunk = chunks.get(module)
    if (chunk === undefined)
      throw new Error(`the build has no chunk '${module}'; name the module as it is now`)
    return chunk
  }
  const collect = (module: string, files: Set<string>) => {
    const { file, css, imports } = chunkOf(module)
    if (files.has(file)) return
    for (const name of [file, ...css]) files.add(name)
    for (const next of imports) collect(next, files)
  }
  const size = (name: string) => sizes.get(name) ?? 0
  const pathBetween = (from: string, to: string): readonly string[] => {
    const paths = new Map<string, readonly string[]>([[from, [from]]])
    for (const [module, steps] of paths) {
      if (module === to) return steps
      const { imports, dynamicImports } = chunkOf(module)
      for (const next of [...imports, ...dynamicImports]) {
        if (!paths.has(next)) paths.set(next, [...steps, next])
      }
    }
    throw new Error(`nothing leads from '${from}' to '${to}'; name the modules as they are now`)
  }
  return {
    modules: [...chunks.keys()],
    pathBetween,
    loadedLater: (module) => chunkOf(module).dynamicImports,
    bytes(modules) {
      const files = new Set<string>()
      for (const module of modules) collect(module, files)
      return [...files].reduce((sum, name) => sum + size(name), 0)
    },
  }
}
