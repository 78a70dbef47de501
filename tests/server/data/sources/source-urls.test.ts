import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSourceUrls } from '../../../../src/server/data/sources/source-urls.ts'
import { createFolder } from '../../../support/folder.ts'

const parse = (environment: Readonly<Record<string, string>>) => {
  const errors: string[] = []
  const urls = parseSourceUrls(environment, (variable, message) => errors.push(`${variable} ${message}`))
  return { urls, errors }
}

test('each source has a setting of its own, with its password in a file', () => {
  const file = join(createFolder(), 'password')
  writeFileSync(file, 'a/b@c\n')
  const { urls, errors } = parse({
    SOURCE_WAREHOUSE_URL: 'postgres://reader@127.0.0.1:5432/calls',
    SOURCE_WAREHOUSE_PASSWORD_FILE: file,
    SOURCE_CALL_STORE_URL: ' https://reader:secret@store.example.com:8443/calls ',
    SOURCE_EMPTY_URL: '',
  })
  expect(errors).toEqual([])
  expect(urls).toEqual({
    warehouse: 'postgres://reader:a%2Fb%40c@127.0.0.1:5432/calls',
    'call-store': 'https://reader:secret@store.example.com:8443/calls',
  })
})

test('plain http is for ClickHouse on this machine, or said explicitly', () => {
  for (const url of [
    'http://r@127.0.0.1:8123/',
    'http://r@[::1]:8123/',
    'http://r@localhost:8123/',
    'https://r@store.example.com/',
  ])
    expect(parse({ SOURCE_A_URL: url }).errors).toEqual([])
  const away = { SOURCE_A_URL: 'http://reader:secret@store.example.com:8123/' }
  const { urls, errors } = parse(away)
  expect(urls).toEqual({})
  expect(errors).toEqual([
    'SOURCE_A_URL must begin with https, since http sends password and rows readably, unless the setting with _ALLOW_HTTP for _URL is true',
  ])
  expect(parse({ ...away, SOURCE_A_ALLOW_HTTP: 'true' }).urls).toEqual({ a: away.SOURCE_A_URL })
})

test.each([
  ['mysql://reader:secret@host/calls', /^SOURCE_A_URL must be an address such as postgres:/],
  ['no address: secret', /^SOURCE_A_URL must be an address such as postgres:/],
  ['postgres://reader:secret@host/calls?sslmode=on', /^SOURCE_A_URL must have one of disable, prefer/],
])('%s is refused without its password', (url, message) => {
  const { urls, errors } = parse({ SOURCE_A_URL: url })
  expect(urls).toEqual({})
  expect(errors).toEqual([expect.stringMatching(message)])
  expect(errors.join()).not.toContain('secret')
})
