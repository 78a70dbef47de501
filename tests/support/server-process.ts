import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'

const READY = /Portal ready at (http:\/\/\S+)/
const PATIENCE_MS = 60_000

/** The built server as a process of its own, for a test to stop, kill and look at. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Its streams, for a test that reads them itself or stops reading them. */
  readonly streams: { readonly stdout: Readable | null; readonly stderr: Readable | null }
  /** From the start of the process until it said that it is ready, in milliseconds. */
  readonly readyAfterMs: number
  /** What it has written so far, both streams. */
  readonly output: () => string
  readonly signal: (name: NodeJS.Signals) => void
  /** How it ended: the exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Ends it without a word, unless it has ended, and waits until it is gone. */
  readonly kill: () => Promise<void>
}

export type Environment = Readonly<Record<string, string>>

/** Where standard error goes: to `output`, to a pipe that nothing reads yet, or to an open file. */
export type ErrorStream = 'output' | 'unread' | number

const program = join(resolve(process.env['DIST'] ?? 'dist'), 'server', 'main.js')

/**
 * Starts the built server on a free port, on another version of Node if it is named, and waits until it is ready; throws
 * with its output where it ends instead.
 */
export async function startServerProcess(
  environment: Environment,
  stderr: ErrorStream = 'output',
  node = process.execPath,
): Promise<ServerProcess> {
  const started = performance.now()
  const { child, output, ended } = launchServer(environment, stderr, node)
  const url = await new Promise<string>((ready, failed) => {
    const give = (text: string) => failed(new Error(`${text}\n${output()}`))
    const late = setTimeout(() => give(`the server was not ready after ${PATIENCE_MS} ms`), PATIENCE_MS)
    child.stdout?.on('data', () => {
      const found = READY.exec(output())?.[1]
      if (found === undefined) return
      clearTimeout(late)
      ready(found)
    })
    void ended.then((ending) => {
      clearTimeout(late)
      give(`the server ended with ${ending}`)
    })
  })
  return {
    url,
    pid: child.pid ?? 0,
    streams: { stdout: child.stdout, stderr: child.stderr },
    readyAfterMs: performance.now() - started,
    output,
    signal: (name) => void child.kill(name),
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** How the built server ends in an environment where it cannot start, and what it says. */
export async function runServerToItsEnd(environment: Environment, stderr: ErrorStream = 'output') {
  const started = performance.now()
  const { output, ended } = launchServer(environment, stderr)
  const ending = await ended
  return { ending, output: output(), afterMs: performance.now() - started }
}

/** Starts the built server without waiting for anything. */
export function launchServer(
  environment: Environment,
  stderr: ErrorStream = 'output',
  node = process.execPath,
): {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | NodeJS.Signals>
} {
  if (!existsSync(program)) throw new Error(`${program} is missing; build it with npm run build`)
  const child = spawn(node, ['--unhandled-rejections=strict', program], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      REPORTS_DIR: resolve('reports'),
      PORTAL_DIR: resolve(program, '..', '..', 'portal'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', typeof stderr === 'number' ? stderr : 'pipe'],
  })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', hear)
  if (stderr === 'output') child.stderr?.on('data', hear)
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  return { child, output: () => output, ended }
}
