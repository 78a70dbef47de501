import type { IncomingMessage, ServerResponse } from 'node:http'
import { relative } from 'node:path'
import type { Plugin, ServerOptions, ViteDevServer } from 'vite'
import { isApiPath } from '../../schemas/api/parameters.ts'
import type * as Server from '../server/start.ts'

const API_PLUGIN = 'portal-api'
const ENTRY = '/src/server/start.ts'
const SETTINGS = /^\/settings\.properties(\?|$)/
const SOURCES = /^(src\/(server|report|definition|query|time|workbook)|schemas)\//

/** Serves the API beside the portal during development, and restarts it when one of its files changes. */
export function apiPlugin(): Plugin<{ restart: () => void }> {
  const api = { restart: () => undefined as void }
  return {
    name: API_PLUGIN,
    api,
    apply: (_config, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer(server) {
      let running = start(server)
      api.restart = () => {
        running = running.then(close).then(() => start(server))
      }
      server.watcher.on('all', (_event, file) => {
        if (SOURCES.test(relative(server.config.root, file))) api.restart()
      })
      server.httpServer?.once('close', () => void running.then(close))
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? ''
        if (!isApiPath(url) && !SETTINGS.test(url)) next()
        else void running.then((found) => answer(found, request, response))
      })
    },
  }
}

/** Restarts the API of a development server; while definitions are invalid it keeps the last valid ones. */
export const restartApi = ({ config }: ViteDevServer): void =>
  (
    config.plugins.find(({ name }) => name === API_PLUGIN) as ReturnType<typeof apiPlugin> | undefined
  )?.api?.restart()

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

const BASE_PATH = /^\/(?:[\w.~-]+\/)*$/

/** Returns the path below which the portal is served, `/` by default. Throws if a slash is missing at either end. */
export function parseBasePath(text: string | undefined): string {
  const path = text === undefined || text.trim() === '' ? '/' : text.trim()
  if (!BASE_PATH.test(path)) throw new Error(`BASE_PATH must be a path such as /portal/, not '${path}'`)
  return path
}

/** Returns the address of the development server: PORT and HOST of the environment, as for the built server. */
export function getDevAddress(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<ServerOptions, 'host' | 'port' | 'strictPort'> {
  const [host, port] = [environment['HOST']?.trim() ?? '', environment['PORT']?.trim() ?? '']
  return {
    ...(host === '' ? {} : { host }),
    // A port that is wished for and in use is an error; the usual one gives way to the next.
    ...(port === '' ? {} : { port: Number(port), strictPort: true }),
  }
}
