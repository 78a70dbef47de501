import { join } from 'node:path'
import { getErrorCode, getErrorReason } from './platform/database/errors.ts'
import { describeDatabase } from './platform/database/open.ts'
import { DEMO_PASSWORD, demoUsers } from './data/demo/demo-accounts.ts'
import { openErrorLog } from './platform/http/logging.ts'
import { type RunningServer, startServer } from './start.ts'
import { parseSettings, type ServerSettings } from './config.ts'

const DRAIN_MS = 10_000
/** How long the process waits at its end for a log that cannot be written at once. */
const LOG_FLUSH_MS = 1_000

const explainHost = (host: string) => `HOST ${host} is no address of this machine; set HOST to another one`

const listenErrors: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} on ${host} is in use; set PORT to another one`,
  EACCES: (_host, port) => `port ${port} is not open to this user; set PORT to one above 1023`,
  EADDRNOTAVAIL: explainHost,
  ENOTFOUND: explainHost,
  EAI_AGAIN: explainHost,
}

const clock = () => new Date()
const log = openErrorLog(clock)

// Before the server listens a signal may end it at once: open transactions are rolled back.
const end = () => process.exit(0)
process.once('SIGTERM', end).once('SIGINT', end)

try {
  rejectArguments(process.argv.slice(2))
  const settings = parseSettings(process.env, join(import.meta.dirname, '..', '..'))
  const running = await startServer(settings, {
    clock,
    log,
    hashWorker: join(import.meta.dirname, 'hash-worker.js'),
    renderWorker: join(import.meta.dirname, 'render-worker.js'),
  })
  closeOnSignals(running)
  await listen(running, settings)
} catch (error) {
  await exit(1, error)
}

function rejectArguments([argument]: readonly string[]): void {
  if (argument === undefined) return
  throw new Error(
    `the server has no arguments, not even ${argument}: its settings are environment variables, such as PORT`,
  )
}

async function listen(running: RunningServer, settings: ServerSettings): Promise<void> {
  const { host, port } = settings
  try {
    await running.app.listen({ host, port, listenTextResolver: () => 'listening' })
  } catch (error) {
    await running.close()
    const explain = listenErrors[getErrorCode(error)]
    if (explain === undefined) throw error
    throw new Error(explain(host, port), { cause: error })
  }
  running.app.log.info({ database: describeDatabase(settings), node: process.version }, 'started')
  const address = running.app.server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  const shown = host.includes(':') ? `[${host}]` : host
  process.stdout.write(`Portal ready at http://${shown}:${actual}\n`)
  if (running.demoAccounts) {
    process.stdout.write(`Demo accounts: ${demoUsers.join(', ')}; password ${DEMO_PASSWORD}\n`)
  }
  if (!running.hasAccounts) {
    log.write(
      'Nobody can sign in yet; create the first account: npm run admin -- create USER_ID (without the development packages: node dist/server/admin.js create USER_ID)\n',
    )
  }
}

function closeOnSignals(running: RunningServer): void {
  process.off('SIGTERM', end).off('SIGINT', end)
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    // Requests that do not end must not keep the process alive for ever.
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    void running.close().then(
      () => {
        running.app.log.info('stopped')
        return exit(0)
      },
      (error: unknown) => exit(1, error),
    )
  }
  process.on('SIGTERM', close).on('SIGINT', close)
}

async function exit(code: number, error?: unknown): Promise<never> {
  if (error !== undefined) log.write(`${getErrorReason(error)}\n`)
  await log.flush(LOG_FLUSH_MS)
  return process.exit(code)
}
