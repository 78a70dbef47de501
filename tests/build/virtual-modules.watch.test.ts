import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { beforeEach, expect, test, vi } from 'vitest'
import { reportsPlugin } from '../../src/build/virtual-modules.ts'
import { createEmptyFolder } from '../support/folder.ts'
import { copyShippedReports } from '../support/shipped-reports.ts'
import { small } from '../support/definitions.ts'

const folder = createEmptyFolder()
beforeEach(() => copyShippedReports(folder))

/** The parts of a development server that the plugin uses. */
function startPlugin() {
  const watcher = Object.assign(new EventEmitter(), { add: () => undefined })
  const logger = { error: vi.fn<(text: string) => void>(), info: vi.fn<(text: string) => void>() }
  const send = vi.fn<(payload: { type: string }) => void>()
  const server = {
    watcher,
    environments: {},
    config: { logger, plugins: [] },
    ws: { send, on: () => undefined },
  }
  const { configureServer } = reportsPlugin(folder, 'datasets')
  if (typeof configureServer !== 'function') throw new Error('the plugin configures no server')
  void configureServer.call({} as never, server as unknown as ViteDevServer)
  return { watcher, logger, send }
}

test('a file that is written in several steps is read once, when it is complete', async () => {
  const { watcher, logger, send } = startPlugin()
  const path = join(folder, 'small.json')
  const text = JSON.stringify(small)
  writeFileSync(path, text.slice(0, 100))
  watcher.emit('add', path)
  await new Promise((done) => setTimeout(done, 30))
  writeFileSync(path, text)
  watcher.emit('change', path)
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), 5_000)
  expect(logger.error).not.toHaveBeenCalled()
  expect(send.mock.calls).toEqual([[{ type: 'full-reload' }]])
})

test('a file that stays incomplete is reported', async () => {
  const { watcher, logger, send } = startPlugin()
  const path = join(folder, 'small.json')
  writeFileSync(path, JSON.stringify(small).slice(0, 100))
  watcher.emit('add', path)
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), 5_000)
  expect(logger.error.mock.calls[0]?.[0]).toContain('[json-syntax]')
})
