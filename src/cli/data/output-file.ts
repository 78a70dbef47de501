import { createWriteStream, existsSync, lstatSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isUnavailable } from '../../server/database/errors.ts'
import { type Terminal, UsageError } from '../command.ts'

/** Throws UsageError for a path that is taken, or whose folder is not there. */
export function requireFree(path: string): void {
  // A link that leads nowhere takes the name as well.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new UsageError(`${path} is there already`)
  if (!existsSync(dirname(path))) throw new UsageError(`there is no folder ${dirname(path)}`)
}

/** Writes a file, which appears under its name only when it is complete. */
export async function writeFileAtomically(path: string, content: Readable): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`
  try {
    await pipeline(content, createWriteStream(unfinished, { flags: 'wx' }))
    await nameFile(unfinished, path)
  } catch (error) {
    throw describePath(error, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** A write that fails, on a full disk above all, does not say to which file. */
export function describePath(error: unknown, path: string): unknown {
  const isWrite = error instanceof Error && 'syscall' in error && error.syscall === 'write'
  return isWrite && !isUnavailable(error) ? Object.assign(error, { path }) : error
}

/** A link, unlike a new name, never takes the place of a file that is there; some file systems have none. */
export async function nameFile(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path)
  } catch (error) {
    const hasNoLinks =
      error instanceof Error && 'code' in error && /^(?:EPERM|ENOTSUP|EOPNOTSUPP)$/.test(String(error.code))
    if (!hasNoLinks) throw error
    await rename(unfinished, path)
  }
}

const BLOCK = 64 * 1024

/** Many lines at a time: one by one, each would be a turn of its own through every stream. */
export async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let block = ''
  for await (const line of lines) {
    block += line
    if (block.length < BLOCK) continue
    yield block
    block = ''
  }
  yield block
}

const STEP = 20_000

/** Tells every so many rows how far a long run has come. */
export function createProgress(terminal: Terminal, what: string): (rows: number) => void {
  let told = 0
  return (rows) => {
    if (rows < told + STEP) return
    told = rows - (rows % STEP)
    terminal.err(`${told.toLocaleString('en')} ${what}`)
  }
}
