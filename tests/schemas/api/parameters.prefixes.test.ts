import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiPrefixes, isApiPath } from '../../../schemas/api/parameters.ts'

test.each(['/v1', '/v1/x', '/auth?x', '/api;x', '//v1/x', '/V1/x', '/v1%2fx', '/openapi.json', '/healthz'])(
  '%s belongs to the API',
  (url) => expect(isApiPath(url)).toBe(true),
)

test.each(['/', '/dashboard', '/dashboard/1', '/v10', '/openapi', '/openapixjson', '/roles/v1', '/authors'])(
  '%s belongs to the portal',
  (url) => expect(isApiPath(url)).toBe(false),
)

test('the nginx example refuses every path of the API but the probes without TLS', () => {
  const conf = readFileSync('docs/operations/deploy/nginx.conf', 'utf8')
  const lists = [...conf.matchAll(/location ~ \^\/portal\/\(([^)]*)\)/g)].map(([, list = '']) =>
    list.split('|'),
  )
  expect(lists.flat().toSorted()).toEqual(apiPrefixes.map((prefix) => prefix.replace('.', '\\.')).toSorted())
})
