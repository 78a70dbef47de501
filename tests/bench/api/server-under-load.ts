import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { launch, program, waitUntilReady } from '../../support/server-process.ts'

const Probe = z.object({ rss: z.number(), delayP99: z.number(), delayMax: z.number() })

/**
 * Starts the built portal in its own process on an empty folder. DATABASE_URL puts it on PostgreSQL, DIST names another
 * build.
 */
export async function startPortal(more: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const portal = join(program, '..', '..', 'portal')
  const address = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PORTAL_DIR: portal }
  const probe = join(import.meta.dirname, 'probe.mjs')
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, program], {
    env: { ...process.env, ...address, REPORTS_DIR: 'reports', LOG_LEVEL: 'warn', ...more },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const databaseUrl = process.env['DATABASE_URL']
  const engine = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
  const server = await waitUntilReady(launch(child))
  return {
    url: server.url,
    location: { dataDir: folder, databaseUrl },
    about: `${engine}; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
    /** Reads its memory in bytes, and the delay of its event loop since the last probe in milliseconds. */
    probe: async () => {
      const reported = once(child, 'message')
      child.send('report')
      return Probe.parse((await reported)[0])
    },
    stop: async () => {
      server.signal('SIGTERM')
      await server.ended
      rmSync(folder, { recursive: true })
    },
  }
}
