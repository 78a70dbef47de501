import { join } from 'node:path'
import { getErrorReason } from './database/errors.ts'
import { DEMO_PASSWORD, demoUsers } from './demo/accounts.ts'
import { openErrorLog } from './http/logging.ts'
import { type RunningServer, startServer } from './start.ts'
import { parseSettings, type ServerSettings } from './config.ts'

const DRAIN_MS = 10_000
/** How long the process waits at its end for a log that cannot be written at once. */
const LOG_FLUSH_MS = 1_000

const clock = () => new Date()
const log = openErrorLog(clock)

// Before the server listens a signal may end it at once: open transactions are rolled back.
const end = () => process.exit(0)
process.once('SIGTERM', end).once('SIGINT', end)

try {
  const settings = parseSettings(process.env, join(import.meta.dirname, '..', '..'))
  const running = await startServer(settings, {
    clock,
    log,
    hashWorker: join(import.meta.dirname, 'hash-worker.js'),
    workbookWorker: join(import.meta.dirname, 'workbook-worker.js'),
  })
  closeOnSignals(running, settings)
  void running.dataFolderLost.then(() => endWithoutDatabase(running))
  await listen(running, settings)
} catch (error) {
  await exit(1, error)
}

async function listen(running: RunningServer, { host, port }: ServerSettings): Promise<void> {
  try {
    await running.app.listen({ host, port, listenTextResolver: () => 'listening' })
  } catch (error) {
    await running.close()
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`port ${port} on ${host} is in use; set PORT to another one`, { cause: error })
    }
    throw error
  }
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

/** Finishes running requests and ends with 1. The database is not closed: its files are not those of the folder. */
async function endWithoutDatabase({ app }: RunningServer): Promise<void> {
  setTimeout(() => process.exit(1), DRAIN_MS).unref()
  await app.close().catch(() => undefined)
  await exit(1)
}

/** SIGTERM ends the server after `drainSeconds`, in which balancers stop using it; a second one, or Ctrl+C, at once. */
function closeOnSignals(running: RunningServer, { drainSeconds }: ServerSettings): void {
  process.off('SIGTERM', end).off('SIGINT', end)
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    // Requests that do not end must not keep the process alive for ever.
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    void running.close().then(
      () => exit(0),
      (error: unknown) => exit(1, error),
    )
  }
  let draining = false
  process.on('SIGTERM', () => {
    if (draining || drainSeconds === 0) return close()
    draining = true
    running.app.readiness.drain()
    setTimeout(close, drainSeconds * 1000)
  })
  process.on('SIGINT', close)
}

async function exit(code: number, error?: unknown): Promise<never> {
  if (error !== undefined) log.write(`${getErrorReason(error)}\n`)
  await log.flush(LOG_FLUSH_MS)
  return process.exit(code)
}
