import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildUrl } from '../../../src/web/api/client.ts'
import { parseFileName, safeFileName } from '../../../src/web/api/files.ts'
import { getReturnTo } from '../../../src/web/app/session-pages.tsx'

describe('request URLs (spec 7.1)', () => {
  test.each([
    ['/', '/auth/login', '/auth/login'],
    ['https://x.example', '/v1/a', 'https://x.example/v1/a'],
    ['https://x.example/base/', '/v1/a', 'https://x.example/base/v1/a'],
    ['/portal', 'v1/a', '/portal/v1/a'],
  ])('join %s and %s', (base, path, address) => {
    expect(buildUrl(base, path)).toBe(address)
  })

  test('encode the query and omit undefined parameters', () => {
    expect(buildUrl('/', '/v1/x', { page: 0, search: 'a&b=c d', none: undefined, empty: '', no: null })).toBe(
      '/v1/x?page=0&search=a%26b%3Dc+d&empty=',
    )
  })

  test.each([
    '/../x',
    '/a/../../x',
    '/a/%2e%2E/x',
    '/./x',
    '//evil.example/x',
    '/a\\b',
    '/a?b=1',
    '/a#b',
    '/a\r\nb',
  ])('reject %j, which would leave the base', (path) => {
    expect(() => buildUrl('https://x.example/base', path)).toThrow('invalid request path')
  })

  test('stay below the base, whatever an encoded parameter contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const path = `/v1/x/${encodeURIComponent(value)}/y`
        let address: string
        try {
          address = buildUrl('https://x.example/base', path)
        } catch {
          return
        }
        expect(new URL(address).href.startsWith('https://x.example/base/v1/x/')).toBe(true)
      }),
    )
  })
})

describe('file names (spec 9.3)', () => {
  test.each([
    [null, null],
    ['attachment', null],
    ['attachment; filename=report.xlsx', 'report.xlsx'],
    ['attachment; filename="a b.xlsx"; size=3', 'a b.xlsx'],
    ['attachment; filename="a\\"b.xlsx"', 'ab.xlsx'],
    ['attachment; filename="x.xlsx"; filename*=UTF-8\'\'M%C3%A4rz%202025.xlsx', 'März 2025.xlsx'],
    ['attachment; filename="x.xlsx"; filename*=UTF-8\'\'%E0%A4%A', 'x.xlsx'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\a.xlsx"', 'a.xlsx'],
    ["attachment; filename*=UTF-8''a%0D%0Ab%00.xlsx", 'ab.xlsx'],
    ["attachment; filename*=UTF-8''..%2F..%2F.bashrc", 'bashrc'],
    ['attachment; filename="..."', null],
    ['attachment; filename=report (1).xlsx', 'report (1).xlsx'],
    ['attachment; filename="filename*=UTF-8\'\'b.xlsx"', "filename=UTF-8''b.xlsx"],
  ])('are read from the header %j', (header, name) => {
    expect(parseFileName(header)).toBe(name)
  })

  test('keep their extension when they are cut', () => {
    const name = safeFileName(`${'a'.repeat(300)}.xlsx`)
    expect(name).toHaveLength(180)
    expect(name).toMatch(/\.xlsx$/)
  })

  test('contain no path parts, control characters or direction marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(safeFileName(text) ?? '').not.toMatch(/[/\\\p{Cc}\u202e]/u)
      }),
    )
  })
})

describe('the remembered page (spec 4.3)', () => {
  test.each([
    ['/report/x?year=2025#a', '/report/x?year=2025#a'],
    ['/', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https:evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/a\r\nb', '/dashboard'],
    ['/login', '/dashboard'],
    ['/login?x', '/dashboard'],
    ['/loginless', '/loginless'],
    ['', '/dashboard'],
    [7, '/dashboard'],
  ])('is used or replaced for %j', (origin, path) => {
    expect(getReturnTo({ origin })).toBe(path)
  })

  test.each([null, undefined, 'x', {}])('is ignored if it is %j', (state) => {
    expect(getReturnTo(state)).toBe('/dashboard')
  })
})
