import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startMailServer } from '../support/mail-server.ts'
import { startServerProcess } from '../support/server-process.ts'

export type RunningServer = {
  readonly url: string
  readonly dataDir: string
  /** What the server has written so far, both streams. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** The folder with the built portal and server. */
export const distFolder = resolve(process.env['DIST'] ?? 'dist')

/** Starts the built server on a free port with an empty data folder of its own. */
export const startServer = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment })
  const stop = async () => {
    server.signal('SIGTERM')
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, dataDir, output: server.output, stop }
}

/** Starts the built server, which mails to a server on this machine. */
export const startServerWithMail = async (environment: Readonly<Record<string, string>> = {}) => {
  const mailServer = await startMailServer()
  const server = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Portal <portal@example.com>',
    PUBLIC_URL: 'https://portal.example',
    ...environment,
  })
  const stop = async () => {
    await server.stop()
    await mailServer.close()
  }
  return { ...server, received: mailServer.received, stop }
}
