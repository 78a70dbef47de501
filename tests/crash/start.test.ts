import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFolder } from '../support/folder.ts'
import { runServerToItsEnd, startServerProcess } from '../support/server-process.ts'

let folder: string
beforeEach(() => {
  folder = createFolder()
})

const at = (name: string) => ({ DATA_DIR: join(folder, name), LOG_LEVEL: 'error' })

describe('a data folder (spec 11.5)', () => {
  test('is locked for a second server at once, with its name, and unlocked by the death of its server', async () => {
    const first = await startServerProcess(at('data'))
    const second = await runServerToItsEnd(at('data'))
    expect(second.ending).toBe(1)
    expect(second.output).toBe(
      `another server already uses the data folder ${join(folder, 'data')}; stop it or set DATA_DIR to another folder\n`,
    )
    await first.kill()
    const third = await startServerProcess(at('data'))
    await third.kill()
  })
})

describe('a start (spec 11.5)', () => {
  test('logs which database it uses, and its end', async () => {
    const server = await startServerProcess({ ...at('data'), LOG_LEVEL: 'info' })
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    const lines = server.output().split('\n')
    const find = (message: string) => lines.find((line) => line.includes(`"msg":"${message}"`)) ?? ''
    expect(JSON.parse(find('started'))).toMatchObject({
      database: join(folder, 'data'),
      node: process.version,
    })
    expect(find('stopped')).not.toBe('')
  })

  test('on an address of another machine ends with the name of the setting', async () => {
    const { ending, output } = await runServerToItsEnd({
      ...at('data'),
      NODE_ENV: 'production',
      HOST: '203.0.113.9',
    })
    expect(ending).toBe(1)
    expect(output).toBe('HOST 203.0.113.9 is no address of this machine; set HOST to another one\n')
  })

  test('without a portal warns that only the API is served', async () => {
    const environment = { ...at('data'), LOG_LEVEL: 'warn', PORTAL_DIR: join(folder, 'none') }
    const server = await startServerProcess(environment)
    await server.kill()
    expect(server.output()).toContain('there is no portal in PORTAL_DIR: only the API is served')
  })
})
