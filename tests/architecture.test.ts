import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What a file of a zone may import; the longest zone that contains the file counts. */
interface Zone {
  /** Folders and files beside the zone itself. */
  readonly folders: readonly string[]
  readonly packages: readonly string[]
}

const react = ['react', 'react-dom', 'react-router-dom']
/** The engine: reports, datasets and their charts. It knows nothing of the portal around it. */
const engine = [
  'src/diagnostics',
  'src/time',
  'src/query',
  'src/report',
  'src/dataset',
  'src/reading',
  'src/chart',
  'src/workbook',
  'src/definition',
  'src/loading',
]
const shared = ['schemas', 'src/time', 'src/query', 'src/report', 'src/chart']
/** What the areas of the screen share. */
const web = [...shared, 'src/web/api', 'src/web/kit', 'src/web/contexts', 'src/web/machines']
const areaPackages = [...react, 'zod', 'xstate', '@xstate/react', '@tanstack/react-query']
/** What the wings of the server share, from the lowest to the highest: each knows those before it. */
const platform = ['schemas', 'src/server/platform']
const identity = [...platform, 'src/time', 'src/report', 'src/dataset', 'src/server/identity']
const data = [...identity, 'src/diagnostics', 'src/query', 'src/workbook', 'src/server/data']
const delivery = [...data, 'src/server/delivery']
const serverPackages = ['node:', 'fastify', 'fastify-type-provider-zod', 'kysely', 'zod']

const zones: Readonly<Record<string, Zone>> = {
  schemas: { folders: [], packages: ['zod'] },
  'src/time': { folders: [], packages: [] },
  'src/query': { folders: ['src/time'], packages: [] },
  'src/report/model': { folders: ['schemas', 'src/time', 'src/query'], packages: [] },
  'src/report/selection': {
    folders: ['schemas', 'src/diagnostics', 'src/time', 'src/query', 'src/report/model'],
    packages: [],
  },
  'src/report/table': {
    folders: ['schemas', 'src/time', 'src/query', 'src/report/model', 'src/report/selection'],
    packages: [],
  },
  'src/report/alerts': { folders: ['schemas', 'src/time', 'src/query', 'src/report'], packages: [] },
  'src/dataset': {
    folders: [
      'schemas',
      'src/diagnostics',
      'src/time',
      'src/query',
      'src/report/model',
      'src/report/selection',
    ],
    packages: ['zod'],
  },
  'src/reading': { folders: ['schemas', 'src/time', 'src/dataset'], packages: [] },
  'src/chart': { folders: ['src/time', 'src/query', 'src/report'], packages: [] },
  'src/workbook': { folders: ['src/time', 'src/query', 'src/report'], packages: ['fflate', 'hucre'] },
  'src/chart/view': {
    folders: ['src/chart', 'src/report'],
    packages: ['react', 'react-vega', 'vega', 'vega-lite'],
  },
  'src/definition': {
    folders: ['schemas', 'src/diagnostics', 'src/time', 'src/query', 'src/report', 'src/dataset'],
    packages: ['zod'],
  },
  'src/diagnostics': { folders: [], packages: ['jsonc-parser'] },
  'src/loading': {
    folders: ['schemas', 'src/diagnostics', 'src/query', 'src/report', 'src/dataset', 'src/definition'],
    packages: ['node:', 'zod'],
  },
  'src/build': {
    folders: [
      'schemas',
      'src/diagnostics',
      'src/loading',
      'src/definition',
      'src/dataset',
      'src/chart',
      'src/report',
      'src/server/start.ts',
    ],
    packages: ['node:', 'vite', 'zod'],
  },
  'src/web/api': {
    folders: ['schemas', 'src/time', 'src/report'],
    packages: ['content-disposition', 'react', 'zod'],
  },
  'src/web/machines': { folders: ['schemas', 'src/time', 'src/report'], packages: ['xstate'] },
  'src/web/contexts': {
    folders: [...shared, 'src/web/api', 'src/web/machines', 'src/web/kit'],
    packages: ['react', 'xstate', '@xstate/react'],
  },
  'src/web/kit': {
    folders: [...shared, 'src/web/contexts'],
    packages: [...react, 'react-hot-toast', 'virtual:'],
  },
  'src/web/table': { folders: web, packages: [...react, '@tanstack/react-table'] },
  'src/web/chart': { folders: [...web, 'src/web/table'], packages: react },
  'src/web/administration': { folders: [...web, 'src/workbook'], packages: [...areaPackages, 'virtual:'] },
  'src/web/account': {
    folders: [...web, 'src/web/administration'],
    packages: [...areaPackages, 'uqr', 'virtual:'],
  },
  'src/web/report': {
    folders: [...web, 'src/web/table', 'src/web/chart', 'src/web/administration', 'src/workbook'],
    packages: [...areaPackages, 'virtual:'],
  },
  'src/web/dashboard': {
    folders: [
      ...web,
      'src/web/layout/menu-links.ts',
      'src/web/table',
      'src/web/chart',
      'src/web/report',
      'src/workbook',
    ],
    packages: [...areaPackages, 'markdown-to-jsx', 'virtual:'],
  },
  'src/web/data': { folders: [...web, 'src/web/administration'], packages: areaPackages },
  'src/web/studio': {
    folders: [
      ...web,
      'src/web/administration',
      'src/web/data',
      'src/web/report',
      'src/web/dashboard',
      'src/definition',
      'src/loading',
      'src/dataset',
      'src/diagnostics',
    ],
    packages: [
      ...areaPackages,
      '@codemirror',
      '@lezer/highlight',
      'jsonc-parser',
      'vega-lite',
      'vscode-json-languageservice',
    ],
  },
  'src/web/layout': { folders: web, packages: areaPackages },
  'src/web/app': { folders: ['src/web', ...shared], packages: [...areaPackages, 'virtual:'] },
  'src/server': { folders: [...delivery, 'src/server', 'src/loading'], packages: serverPackages },
  'src/server/platform': { folders: platform, packages: [...serverPackages, 'piscina', 'prom-client'] },
  'src/server/platform/http': {
    folders: platform,
    packages: [...serverPackages, '@fastify', 'ipaddr.js', 'sonic-boom'],
  },
  'src/server/platform/database': {
    folders: platform,
    packages: ['node:', 'kysely', 'lru-cache', '@photostructure/sqlite', 'pg'],
  },
  'src/server/platform/jobs': { folders: platform, packages: [...serverPackages, 'croner'] },
  'src/server/identity': { folders: identity, packages: serverPackages },
  'src/server/identity/passwords': {
    folders: identity,
    packages: [...serverPackages, 'piscina', '@node-rs/argon2', '@zxcvbn-ts'],
  },
  'src/server/identity/accounts': { folders: identity, packages: [...serverPackages, 'otpauth'] },
  'src/server/identity/company-sign-in': {
    folders: identity,
    packages: [...serverPackages, 'openid-client'],
  },
  'src/server/data': { folders: data, packages: serverPackages },
  'src/server/data/imports': {
    folders: [...data, 'src/reading'],
    packages: [...serverPackages, 'csv-parse', 'fflate', 'hucre', 'yauzl'],
  },
  'src/server/data/drafting': { folders: [...data, 'src/reading'], packages: serverPackages },
  'src/server/data/studio': {
    folders: [...data, 'src/loading', 'src/reading'],
    packages: serverPackages,
  },
  'src/server/data/sources': {
    folders: data,
    packages: [...serverPackages, '@clickhouse/client', 'cockatiel', 'lru-cache', 'pg'],
  },
  'src/server/delivery': {
    folders: [...delivery, 'src/chart'],
    packages: [...serverPackages, 'piscina', 'croner', 'nodemailer', '@napi-rs/canvas', '@fontsource/arimo'],
  },
  'src/cli': {
    folders: ['schemas', ...engine, 'src/build/spec-issues.ts', 'src/server', 'src/web/machines'],
    packages: ['node:', 'zod', 'kysely', 'content-disposition', 'xstate'],
  },
  'src/cli/docs': {
    folders: [
      'schemas',
      'src/time',
      'src/report',
      'src/diagnostics',
      'src/dataset',
      'src/server',
      'src/web/machines',
      'src/cli',
    ],
    packages: ['node:', 'zod', 'xstate'],
  },
}

/** The folders without a zone of their own belong to the zone around them. */
const zoneOf = (file: string) =>
  Object.keys(zones)
    .filter((zone) => file.startsWith(`${zone}/`))
    .toSorted((one, other) => other.length - one.length)[0]

const sources = ['schemas', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name)),
)

interface Import {
  readonly file: string
  readonly target: string
  /** Whether it is only of types. */
  readonly isType: boolean
}

function importsOf(file: string): Import[] {
  if (!/\.tsx?$/.test(file)) return []
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|(?<!')import\s*\(?\s*'([^']+)'/g,
  )
  return [...found].map((match) => {
    const name = match[1] ?? match[2] ?? ''
    const target = name.startsWith('.') ? relative('.', normalize(join(dirname(file), name))) : name
    return { file, target, isType: /^\s*(?:import|export)\s+type\b/.test(match[0]) }
  })
}

const imports = sources.flatMap(importsOf)
const isIn = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`)

const isPackage = (name: string, target: string): boolean =>
  target === name ||
  target.startsWith(name.endsWith(':') ? name : `${name}/`) ||
  (name === 'vega' && target.startsWith('vega-'))

describe('who may import whom', () => {
  test.each(Object.entries(zones))('%s', (zone, { folders, packages }) => {
    const inside = imports.filter(({ file }) => zoneOf(file) === zone)
    const wrong = inside
      .filter(({ target }) => ![zone, ...folders].some((folder) => isIn(folder)(target)))
      .filter(({ target }) => !packages.some((name) => isPackage(name, target)))
      .map(({ file, target }) => `${file} -> ${target}`)
    expect(wrong).toEqual([])
  })

  test('the engine knows nothing of the portal around it', () => {
    const portal = ['src/server', 'src/web', 'src/cli']
    const wrong = imports
      .filter(({ file }) => engine.some((folder) => isIn(folder)(file)))
      .filter(({ target }) => portal.some((folder) => isIn(folder)(target)))
    expect(wrong).toEqual([])
  })

  test('every file has a zone', () => {
    expect(sources.filter((file) => zoneOf(file) === undefined)).toEqual([])
  })
})

test('only the loader runs the compiler, and the studio suggests the functions of its language', () => {
  const importers = imports
    .filter(
      ({ file, target, isType }) =>
        !isType && target.startsWith('src/definition/') && !isIn('src/definition')(file),
    )
    .map(({ file }) => file)
  expect([...new Set(importers)].toSorted()).toEqual([
    'src/loading/check-definitions.ts',
    'src/loading/load.ts',
    'src/web/studio/suggestions.ts',
  ])
})

test('the checker and all that it imports run in a browser: nothing of Node', () => {
  const reached = new Set([
    'src/loading/check-definitions.ts',
    'src/loading/list-uses.ts',
    'src/loading/spec-check.ts',
  ])
  for (const file of reached)
    for (const { target, isType } of importsOf(file)) if (!isType && !reached.has(target)) reached.add(target)
  const names = [...reached]
  const node = names.filter((name) => name.startsWith('node:'))
  const globals = names.filter(
    (name) =>
      /^(src|schemas)\//.test(name) && /\b(?:process\.(?:env|cwd)|Buffer\.)/.test(readFileSync(name, 'utf8')),
  )
  expect(names.length).toBeGreaterThan(80)
  expect([...node, ...globals]).toEqual([])
})

test('report, chart and workbook models are pure: no clock, no fetch, no DOM, no React', () => {
  const effects = /\bnew Date\(\)|Date\.now|\bfetch\(|\bdocument\.|\bwindow\.|Math\.random|localStorage/
  const found = sources.filter(
    (file) =>
      ['src/time', 'src/query', 'src/report', 'src/dataset', 'src/reading', 'src/chart', 'src/workbook'].some(
        (folder) => isIn(folder)(zoneOf(file) ?? ''),
      ) && effects.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})

test('a name means one file: no utils, helpers, common or misc', () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([])
})
