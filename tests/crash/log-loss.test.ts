import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFolder } from '../support/folder.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { mountSmallDisk } from './limited-disk.ts'

/** What the log keeps in memory at most while it cannot be written. */
const KEPT_BYTES = 1_048_576
/** A request whose path makes a long line, so that few requests make a large log. */
const LONG_PATH = `/v1/${'x'.repeat(8_000)}`

let folder: string
let server: ServerProcess | undefined
beforeEach(() => {
  folder = createFolder()
})
afterEach(async () => {
  await server?.kill()
  server = undefined
})

const environment = () => ({ DATA_DIR: join(folder, 'data') })

/** Each request leaves two lines. */
async function request(count: number): Promise<void> {
  for (let done = 0; done < count; done += 20) {
    const answers = Array.from({ length: 20 }, () => fetch(`${server?.url}${LONG_PATH}`))
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(404)
      await answer.arrayBuffer()
    }
  }
}

const readiness = async () => (await fetch(`${server?.url}/readyz`)).json()

/** Ends a server as a supervisor does, and gives its exit code. */
function end(running: ServerProcess): Promise<number | NodeJS.Signals> {
  running.signal('SIGTERM')
  return running.ended
}

interface Line {
  readonly level: number
  readonly msg: string
  readonly lines?: number
}

/** The whole lines of a log; throws at a line that is cut or mixed with another. */
const parse = (text: string) =>
  text
    .slice(0, text.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** Every line is either there or counted as lost, once. */
function expectComplete(text: string, written: number): void {
  const lines = parse(text)
  const reports = lines.filter(({ msg }) => /^\d+ lines of the log were lost$/.test(msg))
  const lost = reports.reduce((sum, { lines: count = 0 }) => sum + count, 0)
  expect(lost).toBeGreaterThan(0)
  for (const { level, lines: count, msg } of reports) {
    expect({ level, msg }).toEqual({ level: 40, msg: `${count} lines of the log were lost` })
  }
  expect(lines.length - reports.length + lost).toBe(written)
}

describe('a log that cannot be written', () => {
  test('does not keep the server from starting, answering and ending', async () => {
    const full = openSync('/dev/full', 'w')
    server = await startServerProcess(environment(), full)
    await request(40)
    expect(await readiness()).toEqual({ status: 'degraded' })
    const second = await runServerToItsEnd(environment(), full)
    expect(second.ending).toBe(1)
    expect(await end(server)).toBe(0)
    closeSync(full)
  })

  test('does not stop the server when the readers of both streams end', async () => {
    server = await startServerProcess(environment(), 'unread')
    expect(await readiness()).toEqual({ status: 'ready' })
    server.streams.stdout?.destroy()
    server.streams.stderr?.destroy()
    await request(40)
    expect(await readiness()).toEqual({ status: 'degraded' })
    expect(await end(server)).toBe(0)
  })

  const probe = mountSmallDisk(1)
  probe?.remove()

  test.skipIf(probe === null)(
    'recovers from a full disk once there is space, and counts the lost lines',
    async () => {
      const disk = mountSmallDisk(4)
      if (disk === null) throw new Error('a filesystem could be mounted before')
      const path = join(disk.folder, 'portal.log')
      const file = openSync(path, 'a')
      try {
        server = await startServerProcess(environment(), file)
        const before = parse(readFileSync(path, 'utf8')).length
        disk.fill(0)
        await request(300)
        expect(await readiness()).toEqual({ status: 'degraded' })
        disk.empty()
        await expect.poll(readiness).toEqual({ status: 'ready' })
        await request(20)
        // Beside the requests: the changes to degraded and to ready.
        // The line of a request follows its response.
        await vi.waitFor(() => expectComplete(readFileSync(path, 'utf8'), before + 2 * 320 + 2), 5_000)
        expect(await end(server)).toBe(0)
      } finally {
        closeSync(file)
        await server?.kill()
        disk.remove()
      }
    },
  )
})

describe('a log with a stalled reader', () => {
  /** Reads everything from now on. */
  function collect(stream: Readable | null): () => string {
    let text = ''
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    return () => text
  }

  test('keeps a limited part in memory, and continues with the reader', async () => {
    server = await startServerProcess(environment(), 'unread')
    await request(600)
    expect(await readiness()).toEqual({ status: 'degraded' })
    const text = collect(server.streams.stderr)
    await expect.poll(readiness).toEqual({ status: 'ready' })
    const backlog = text().indexOf('lines of the log were lost')
    expect(backlog).toBeGreaterThan(0)
    // What the operating system keeps in the pipe comes on top.
    expect(backlog).toBeLessThan(KEPT_BYTES + 512 * 1024)
    await request(20)
    expect(await end(server)).toBe(0)
    const started = parse(text()).findIndex(({ msg }) => msg === 'incoming request')
    // Beside the requests: the changes to degraded and to ready, and the end.
    expectComplete(text(), started + 2 * 620 + 3)
  })

  test('does not delay the shutdown', async () => {
    server = await startServerProcess(environment(), 'unread')
    await request(300)
    expect(await end(server)).toBe(0)
  })
})
