import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Which folders a file of a folder may import from, and which packages; the longest matching folder holds. */
const rooms: Readonly<Record<string, { folders: readonly string[]; packages: readonly string[] }>> = {
  schemas: { folders: ['schemas'], packages: ['zod'] },
  'src/engine': { folders: ['src/engine', 'schemas'], packages: [] },
  'src/definitions': {
    folders: ['src/definitions', 'src/engine', 'schemas'],
    packages: ['node:', 'zod', 'jsonc-parser'],
  },
  'src/machines': { folders: ['src/machines', 'src/engine', 'schemas'], packages: ['xstate'] },
  'src/api': { folders: ['src/api', 'src/engine', 'schemas'], packages: ['@tanstack/react-query', 'react'] },
  'src/ui': {
    folders: ['src/ui', 'src/engine'],
    packages: [
      'react',
      'react-dom',
      'react-router-dom',
      'react-hot-toast',
      'virtual:',
      'react-vega',
      'vega',
      '@radix-ui',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
    ],
  },
  'src/screens': {
    folders: ['src/screens', 'src/ui', 'src/api', 'src/machines', 'src/engine', 'schemas'],
    packages: [
      'react',
      'react-dom',
      'react-router-dom',
      'zod',
      'xstate',
      '@xstate',
      '@tanstack/react-query',
      '@radix-ui',
      'react-hot-toast',
      'virtual:',
    ],
  },
  'src/app': {
    folders: ['src/app', 'src/screens', 'src/ui', 'src/api', 'src/machines', 'src/engine', 'schemas'],
    packages: [
      'react',
      'react-dom',
      'react-router-dom',
      'react-hot-toast',
      'xstate',
      '@xstate',
      '@tanstack/react-query',
      'virtual:',
    ],
  },
  'src/server': {
    folders: ['src/server', 'src/definitions', 'src/engine', 'schemas'],
    packages: [
      'node:',
      'fastify',
      '@fastify',
      'helmet',
      'fastify-type-provider-zod',
      'kysely',
      '@photostructure/sqlite',
      'pg',
      'sonic-boom',
      'zod',
      '@node-rs/argon2',
      'hucre',
      'piscina',
      'write-excel-file',
      '@protobi/exceljs',
      'fflate',
    ],
  },
}

/** Areas of `src/screens` that others share; any other area imports none but itself. */
const sharedAreas = ['administration']

const sources = ['schemas', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name)),
)

interface Import {
  readonly file: string
  readonly target: string
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\s*\(?\s*'([^']+)'/g,
  )
  return [...found].map((match) => {
    const name = match[1] ?? match[2] ?? ''
    const target = name.startsWith('.') ? relative('.', normalize(join(dirname(file), name))) : name
    return { file, target }
  })
}

const imports = sources.flatMap(importsOf)
const isIn = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`)

describe('who may import whom', () => {
  test.each(Object.entries(rooms))('%s', (room, { folders, packages }) => {
    const wrong = imports
      .filter(({ file }) => isIn(room)(file))
      .filter(({ target }) => {
        if (folders.some((folder) => isIn(folder)(target))) return false
        return !packages.some(
          (name) =>
            target === name ||
            target.startsWith(name.endsWith(':') ? name : `${name}/`) ||
            (name.startsWith('vega') && target.startsWith('vega-')),
        )
      })
      .map(({ file, target }) => `${file} -> ${target}`)
    expect(wrong).toEqual([])
  })

  test('no area of the screens imports another', () => {
    const areaOf = (path: string) => /^src\/screens\/([a-z-]+)\//.exec(path)?.[1]
    const wrong = imports
      .filter(({ file, target }) => {
        const [from, to] = [areaOf(file), areaOf(target)]
        return from !== undefined && to !== undefined && from !== to && !sharedAreas.includes(to)
      })
      .map(({ file, target }) => `${file} -> ${target}`)
    expect(wrong).toEqual([])
  })
})

test('the engine is pure: no clock, no fetch, no DOM, no React', () => {
  const effects = /\bnew Date\(\)|Date\.now|\bfetch\(|\bdocument\.|\bwindow\.|Math\.random|localStorage/
  const found = sources.filter((file) => isIn('src/engine')(file) && effects.test(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})

test('a name means one file: no utils, helpers, common or misc', () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([])
})
