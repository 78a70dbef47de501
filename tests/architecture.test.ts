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
const shared = ['schemas', 'src/time', 'src/query', 'src/report', 'src/chart']
/** What the areas of the screen share. */
const web = [...shared, 'src/web/api', 'src/web/components', 'src/web/contexts', 'src/web/machines']
const areaPackages = [...react, 'zod', 'xstate', '@xstate/react', '@tanstack/react-query']
/** What the areas of the server share. */
const server = [
  'schemas',
  'src/time',
  'src/query',
  'src/report',
  'src/workbook',
  'src/definition',
  'src/server',
]
const serverPackages = ['node:', 'fastify', 'fastify-type-provider-zod', 'kysely', 'zod']

const zones: Readonly<Record<string, Zone>> = {
  schemas: { folders: [], packages: ['zod'] },
  'src/time': { folders: [], packages: [] },
  'src/query': { folders: ['src/time'], packages: [] },
  'src/report': { folders: ['schemas', 'src/time', 'src/query'], packages: [] },
  'src/chart': { folders: ['src/time', 'src/query', 'src/report'], packages: [] },
  'src/workbook': { folders: ['src/time', 'src/report'], packages: ['fflate', 'hucre'] },
  'src/chart/view': {
    folders: ['src/chart', 'src/report'],
    packages: ['react', 'react-vega', 'vega', 'vega-lite'],
  },
  'src/definition': {
    folders: ['schemas', 'src/time', 'src/query', 'src/report'],
    packages: ['node:', 'zod', 'jsonc-parser'],
  },
  'src/build': {
    folders: ['schemas', 'src/definition', 'src/chart', 'src/report', 'src/server/start.ts'],
    packages: ['node:', 'vite', 'zod'],
  },
  'src/web/api': {
    folders: ['schemas', 'src/time', 'src/report'],
    packages: ['content-disposition', 'react', 'zod'],
  },
  'src/web/machines': { folders: ['schemas', 'src/time', 'src/report'], packages: ['xstate'] },
  'src/web/contexts': {
    folders: [...shared, 'src/web/api', 'src/web/machines', 'src/web/components'],
    packages: ['react', 'xstate', '@xstate/react'],
  },
  'src/web/components': {
    folders: [...shared, 'src/web/contexts'],
    packages: [...react, 'react-hot-toast', '@tanstack/react-table', 'virtual:'],
  },
  'src/web/account': { folders: web, packages: [...areaPackages, 'uqr'] },
  'src/web/administration': { folders: web, packages: areaPackages },
  'src/web/roles': { folders: [...web, 'src/web/administration'], packages: areaPackages },
  'src/web/users': { folders: [...web, 'src/web/administration', 'src/workbook'], packages: areaPackages },
  'src/web/permissions': { folders: [...web, 'src/web/administration'], packages: areaPackages },
  'src/web/sessions': {
    folders: [...web, 'src/web/administration'],
    packages: [...areaPackages, 'virtual:'],
  },
  'src/web/history': { folders: [...web, 'src/web/administration'], packages: areaPackages },
  'src/web/dashboards': {
    folders: [
      ...web,
      'src/web/layout/menu.ts',
      'src/web/notes',
      'src/web/reports',
      'src/web/schedules',
      'src/workbook',
    ],
    packages: [...areaPackages, 'markdown-to-jsx', 'virtual:'],
  },
  'src/web/alerts': { folders: web, packages: areaPackages },
  'src/web/schedules': { folders: [...web, 'src/web/administration'], packages: areaPackages },
  'src/web/layout': { folders: [...web, 'src/web/account', 'src/web/alerts'], packages: areaPackages },
  'src/web/login': { folders: web, packages: areaPackages },
  'src/web/notes': { folders: web, packages: areaPackages },
  'src/web/reports': {
    folders: [...web, 'src/web/notes', 'src/web/schedules', 'src/workbook'],
    packages: [...areaPackages, 'virtual:'],
  },
  'src/web/app': { folders: ['src/web', ...shared], packages: [...areaPackages, 'virtual:'] },
  'src/server': { folders: server, packages: [...serverPackages, 'piscina'] },
  'src/server/http': {
    folders: server,
    packages: [...serverPackages, '@fastify', 'ipaddr.js', 'sonic-boom'],
  },
  'src/server/passwords': {
    folders: server,
    packages: [...serverPackages, 'piscina', '@node-rs/argon2', '@zxcvbn-ts'],
  },
  'src/server/accounts': { folders: server, packages: [...serverPackages, 'otpauth'] },
  'src/server/oidc': { folders: server, packages: [...serverPackages, 'openid-client'] },
  'src/server/database': {
    folders: ['schemas', 'src/definition', 'src/server/database'],
    packages: ['node:', 'kysely', '@photostructure/sqlite', 'pg'],
  },
  'src/server/sources': {
    folders: server,
    packages: [...serverPackages, '@clickhouse/client', 'cockatiel', 'lru-cache', 'pg'],
  },
  'src/server/jobs': { folders: server, packages: [...serverPackages, 'croner'] },
  'src/server/mail': { folders: server, packages: [...serverPackages, 'nodemailer'] },
  'src/server/workbook': {
    folders: server,
    packages: ['node:', 'piscina'],
  },
  'src/server/schedules': {
    folders: [...server, 'src/chart'],
    packages: [...serverPackages, 'piscina', 'croner', '@napi-rs/canvas', '@fontsource/arimo'],
  },
  'src/cli': {
    folders: [
      'schemas',
      'src/time',
      'src/query',
      'src/report',
      'src/chart',
      'src/workbook',
      'src/definition',
      'src/server',
      'src/web/machines',
    ],
    packages: [
      'node:',
      'zod',
      'kysely',
      'content-disposition',
      'csv-parse',
      'fflate',
      'hucre',
      'xstate',
      'yauzl',
    ],
  },
  'src/cli/docs': {
    folders: [
      'schemas',
      'src/time',
      'src/report',
      'src/definition',
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
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|(?<!')import\s*\(?\s*'([^']+)'/g,
  )
  return [...found].map((match) => {
    const name = match[1] ?? match[2] ?? ''
    const target = name.startsWith('.') ? relative('.', normalize(join(dirname(file), name))) : name
    return { file, target }
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

  test('every file has a zone', () => {
    expect(sources.filter((file) => zoneOf(file) === undefined)).toEqual([])
  })
})

test('report, chart and workbook models are pure: no clock, no fetch, no DOM, no React', () => {
  const effects = /\bnew Date\(\)|Date\.now|\bfetch\(|\bdocument\.|\bwindow\.|Math\.random|localStorage/
  const found = sources.filter(
    (file) =>
      ['src/time', 'src/query', 'src/report', 'src/chart', 'src/workbook'].includes(zoneOf(file) ?? '') &&
      effects.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})

test('a name means one file: no utils, helpers, common or misc', () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([])
})
