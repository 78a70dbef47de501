import { describe, expect, test } from 'vitest'
import { parseBranding } from '../../schemas/branding.ts'

describe('the look of the portal in its settings file (spec 1.3)', () => {
  test('is the default without the keys, or with empty ones', () => {
    const none = { logo: null, support: null }
    expect(parseBranding({ 'app.name': 'N' })).toEqual(none)
    expect(parseBranding({ 'app.logo': '', 'app.support': '' })).toEqual(none)
  })

  test('consists of logo and support', () => {
    expect(parseBranding({ 'app.logo': 'logo-2.dark.svg', 'app.support': 'ext. 4711' })).toEqual({
      logo: 'logo-2.dark.svg',
      support: 'ext. 4711',
    })
  })

  test.each([
    '../logo.svg',
    'a/logo.svg',
    '/logo.svg',
    'https://x.example/l.svg',
    'logo.gif',
    '.svg',
    'logo.svg?x',
  ])('has no logo %s', (logo) => {
    expect(() => parseBranding({ 'app.logo': logo })).toThrow(
      `app.logo must be the name of an .svg or .png file beside the settings file, found "${logo}"`,
    )
  })

  test('refuses a long contact', () => {
    expect(() => parseBranding({ 'app.support': 'x'.repeat(201) })).toThrow(
      'app.support must have at most 200 characters, found 201',
    )
  })

  test('says everything that is wrong at once', () => {
    expect(() => parseBranding({ 'app.logo': 'x', 'app.support': 'y'.repeat(201) })).toThrow(
      /app\.logo .*; app\.support /,
    )
  })
})
