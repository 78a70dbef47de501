import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Waits for an expected value: longer than for Chromium, which is faster where cores are few, but with more looks. */
export const poll = <T>(look: () => Promise<T>, message = '') =>
  expect.poll(look, { message, timeout: 20_000, intervals: [20, 50, 100] })

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

/** Browsers write a download to a file of one of these names first. */
const UNFINISHED = ['.part', '.wkdownload']

/** The file that an act saves, with its name; earlier downloads are removed before. */
export async function fileOf(
  { downloads }: Engine,
  act: () => Promise<void>,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  for (const name of await readdir(downloads)) await rm(join(downloads, name))
  await act()
  let file = { name: '', bytes: Buffer.alloc(0) }
  await poll(async () => {
    const [name = '', ...others] = await readdir(downloads)
    if (others.length > 0 || UNFINISHED.some((end) => name.endsWith(end))) return 0
    // The browser renames a file when it is complete.
    const bytes = await readFile(join(downloads, name)).catch(() => file.bytes)
    file = { name, bytes }
    return bytes.length
  }, 'a finished download').toBeGreaterThan(0)
  return file
}
