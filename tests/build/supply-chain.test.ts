import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const Locked = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
})
const Names = z.record(z.string(), z.string())
const lock = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const manifest = z
  .object({ dependencies: Names, devDependencies: Names })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

/** Runs a script when it is installed, which a reader of this list has looked at: esbuild checks its binary. */
const INSTALL_SCRIPTS = ['node_modules/esbuild']
const LICENCES = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
]
/** Says its licence, BSD-3-Clause, in a file of its own. */
const UNSAID = ['node_modules/react-vega']

describe('what is installed (S87)', () => {
  test('is locked by a hash, every package', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  test('is named in one version each', () => {
    const direct = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('runs no script while it is installed but those looked at, and none in production', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    expect(scripted.map(([path]) => path)).toEqual(INSTALL_SCRIPTS)
    expect(scripted.filter(([, { dev }]) => dev !== true)).toEqual([])
  })

  test('may be shipped: the licences of production ask for no more than naming', () => {
    const shipped = packages.filter(([path, { dev }]) => dev !== true && !UNSAID.includes(path))
    expect(shipped.filter(([, { license }]) => !LICENCES.includes(license ?? ''))).toEqual([])
  })
})
