import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
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
