import type { ServerOptions } from 'vite'

const PATTERN = /^\/(?:[\w.~-]+\/)*$/

/** The path below which the portal is served, `/` by default. Throws if a slash is missing at either end. */
export function parseBasePath(text: string | undefined): string {
  const path = text === undefined || text.trim() === '' ? '/' : text.trim()
  if (!PATTERN.test(path)) throw new Error(`BASE_PATH must be a path such as /portal/, not '${path}'`)
  return path
}

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
