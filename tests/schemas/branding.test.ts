import { describe, expect, test } from 'vitest'
import { parseBranding } from '../../schemas/branding.ts'

describe('the look of the portal in its settings file (spec 1.3)', () => {
  test('is the default without the keys, or with empty ones', () => {
    const none = { logo: null, accent: null, support: null }
    expect(parseBranding({ 'app.name': 'N' })).toEqual(none)
    expect(parseBranding({ 'app.logo': '', 'app.accent': '', 'app.support': '' })).toEqual(none)
  })

  test('consists of logo, accent colour and support', () => {
    expect(
      parseBranding({ 'app.logo': 'logo-2.dark.svg', 'app.accent': '#7A1FA2', 'app.support': 'ext. 4711' }),
    ).toEqual({ logo: 'logo-2.dark.svg', accent: '#7A1FA2', support: 'ext. 4711' })
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

  test('refuses what is no colour, a colour that is too pale, and a long contact', () => {
    expect(() => parseBranding({ 'app.accent': 'teal' })).toThrow(
      'app.accent must be a colour such as #0d6660, found "teal"',
    )
    expect(() => parseBranding({ 'app.accent': '#66ddff' })).toThrow(
      /^app\.accent #66ddff has a contrast of 1\.\d+:1 on the ground #ffffff of the light theme, and WCAG AA requires 4\.5:1; choose a darker colour, such as #\w{6}$/,
    )
    expect(() => parseBranding({ 'app.support': 'x'.repeat(201) })).toThrow(
      'app.support must have at most 200 characters, found 201',
    )
  })

  test('says everything that is wrong at once', () => {
    expect(() => parseBranding({ 'app.logo': 'x', 'app.accent': 'y' })).toThrow(/app\.logo .*; app\.accent /)
  })
})
