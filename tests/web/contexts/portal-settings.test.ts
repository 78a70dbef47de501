import { describe, expect, test, vi } from 'vitest'
import { parseProperties } from '../../../schemas/settings.ts'
import { getSettings, loadSettings, parseSettings } from '../../../src/web/contexts/portal-settings.ts'

describe('properties', () => {
  test.each([
    ['\uFEFFa=1\r\nb = 2 \rc=3', { a: '1', b: '2', c: '3' }],
    ['# a=1\n! b=2\n\n  c=3', { c: '3' }],
    ['url=https://x/?q=1&r=a:b', { url: 'https://x/?q=1&r=a:b' }],
    ['a: 1', { a: '1' }],
    ['a=1\na=2', { a: '2' }],
    ['a=', { a: '' }],
    ['no separator\n=x', {}],
  ])('are read from %j', (text, entries) => {
    expect(Object.fromEntries(parseProperties(text))).toEqual(entries)
  })

  test('treat a name like __proto__ as an ordinary key', () => {
    const entries = parseProperties('__proto__=1\nconstructor=2\n')
    expect(entries.get('__proto__')).toBe('1')
    expect(Object.hasOwn({}, 'polluted')).toBe(false)
    expect(parseSettings('__proto__=1\napi.base.url=/').appName).toBe('BI Dashboard')
  })
})

describe('settings (spec 1.3, 5.2)', () => {
  test('have a value and a default for every key', () => {
    expect(parseSettings('api.base.url=/')).toEqual({
      apiBaseUrl: '/',
      features: new Set(),
      appName: 'BI Dashboard',
      appVersion: '1.0.0',
      queryBuilderEnabled: false,
      reportsEnabled: false,
      demo: false,
      companySignIn: null,
    })
    expect(
      parseSettings(
        'api.base.url=https://api.example/x\napp.name=N\napp.version=2\nfeature.query.builder.enabled=TRUE\nfeature.reports.enabled=true\napp.demo=true\napi.features=history, sessions,teleport\nauth.company.label=Go\nauth.company.only=true',
      ),
    ).toEqual({
      apiBaseUrl: 'https://api.example/x',
      features: new Set(['sessions', 'history']),
      appName: 'N',
      appVersion: '2',
      queryBuilderEnabled: false,
      reportsEnabled: true,
      demo: true,
      companySignIn: { label: 'Go', isOnly: true },
    })
  })

  test.each(['/', '/portal-api', 'http://host:8080', 'https://host/a/b/'])(
    'accept the base URL %s',
    (base) => {
      expect(parseSettings(`api.base.url=${base}`).apiBaseUrl).toBe(base)
    },
  )

  test.each([
    '//host',
    '/\\host',
    'host/api',
    'javascript:alert(1)',
    'http://',
    'https:///x',
    'http://host/?q=1',
    'http://ho st',
  ])('reject the base URL %s', (base) => {
    expect(() => parseSettings(`api.base.url=${base}`)).toThrow(/^api\.base\.url must be .* found "/)
  })

  test.each([
    ['', 'the settings file is empty'],
    [' \r\n\uFEFF', 'the settings file is empty'],
    ['<!doctype html>', 'the settings file is missing: the server answered with a web page'],
    ['\uFEFF  <html>', 'the settings file is missing: the server answered with a web page'],
    ['app.name=x', 'api.base.url is not configured'],
    ['api.base.url=   ', 'api.base.url is not configured'],
    [`a=${'x'.repeat(200_000)}`, 'the settings file is too large'],
  ])('explain why %.20j… is invalid', (text, reason) => {
    expect(() => parseSettings(text)).toThrow(reason)
  })
})

describe('loading of settings (spec 8.1)', () => {
  const respond = (body: string, init?: ResponseInit) =>
    vi.fn<typeof fetch>(async () => new Response(body, init))

  test('throws if settings are read before they are loaded', async () => {
    expect(() => getSettings()).toThrow('Settings not loaded. Call loadSettings() first.')
    await loadSettings('/settings.properties', respond('api.base.url=/x'))
    expect(getSettings().apiBaseUrl).toBe('/x')
  })

  test('reports the status of an error response, or the message of a network error', async () => {
    const missing = respond('', { status: 404, statusText: 'Not Found' })
    await expect(loadSettings('/settings.properties', missing)).rejects.toThrow('HTTP 404: Not Found')
    const dropped = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(loadSettings('/settings.properties', dropped)).rejects.toThrow(
      'the settings file could not be fetched',
    )
  })
})
