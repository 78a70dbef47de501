import type { ServerOptions } from 'vite'

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

/** Returns a function that runs `work` once its calls have stopped. */
export function whenSettled(work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(work, SETTLED_MS)
  }
}
