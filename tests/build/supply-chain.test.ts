import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const Locked = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  engines: z.looseObject({ node: z.string().optional() }).optional(),
})
const Names = z.record(z.string(), z.string())
const lock = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const manifest = z
  .object({
    dependencies: Names,
    devDependencies: Names,
    allowScripts: z.record(z.string(), z.boolean()),
    engines: z.object({ node: z.string() }),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

/**
 * Packages with an install script, which only looks for the binary in the package. `.npmrc` keeps npm from running any, and
 * `allowScripts` of package.json keeps npm 12 from warning of them.
 */
const INSTALL_SCRIPTS = ['node_modules/@photostructure/sqlite', 'node_modules/esbuild']
const LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
]
/** The licence of a package that names it in its file alone. */
const UNDECLARED = new Map([['node_modules/react-vega', 'BSD-3-Clause']])
/** Packages that declare Node 22, so that npm warns on Node 20; the operating page names them. */
const DECLARE_NODE_22 = ['@photostructure/sqlite']

/** The package of an import by name, without its subpath: `import … from 'hucre/xlsx'`, `import('vega')`. */
const BARE_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"\s]*)?['"]/g

describe('what is installed', () => {
  test('is locked by a hash, every package', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  test('is named in one version each', () => {
    const direct = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('runs no script during its installation, and a new package that wants to is noticed', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    expect(scripted.map(([path]) => path)).toEqual(INSTALL_SCRIPTS)
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
    const denied = INSTALL_SCRIPTS.map((path) => [path.replace('node_modules/', ''), false] as const)
    expect(manifest.allowScripts).toEqual(Object.fromEntries(denied))
  })

  test('declares Node 20.19, except packages that the operating page names', () => {
    expect(manifest.engines.node).toBe('>=20.19')
    const declaring = packages.filter(([, { engines }]) => !admitsNode(20, 19, engines?.node ?? '*'))
    expect(declaring.map(([path]) => path.replace('node_modules/', ''))).toEqual(DECLARE_NODE_22)
    const page = readFileSync('docs/operations/operating.md', 'utf8')
    const missing = DECLARE_NODE_22.filter((name) => !page.includes(`\`${name}\``))
    expect(missing).toEqual([])
  })

  test('may be shipped: server and browser packages have permissive licences', () => {
    const shipped = new Set(packages.filter(([, { dev }]) => dev !== true).map(([path]) => path))
    const folders = readdirSync('src').filter((name) => name !== 'build')
    for (const name of folders.flatMap((folder) => importedBy(join('src', folder)))) {
      addWithDependencies(shipped, name)
    }
    expect([...shipped]).toContain('node_modules/react-dom')
    const unfit = [...shipped].filter(
      (path) => !LICENCES.includes(lock.packages[path]?.license ?? UNDECLARED.get(path) ?? ''),
    )
    expect(unfit).toEqual([])
    for (const path of UNDECLARED.keys()) {
      expect(lock.packages[path]?.license).toBeUndefined()
      expect(readFileSync(join(path, 'LICENSE'), 'utf8')).toContain('Redistributions in binary form')
    }
  })

  // The gate builds before it tests; by itself this test needs `npm run build`.
  test('is for production exactly what the built server and the source of the product import', () => {
    const server = importedBy(resolve(process.env['DIST'] ?? 'dist', 'server'))
    const browser = ['web', 'chart'].flatMap((folder) => importedBy(join('src', folder)))
    // Their files are in the built server.
    const inlined = ['@fontsource/arimo']
    const imported = new Set([
      ...server,
      ...browser.filter((name) => !name.startsWith('virtual')),
      ...inlined,
    ])
    const peers = [...imported].flatMap((name) =>
      Object.keys(lock.packages[`node_modules/${name}`]?.peerDependencies ?? {}),
    )
    const needed = new Set([...imported, ...peers.filter((name) => name in manifest.dependencies)])
    expect([...needed].toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted())
  })
})

/** Whether a range of versions such as `^20.19.0 || >=22.12.0` admits a version of Node. Throws for unknown syntax. */
function admitsNode(major: number, minor: number, range: string): boolean {
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .replaceAll(/>=\s+/g, '>=')
      .split(/\s+/)
      .every((comparator) => {
        if (comparator === '*') return true
        const match = /^(>=|\^|)(\d+)(?:\.(\d+|[*x]))?(?:\.(?:\d+|[*x]))?$/.exec(comparator)
        if (match === null) throw new Error(`unknown range of versions: ${range}`)
        const [, operator, leastMajor, leastMinor = '0'] = match
        if (Number(leastMajor) !== major) return operator === '>=' && Number(leastMajor) < major
        return /\D/.test(leastMinor) || Number(leastMinor) <= minor
      }),
  )
}

/** The packages that the scripts of a folder import, by name, sorted. */
function importedBy(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = files
    .filter((name) => /\.(ts|tsx|js)$/.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(BARE_IMPORT)])
    .map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !isBuiltin(name)).toSorted()
}

function addWithDependencies(found: Set<string>, name: string): void {
  const path = `node_modules/${name}`
  const entry = lock.packages[path]
  if (entry === undefined || found.has(path)) return
  found.add(path)
  for (const dependency of Object.keys(entry.dependencies ?? {})) addWithDependencies(found, dependency)
}
