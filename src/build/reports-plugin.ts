import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Report } from '../engine/report-plan.ts'
import { loadReports } from '../server/reports/load.ts'

const ENTRIES = 'virtual:report-entries'
const LOADERS = 'virtual:report-loaders'
const ONE = 'virtual:report/'

/**
 * Compiles the definitions of a folder for the browser: `virtual:report-entries` is the small list of the first
 * load, `virtual:report-loaders` brings each report's finished plans as a chunk of its own. A definition that
 * does not compile ends the build with its findings.
 */
export function reportsPlugin(folder = process.env['REPORTS_DIR'] ?? 'reports'): Plugin {
  const root = resolve(folder)
  let reports: readonly Report[] | null = null
  const all = () => (reports ??= loadReports(root))
  return {
    name: 'reports',
    resolveId: (id) => (id === ENTRIES || id === LOADERS || id.startsWith(ONE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0virtual:report')) return null
      const name = id.slice(1)
      if (name === ENTRIES) {
        return `export const reportEntries = ${JSON.stringify(all().map(({ id, path, menu }) => ({ id, path, menu })))}`
      }
      if (name === LOADERS) {
        const entries = all().map(
          (report) =>
            `${JSON.stringify(report.id)}: () => import(${JSON.stringify(ONE + report.id)}).then((m) => m.default)`,
        )
        return `export const reportLoaders = { ${entries.join(', ')} }`
      }
      const report = all().find((one) => ONE + one.id === name)
      return report ? `export default JSON.parse(${JSON.stringify(JSON.stringify(report))})` : null
    },
    configureServer(server) {
      server.watcher.add(root)
      const reload = (file: string) => {
        if (!resolve(file).startsWith(root) || !file.endsWith('.json')) return
        reports = null
        server.moduleGraph.invalidateAll()
        server.ws.send({ type: 'full-reload' })
      }
      for (const event of ['add', 'change', 'unlink']) server.watcher.on(event, reload)
    },
  }
}
