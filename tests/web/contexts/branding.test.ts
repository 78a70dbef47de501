import { describe, expect, test } from 'vitest'
import { buildSupportContact, formatLogoStyles, parseBranding } from '../../../src/web/contexts/branding.ts'

test.each([
  [120, 40, '3.000'],
  [40, 80, '0.500'],
  [2000, 10, '6.000'],
  [0, 0, '1.000'],
])('a logo of %d × %d pixels has the aspect ratio %s', (width, height, ratio) => {
  expect(formatLogoStyles('https://x.example/logo.svg', width, height)).toContain(`aspect-ratio:${ratio};`)
})

test.each([
  ['help@operator.example', 'mailto:help@operator.example'],
  ['https://help.operator.example/portal', 'https://help.operator.example/portal'],
  ['Help desk, ext. 4711', undefined],
  ['javascript:alert(1)', undefined],
  ['a@b.example?cc=c@d.example', undefined],
])('the support %s leads to %s', (text, href) => {
  expect(buildSupportContact(text)).toEqual(href === undefined ? { text } : { text, href })
})

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
