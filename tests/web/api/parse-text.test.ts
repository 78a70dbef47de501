import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseText } from '../../../src/web/api/parse-text.ts'

test.each([
  ['a text of the form', '{ "text": "kept" }', { text: 'kept' }],
  ['a text of another form', '{ "text": 1 }', null],
  ['a text that is no JSON', '{ "text"', null],
  ['nothing', '', null],
])('%s becomes its value, or null', (_, text, expected) => {
  expect(parseText(z.object({ text: z.string() }), text)).toEqual(expected)
})
