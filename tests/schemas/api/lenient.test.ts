import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { lenient, lenientPage, lenientRecord } from '../../../schemas/api/lenient.ts'

const Strict = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  isOpen: z.boolean(),
  parent: z.int(),
  tags: z.array(z.string()),
})
const Lenient = lenient(Strict, ['id', 'title'])
const empty = { text: '', isOpen: false, parent: null, tags: null }

describe('an object of another server', () => {
  test.each([
    ['with fields missing', {}],
    ['with null', { text: null, isOpen: null, parent: null, tags: null }],
    ['with unknown fields', { extra: 1 }],
  ])('%s is read', (_what, sent) => {
    expect(Lenient.parse({ id: 1, title: 'x', ...sent })).toEqual({ id: 1, title: 'x', ...empty })
  })

  test('that is complete is read as it is', () => {
    const whole = { id: 1, title: 'x', text: 'y', isOpen: true, parent: 2, tags: ['z'] }
    expect(Lenient.parse(whole)).toEqual(whole)
  })

  test.each([{ title: 'x' }, { id: 1 }, { id: 1, title: null }, { id: 1, title: 'x', text: 5 }, [], null])(
    'is refused: %j',
    (sent) => expect(Lenient.safeParse(sent).success).toBe(false),
  )
})

test('a page without a list is empty', () => {
  expect(lenientPage(Lenient).parse({ records: null, totalCount: 0 })).toEqual({ records: [], totalCount: 0 })
})

test('one record is read alone or in a list of one', () => {
  const record = { id: 1, title: 'x', ...empty }
  const One = lenientRecord(Lenient)
  expect(One.parse({ records: record })).toEqual({ records: record })
  expect(One.parse({ records: [record] })).toEqual({ records: record })
  expect(One.safeParse({ records: [record, record] }).success).toBe(false)
})
