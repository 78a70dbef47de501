import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment, ErrorPayload, Plugin, ViteDevServer } from 'vite'
import { listFurtherParts } from '../report/further-parts.ts'
import type { Report } from '../report/plan.ts'
import { formatReportList } from '../report/report-list.ts'
import { InvalidDefinitionsError, loadDefinitions } from '../definition/load.ts'
import { whenSettled } from './dev-server.ts'
import { FINGERPRINTS_FILE, formatFingerprints } from '../definition/fingerprints.ts'
import { formatDiagnostic, type LocatedDiagnostic } from '../definition/diagnostic.ts'

const ENTRIES = 'virtual:report-entries'
const LOADERS = 'virtual:report-loaders'
const ONE = 'virtual:report/'

const source = (name: string) => fileURLToPath(new URL(`../report/${name}.ts`, import.meta.url))
const FURTHER = source('further')
const IN_BROWSER = source('further-in-browser')

/**
 * Compiles the definitions of a folder for the browser: `virtual:report-entries` is the small list of the first
 * load, `virtual:report-loaders` loads each report's plans as a chunk of its own. Diagnostics end the build; during
 * development they are shown on the screen and in the terminal, and the last valid version stays in use.
 */
export function reportsPlugin(
  folder = process.env['REPORTS_DIR'] || 'reports',
  datasetFolder = process.env['DATASETS_DIR'] || 'datasets',
): Plugin {
  const folders = { reports: resolve(folder), datasets: resolve(datasetFolder) }
  let reports: readonly Report[] | null = null
  const all = () => (reports ??= loadDefinitions(folders.reports, folders.datasets).reports)
  return {
    name: 'reports',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === ENTRIES || id.startsWith(LOADERS) || id.startsWith(ONE)) return `\0${id}`
      const isFurther = importer !== undefined && resolve(dirname(importer), id) === FURTHER
      return isFurther && isBrowser(this.environment) ? IN_BROWSER : null
    },
    load(id) {
      if (!id.startsWith('\0virtual:report')) return null
      const name = id.slice(1)
      const listed = all().toSorted((one, other) => one.menu.order - other.menu.order)
      if (name === ENTRIES) return formatEntries(listed)
      if (name === LOADERS) return formatLoaders(listed)
      if (name.startsWith(`${LOADERS}/`)) return formatGroup(listed, Number(name.slice(LOADERS.length + 1)))
      const report = all().find((one) => ONE + one.id === name)
      return report ? importFurther(report) + `export default ${frozen(report)}` : null
    },
    // With it the server notices at its start that it reads other definitions.
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: FINGERPRINTS_FILE, source: formatFingerprints(all()) })
    },
    configureServer(server) {
      watchDefinitions(server, folders, (next) => {
        reports = next
      })
    },
  }
}

const formatEntries = (listed: readonly Report[]): string =>
  [
    `import { parseReportList } from ${JSON.stringify(source('report-list'))}`,
    `export const reportEntries = parseReportList(${JSON.stringify(formatReportList(listed))})`,
  ].join('\n')

/** So many reports have their loaders in one chunk: all of them would be a large part of the first table. */
const GROUP = 50

/** Code that loads a report by its position. More reports than fit into a group load the loaders of their group first. */
function formatLoaders(listed: readonly Report[]): string {
  if (listed.length <= GROUP) {
    return `${formatGroup(listed, 0)}\nexport const loadReportCode = (position) => loaders[position]()`
  }
  const groups = Array.from({ length: Math.ceil(listed.length / GROUP) }, (_, index) => `${LOADERS}/${index}`)
  return [
    `const groups = [${groups.map((group) => `() => import(${JSON.stringify(group)})`).join(', ')}]`,
    `export const loadReportCode = async (position) =>`,
    `  (await groups[Math.floor(position / ${GROUP})]()).loaders[position % ${GROUP}]()`,
  ].join('\n')
}

function formatGroup(listed: readonly Report[], group: number): string {
  const loaders = listed
    .slice(group * GROUP, (group + 1) * GROUP)
    .map(({ id }) => `() => import(${JSON.stringify(ONE + id)}).then((m) => m.default)`)
  return `export const loaders = [${loaders.join(', ')}]`
}

/** Whether code is for the browser: not for the server, and not for tests. */
const isBrowser = ({ name, config }: Environment): boolean => name === 'client' && config.mode !== 'test'

/** Code that adds what a report uses beyond what every report does. */
function importFurther({ plans }: Report): string {
  const parts = listFurtherParts(plans)
  if (parts.length === 0) return ''
  const imports = parts.map((part, index) => {
    const name = `further${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`
    return `import { ${name} as part${index} } from ${JSON.stringify(source(`further-${part}`))}`
  })
  const added = parts.map((part, index) => `${part}: part${index}`)
  return [
    ...imports,
    `import { addFurther } from ${JSON.stringify(IN_BROWSER)}`,
    `addFurther({ ${added.join(', ')} })\n`,
  ].join('\n')
}

/** Code of a frozen copy: the reviver freezes each part after those that it contains. */
const frozen = (report: Report): string =>
  `JSON.parse(${JSON.stringify(JSON.stringify(report))}, (_, value) => Object.freeze(value))`

/** Applies each valid state of the definitions, and reports diagnostics until they are corrected. */
function watchDefinitions(
  server: ViteDevServer,
  folders: { readonly reports: string; readonly datasets: string },
  apply: (reports: readonly Report[]) => void,
): void {
  let payload: ErrorPayload | null = null
  const update = (): boolean => {
    try {
      apply(loadDefinitions(folders.reports, folders.datasets).reports)
    } catch (error) {
      if (!(error instanceof InvalidDefinitionsError)) throw error
      payload = buildErrorPayload(error.diagnostics)
      server.config.logger.error(`\n${error.message}\nthe last good version stays in use`, {
        timestamp: true,
      })
      server.ws.send(payload)
      return false
    }
    if (payload !== null) server.config.logger.info('the definitions are valid again', { timestamp: true })
    payload = null
    return true
  }
  const reload = () => {
    for (const { moduleGraph } of Object.values(server.environments)) {
      for (const [id, module] of moduleGraph.idToModuleMap) {
        if (id.startsWith('\0virtual:report')) moduleGraph.invalidateModule(module)
      }
    }
    server.ws.send({ type: 'full-reload' })
  }
  const updateSoon = whenSettled(() => {
    if (update()) reload()
  })
  update()
  const roots = Object.values(folders)
  server.watcher.add(roots)
  for (const event of ['add', 'change', 'unlink']) {
    server.watcher.on(event, (file: string) => {
      const isDefinition =
        file.endsWith('.json') && roots.some((root) => resolve(file).startsWith(`${root}/`))
      if (isDefinition) updateSoon()
    })
  }
  // A page that is opened or reloaded in the meantime shows the diagnostics too.
  server.ws.on('connection', () => {
    if (payload !== null) server.ws.send(payload)
  })
}

const CONTEXT_LINES = 2

/** Diagnostics for the overlay of the development server: all messages, and the lines around the first. */
function buildErrorPayload(diagnostics: readonly LocatedDiagnostic[]): ErrorPayload {
  const [first] = diagnostics
  return {
    type: 'error',
    err: {
      message: `${diagnostics.map(formatDiagnostic).join('\n\n')}\n\nThe last good version stays in use.`,
      stack: '',
      plugin: 'reports',
      ...(first === undefined
        ? {}
        : {
            id: first.file,
            loc: { file: resolve(first.file), line: first.line, column: first.column },
            frame: formatFrame(first),
          }),
    },
  }
}

function formatFrame({ file, line, column }: LocatedDiagnostic): string {
  const lines = readLines(file)
  const from = Math.max(1, line - CONTEXT_LINES)
  return lines
    .slice(from - 1, line + CONTEXT_LINES)
    .flatMap((text, index) => {
      const number = from + index
      const shown = `${String(number).padStart(4)} | ${text}`
      return number === line ? [shown, `${' '.repeat(4)} | ${' '.repeat(column - 1)}^`] : [shown]
    })
    .join('\n')
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
