import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

const Probe = z.object({ rss: z.number(), heapUsed: z.number(), delayP99: z.number(), delayMax: z.number() })

/** What a server's process says of itself: bytes, and milliseconds since it was asked last. */
export type Probe = z.infer<typeof Probe>

export interface MeasuredServer {
  readonly url: string
  readonly pid: number
  readonly probe: () => Promise<Probe>
  readonly stop: () => Promise<void>
}

const READY = /Portal ready at (http:\/\/\S+)/

/** Starts a server program in a process of its own, with the probe in it. */
export async function startServer(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const probe = join(import.meta.dirname, 'probe.mjs')
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const url = await readyAt(child)
  return {
    url,
    pid: child.pid ?? 0,
    probe: async () => {
      const told = once(child, 'message')
      child.send('tell')
      return Probe.parse((await told)[0])
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function readyAt(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((ready, failed) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = READY.exec(said)?.[1]
      if (url !== undefined) ready(url)
    })
    child.once('exit', (code) => failed(new Error(`the server ended with code ${code}`)))
  })
}
