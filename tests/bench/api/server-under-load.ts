import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

const Probe = z.object({ rss: z.number(), heapUsed: z.number(), delayP99: z.number(), delayMax: z.number() })

/** Memory of a server's process in bytes, and the delay of its event loop since the last probe in milliseconds. */
export type Probe = z.infer<typeof Probe>

export interface MeasuredServer {
  readonly url: string
  readonly probe: () => Promise<Probe>
  readonly stop: () => Promise<void>
}

const READY = /Portal ready at (http:\/\/\S+)/

/** Starts a built server in its own process, with the probe loaded. */
export async function startServer(
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const probe = join(import.meta.dirname, 'probe.mjs')
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const url = await waitUntilReady(child)
  return {
    url,
    probe: async () => {
      const reported = once(child, 'message')
      child.send('report')
      return Probe.parse((await reported)[0])
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
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
