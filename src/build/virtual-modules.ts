import { dirname, resolve } from 'node:path'
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite'
import { restartApi } from './serve.ts'
import { findSpecIssues } from './spec-issues.ts'
import { findCalendarsFolder } from '../loading/read-folder.ts'
import type { Report } from '../report/model/report-plan.ts'
import { InvalidDefinitionsError, loadDefinitions } from '../loading/load.ts'
import { FINGERPRINT_FILE, formatFingerprint } from '../loading/fingerprint.ts'
import { formatDiagnostic, type LocatedDiagnostic } from '../diagnostics/diagnostic.ts'

const ENTRIES = 'virtual:report-entries'
const ONE = 'virtual:report/'

/**
 * Compiles the definitions of a folder for the browser: `virtual:report-entries` lists the reports in the order of the
 * menu, and each entry loads the plans of its report as a chunk of their own. Diagnostics end the build, by `refuse` first; during development
 * they are shown on the screen and in the terminal, and the last valid version stays in use.
 */
export function reportsPlugin(
  folder = process.env['REPORTS_DIR'] || 'reports',
  datasetFolder = process.env['DATASETS_DIR'] || 'datasets',
  refuse: (error: Error) => void = () => undefined,
): Plugin {
  const folders = { reports: resolve(folder), datasets: resolve(datasetFolder) }
  let reports: readonly Report[] | null = null
  const all = () => (reports ??= loadDefinitions(folders.reports, folders.datasets, findSpecIssues).reports)
  return {
    name: 'reports',
    enforce: 'pre',
    buildStart() {
      if (this.environment.config.command !== 'build') return
      try {
        all()
      } catch (error) {
        if (error instanceof InvalidDefinitionsError) refuse(error)
        throw error
      }
    },
    resolveId: (id) => (id === ENTRIES || id.startsWith(ONE) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ENTRIES}`) return formatEntries(all())
      const report = all().find((one) => `\0${ONE}${one.id}` === id)
      return report ? `export default ${frozen(report)}` : null
    },
    // With it the server notices at its start that it reads other definitions.
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: FINGERPRINT_FILE, source: formatFingerprint(all()) })
    },
    configureServer(server) {
      keepCurrent(server, folders, (next) => {
        reports = next
      })
    },
  }
}

function formatEntries(reports: readonly Report[]): string {
  const entries = reports
    .toSorted((one, other) => one.menu.order - other.menu.order)
    .map(({ id, path, menu }) => {
      const load = `() => import(${JSON.stringify(ONE + id)}).then((m) => m.default)`
      return `{ ...${JSON.stringify({ id, path, menu })}, load: ${load} }`
    })
  return `export const reportEntries = [${entries.join(', ')}]`
}

/**
 * Writes the code of a frozen copy: the reviver freezes each part after those that it contains. Only the server asks which
 * datasets a screen reads.
 */
const frozen = (report: Report): string => {
  const text = JSON.stringify(report, (key, value: unknown) => (key === 'binding' ? [] : value))
  return `JSON.parse(${JSON.stringify(text)}, (_, value) => Object.freeze(value))`
}

/** How long a file must be unchanged before it is read: an editor may write it in several steps. */
const SETTLED_MS = 150

/** Calls `update` once a definition in one of the folders has changed. */
function watchDefinitions({ watcher }: ViteDevServer, folders: readonly string[], update: () => void): void {
  let timer: NodeJS.Timeout | undefined
  for (const event of ['add', 'change', 'unlink']) {
    watcher.on(event, (file: string) => {
      if (!file.endsWith('.json') || !folders.includes(dirname(resolve(file)))) return
      clearTimeout(timer)
      timer = setTimeout(update, SETTLED_MS)
    })
  }
}

/** Applies each valid state of the definitions, and reports diagnostics until they are corrected. */
function keepCurrent(
  server: ViteDevServer,
  folders: { readonly reports: string; readonly datasets: string },
  apply: (reports: readonly Report[]) => void,
): void {
  let payload: ErrorPayload | null = null
  const update = (): boolean => {
    try {
      apply(loadDefinitions(folders.reports, folders.datasets, findSpecIssues).reports)
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
    restartApi(server)
    server.ws.send({ type: 'full-reload' })
  }
  update()
  const roots = [...Object.values(folders), resolve(findCalendarsFolder(folders.datasets))]
  server.watcher.add(roots)
  watchDefinitions(server, roots, () => {
    if (update()) reload()
  })
  // A page that is opened or reloaded in the meantime shows the diagnostics too.
  server.ws.on('connection', () => {
    if (payload !== null) server.ws.send(payload)
  })
}

/** Builds the diagnostics for the overlay of the development server: all messages, and the location of the first. */
function buildErrorPayload(diagnostics: readonly LocatedDiagnostic[]): ErrorPayload {
  const [first] = diagnostics
  const location = first && {
    id: first.file,
    loc: { file: resolve(first.file), line: first.line, column: first.column },
  }
  const messages = diagnostics.map(formatDiagnostic).join('\n\n')
  const message = `${messages}\n\nThe last good version stays in use.`
  return { type: 'error', err: { message, stack: '', plugin: 'reports', ...location } }
}
