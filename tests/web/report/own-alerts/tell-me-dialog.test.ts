import { expect, test } from 'vitest'
import { readLimit } from '../../../../src/web/report/own-alerts/tell-me-dialog.tsx'

test.each([
  ['1250.5', 1250.5],
  ['-1,250.5', -1250.5],
  ['12 500', 12_500],
  ['1,5', null],
  ['1,5000', null],
  ['', null],
])('the limit of an own alert is read from %j as %j', (text, value) => {
  expect(readLimit(text)).toBe(value)
})
