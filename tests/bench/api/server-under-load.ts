import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const Probe = z.object({ rss: z.number(), delayP99: z.number(), delayMax: z.number() })
const READY = /Portal ready at (http:\/\/\S+)/

/**
 * Starts the built portal in its own process on an empty folder. DATABASE_URL puts it on PostgreSQL, DIST names another
 * build.
 */
export async function startPortal(more: Readonly<Record<string, string>> = {}) {
  const dist = process.env['DIST'] ?? 'dist'
  const program = join(dist, 'server', 'main.js')
  if (!existsSync(program)) throw new Error(`${program} does not exist; run npm run build first`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const address = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PORTAL_DIR: join(dist, 'portal') }
  const probe = join(import.meta.dirname, 'probe.mjs')
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, program], {
    env: { ...process.env, ...address, REPORTS_DIR: 'reports', LOG_LEVEL: 'warn', ...more },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const databaseUrl = process.env['DATABASE_URL']
  const engine = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
  return {
    url: await waitUntilReady(child),
    location: { dataDir: folder, databaseUrl },
    about: `${engine}; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
    /** Reads its memory in bytes, and the delay of its event loop since the last probe in milliseconds. */
    probe: async () => {
      const reported = once(child, 'message')
      child.send('report')
      return Probe.parse((await reported)[0])
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function waitUntilReady(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = READY.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
}
