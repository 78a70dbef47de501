import { expect, test } from 'vitest'
import { buildSupportContact, formatLogoStyles } from '../../../src/web/contexts/branding.ts'

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
