import { dirname, resolve } from 'node:path'
import type { ServerOptions, ViteDevServer } from 'vite'

/** The address of the development server: PORT and HOST of the environment, as for the built server. */
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

/** How long a file must be unchanged before it is read: an editor may write it in several steps. */
const SETTLED_MS = 150

/** Calls `update` once a definition in one of the folders has changed. */
export function watchDefinitions(
  { watcher }: ViteDevServer,
  folders: readonly string[],
  update: () => void,
): void {
  let timer: NodeJS.Timeout | undefined
  for (const event of ['add', 'change', 'unlink']) {
    watcher.on(event, (file: string) => {
      if (!file.endsWith('.json') || !folders.includes(dirname(resolve(file)))) return
      clearTimeout(timer)
      timer = setTimeout(update, SETTLED_MS)
    })
  }
}
