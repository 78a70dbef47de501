import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'

const READY = /Portal ready at (http:\/\/\S+)/
const START_TIMEOUT_MS = 60_000

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

/** A process with its output, which may not be ready yet. */
interface Launched {
  readonly child: ChildProcess
  readonly output: () => string
  /** Calls a function after each piece of output. */
  readonly onOutput: (listener: () => void) => void
  readonly ended: Promise<number | NodeJS.Signals>
}

/** The built server. */
const program = join(resolve(process.env['DIST'] ?? 'dist'), 'server', 'main.js')

/** Starts the built server on a free port, on another version of Node if it is named, and waits until it is ready. */
export const startServerProcess = (
  environment: Environment,
  stderr: ErrorStream = 'output',
  node = process.execPath,
): Promise<ServerProcess> => waitUntilReady(launchServer(environment, stderr, node))

/** Waits until a process has printed its address; throws with its output if it ends instead. */
export async function waitUntilReady(
  { child, output, onOutput, ended }: Launched,
  address = READY,
): Promise<ServerProcess> {
  const started = performance.now()
  const url = await new Promise<string>((ready, failed) => {
    const fail = (text: string) => failed(new Error(`${text}\n${output()}`))
    const timer = setTimeout(
      () => fail(`the server was not ready after ${START_TIMEOUT_MS} ms`),
      START_TIMEOUT_MS,
    )
    onOutput(() => {
      const found = address.exec(output())?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      ready(found)
    })
    void ended.then((ending) => {
      clearTimeout(timer)
      fail(`the server ended with ${ending}`)
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
): Launched {
  if (!existsSync(program)) throw new Error(`${program} is missing; build it with npm run build`)
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    REPORTS_DIR: resolve('reports'),
    PORTAL_DIR: resolve(program, '..', '..', 'portal'),
    ...environment,
  }
  return launch(
    spawn(node, ['--unhandled-rejections=strict', program], {
      env,
      stdio: ['ignore', 'pipe', typeof stderr === 'number' ? stderr : 'pipe'],
    }),
    stderr,
  )
}

/** Collects the output of a process. */
export function launch(child: ChildProcess, stderr: ErrorStream = 'output'): Launched {
  let output = ''
  const listeners: (() => void)[] = []
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout?.on('data', hear)
  if (stderr === 'output') child.stderr?.on('data', hear)
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  return { child, output: () => output, onOutput: (listener) => void listeners.push(listener), ended }
}
