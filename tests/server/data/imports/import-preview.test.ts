import { expect, test } from 'vitest'
import { formatMessage } from '../../../../src/server/data/imports/import-preview.ts'

test.each([
  ['choose --read repeated=add, or wait', 'choose the further choice repeated=add, or wait'],
  [
    '; hours from 1 to 24 are read by --read hours=end',
    '; hours from 1 to 24 are read by the further choice hours=end',
  ],
  ['is unknown; add --period 2025-03', 'is unknown; add the field Period 2025-03'],
])('a message names the field of the screen: %s', (message, shown) => {
  expect(formatMessage(message)).toBe(shown)
})
