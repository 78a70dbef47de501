import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const READY = /Portal ready at (http:\/\/\S+)/
const PATIENCE = 60_000

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
  const { NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, [join(distFolder, 'server', 'main.js')], {
    env: {
      ...inherited,
      PORT: '0',
      DATA_DIR: dataDir,
      PORTAL_DIR: join(distFolder, 'portal'),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((ready, failed) => {
    const give = (text: string) => failed(new Error(`${text}\n${output}`))
    const late = setTimeout(() => give(`The server was not ready after ${PATIENCE} ms.`), PATIENCE)
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const found = READY.exec(output)?.[1]
      if (found === undefined) return
      clearTimeout(late)
      ready(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', (error) => give(error.message))
    child.once('exit', (code) => give(`The server ended with code ${code}.`))
  })
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, dataDir, output: () => output, stop }
}
