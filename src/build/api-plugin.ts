import type { IncomingMessage, ServerResponse } from 'node:http'
import { relative, resolve } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { isApiPath } from '../../schemas/api/parameters.ts'
import { compileDefinitions } from '../definition/compile.ts'
import { readFolder } from '../definition/read-definitions.ts'
import { watchDefinitions } from './reports-plugin.ts'
import type * as Server from '../server/start.ts'

const ENTRY = '/src/server/start.ts'
const SETTINGS = /^\/settings\.properties(\?|$)/
const SOURCES = /^(src\/(server|report|definition|query|time|workbook)|schemas)\//

/** Serves the API beside the portal during development, and restarts it when one of its files changes. */
export function apiPlugin(): Plugin {
  return {
    name: 'portal-api',
    apply: (_config, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer(server) {
      let running = start(server)
      const folders = {
        reports: resolve(process.env['REPORTS_DIR'] || 'reports'),
        datasets: resolve(process.env['DATASETS_DIR'] || 'datasets'),
      }
      const restart = () => {
        running = running.then(close).then(() => start(server))
      }
      // While definitions are invalid, the API keeps the last valid ones.
      watchDefinitions(server, Object.values(folders), () => {
        if (areValid(folders)) restart()
      })
      server.watcher.on('all', (_event, file) => {
        if (SOURCES.test(relative(server.config.root, file))) restart()
      })
      server.httpServer?.once('close', () => void running.then(close))
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? ''
        if (!isApiPath(url) && !SETTINGS.test(url)) next()
        else void running.then((api) => answer(api, request, response))
      })
    },
  }
}

/** Whether reports and datasets compile. */
function areValid(folders: { readonly reports: string; readonly datasets: string }): boolean {
  const reportFiles = readFolder(folders.reports)
  const datasetFiles = readFolder(folders.datasets)
  return compileDefinitions({ reportFiles, datasetFiles }).diagnostics.length === 0
}

async function start(server: ViteDevServer): Promise<Server.RunningServer | Error> {
  try {
    server.environments.ssr.moduleGraph.invalidateAll()
    const module = (await server.ssrLoadModule(ENTRY)) as typeof Server
    return await module.startDevApp(process.env, server.config.root)
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    server.config.logger.error(`the API did not start: ${failure.message}`)
    return failure
  }
}

async function close(running: Server.RunningServer | Error): Promise<void> {
  if (!(running instanceof Error)) await running.close()
}

function answer(api: Server.RunningServer | Error, request: IncomingMessage, response: ServerResponse): void {
  if (api instanceof Error) response.writeHead(503, { 'content-type': 'text/plain' }).end(api.message)
  else api.app.routing(request, response)
}
