import { expect, test } from 'vitest'
import { parseBasePath } from '../../src/build/base-path.ts'

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
