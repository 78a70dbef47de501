import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** One step of an input device, as WebDriver and WebDriver BiDi write it alike. */
export type InputStep = Readonly<Record<string, string | number>>

/** An input device with its steps. */
export type InputSource =
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly InputStep[] }
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'mouse' }
      readonly actions: readonly InputStep[]
    }

/** A window of a browser engine, driven by the protocol of that engine. */
export interface Engine {
  /** Name and version, as the browser states them. */
  readonly name: string
  /** The folder that downloads are saved in. */
  readonly downloads: string
  readonly open: (url: string) => Promise<void>
  readonly goBack: () => Promise<void>
  /** Runs a function of its own in the page, with one argument; both are passed as JSON. */
  readonly evaluate: <A, R>(run: (argument: A) => R | Promise<R>, argument: A) => Promise<R>
  readonly perform: (sources: readonly InputSource[]) => Promise<void>
  /** Sets the size of the page in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>
  /** Errors of the console, uncaught exceptions and violations of the policy since the last call. */
  readonly takeProblems: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

const PATIENCE_MS = 30_000
const INTERVAL_MS = 50

/** Repeats a look until it finds something; fails with the name of what is missing. */
export async function waitFor<T>(name: string, look: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > end) throw new Error(`no ${name} after ${PATIENCE_MS} ms`)
    await setTimeout(INTERVAL_MS)
  }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Browsers write a download to a file of one of these names first. */
const UNFINISHED = ['.part', '.wkdownload']

/** The file that an act saves, with its name; earlier downloads are removed before. */
export async function fileOf(
  { downloads }: Engine,
  act: () => Promise<void>,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  for (const name of await readdir(downloads)) await rm(join(downloads, name))
  await act()
  return waitFor('finished download', async () => {
    const names = await readdir(downloads)
    const [name] = names
    if (name === undefined || names.length > 1 || UNFINISHED.some((end) => name.endsWith(end))) return null
    // The browser renames a file when it is complete.
    const bytes = await readFile(join(downloads, name)).catch(() => null)
    return bytes === null || bytes.length === 0 ? null : { name, bytes }
  })
}
