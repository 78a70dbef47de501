import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checkBranding,
  parseApiOrigin,
  parseAppName,
  watchSettings,
} from '../../../../src/server/platform/http/settings-file.ts'
import { createFolder } from '../../../support/folder.ts'

test.each([
  ['', 'BI Dashboard'],
  ['app.name=', 'BI Dashboard'],
  ['api.base.url=/\napp.name = Traffic Portal \r\n', 'Traffic Portal'],
  ['\uFEFFapp.name: Traffic', 'Traffic'],
  ['# app.name=No\napp.name=One\napp.name=Two', 'Two'],
])('the name of the portal in %j is %s', (text, name) => {
  expect(parseAppName(text)).toBe(name)
})

test.each([
  ['api.base.url=/', undefined],
  ['api.base.url=https://api.example.org/base', 'https://api.example.org'],
  ['api.base.url=https://', undefined],
])('the origin of the API in %j is %s', (text, origin) => {
  expect(parseApiOrigin(text)).toBe(origin)
})

test('the settings file is read again after a change, and is empty while it is missing', () => {
  const file = join(createFolder(), 'settings.properties')
  let reads = 0
  const read = watchSettings(file, (text) => {
    reads += 1
    return text === '' ? undefined : text
  })
  expect([read(), read(), reads]).toEqual([undefined, undefined, 1])
  writeFileSync(file, 'one')
  expect([read(), read(), reads]).toEqual(['one', 'one', 2])
  writeFileSync(file, 'two')
  utimesSync(file, new Date(0), new Date(1000))
  expect([read(), reads]).toEqual(['two', 3])
})

describe('the look of the portal at the start of the server (spec 1.3)', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const check = (text: string, files: Readonly<Record<string, string | Uint8Array>> = {}) => {
    const folder = createFolder()
    const file = join(folder, 'settings.properties')
    try {
      writeFileSync(file, text)
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
      checkBranding(file)
      return null
    } catch (error) {
      return error instanceof Error ? error.message.replace(folder, '') : error
    }
  }

  test.each([
    ['', {}],
    ['app.name=N\n# app.logo=none\n', {}],
    ['app.name = N \r\napp.logo: logo.svg\n', { 'logo.svg': '<?xml version="1.0"?><svg xmlns="x"/>' }],
    ['app.logo=Logo.PNG', { 'Logo.PNG': png }],
  ])('accepts %j', (text, files) => expect(check(text, files)).toBeNull())

  test('accepts a folder without a settings file', () => {
    expect(() => checkBranding('/nowhere/settings.properties')).not.toThrow()
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'app.logo=red',
      {},
      'app.logo must be the name of an .svg or .png file beside the settings file, found "red"',
    ],
    ['app.logo=logo.svg', {}, 'app.logo: there is no file logo.svg beside the settings file'],
    ['app.logo=a.png', { 'a.png': '<svg/>' }, 'app.logo: a.png is not an image in the format of its name'],
    ['app.logo=a.svg', { 'a.svg': '<html>' }, 'app.logo: a.svg is not an image in the format of its name'],
    [
      'app.logo=a.svg',
      { 'a.svg': `<svg>${'x'.repeat(300_000)}` },
      'app.logo: a.svg has 300005 bytes, and at most 262144 are allowed',
    ],
  ])('names the file, the key and the reason: %s %o', (text, files, reason) => {
    expect(check(text, files)).toBe(`/settings.properties: ${reason}`)
  })
})
