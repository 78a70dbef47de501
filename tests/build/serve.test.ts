import { expect, test } from 'vitest'
import { getDevAddress, parseBasePath } from '../../src/build/serve.ts'

test('a portal is built for the root, or for the path that is named', () => {
  expect([undefined, '', '/', '/portal/', ' /a/b-c/ '].map(parseBasePath)).toEqual([
    '/',
    '/',
    '/',
    '/portal/',
    '/a/b-c/',
  ])
})

test.each(['portal', '/portal', 'portal/', '//evil.example/', 'https://a.example/', '/a b/', '/a//b/'])(
  '%s is none',
  (text) => {
    expect(() => parseBasePath(text)).toThrow(`BASE_PATH must be a path such as /portal/, not '${text}'`)
  },
)

test.each([
  [{}, {}],
  [{ PORT: '', HOST: ' ' }, {}],
  [
    { PORT: '3000', HOST: '127.0.0.1' },
    { host: '127.0.0.1', port: 3000, strictPort: true },
  ],
])('the development server listens on the PORT and HOST of %j', (environment, address) => {
  expect(getDevAddress(environment)).toEqual(address)
})
