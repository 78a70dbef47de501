import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNameError, normalizeName } from '../../../schemas/api/names.ts'
import { validateRole } from '../../../schemas/api/role.ts'
import { validateSystemUser } from '../../../schemas/api/system-user.ts'

// User ids and role names that nobody can tell apart.

const UNSEEN = 'must not contain invisible characters'
const UNREADABLE = 'must not contain \uFFFD, which replaces unreadable characters'
const MIXED = 'must not mix letters of different scripts in one word'
const PHONETIC = 'must not contain phonetic letters'

describe('a new name', () => {
  test.each([
    ['a zero width space', 'superadmin\u200B', UNSEEN],
    ['nothing but a zero width space', '\u200B', UNSEEN],
    ['a text that runs from right to left', '\u202Etsylana', UNSEEN],
    ['a line break', 'super\nadmin', UNSEEN],
    ['a tab', 'a\tb', UNSEEN],
    ['a line separator', 'a\u2028b', UNSEEN],
    ['a private character', 'a\uE000', UNSEEN],
    ['a soft hyphen', 'super\u00ADadmin', UNSEEN],
    ['a Hangul filler', '\u3164', UNSEEN],
    ['a blank of Braille', '\u2800', UNSEEN],
    ['a variation selector', 'admin\uFE0F', UNSEEN],
    ['a replacement character', 'Mal\uFFFDn', UNREADABLE],
    ['a Cyrillic letter among Latin ones', 'superadm\u0456n', MIXED],
    ['a Greek letter among Latin ones', '\u03BFperator', MIXED],
    ['a mathematical letter among Cyrillic ones', 'опер\u{1D41A}тор', MIXED],
    ['a Cherokee letter among Latin ones', '\u13AAnalyst', MIXED],
    ['a Lisu letter among Latin ones', '\uA4EEnalyst', MIXED],
    ['an Armenian letter among Cyrillic ones', 'п\u0585чта', MIXED],
    ['a phonetic letter', '\u0251nalyst', PHONETIC],
    ['a phonetic capital', '\u2C6Dnalyst', PHONETIC],
    ['a small capital', 'admi\u0274', PHONETIC],
    ['a click letter', 'adm\u01C0n', PHONETIC],
  ])('is rejected with %s', (_what, name, fault) => {
    expect(findNameError(name)).toBe(fault)
    const form = { password: 'x', owner: 'admin', roleId: 3, loginIP: '', emailId: 'x@example.com' }
    expect(validateSystemUser({ ...form, userId: name }, 'create')).toEqual({
      message: `User ID ${fault}`,
      fields: { userId: 'invalid' },
    })
    expect(validateSystemUser({ ...form, userId: name }, 'edit').message).toBeNull()
    expect(validateRole({ name, description: 'x' }, 'create')).toEqual({
      message: `Role Name ${fault}`,
      fields: { name: 'invalid' },
    })
    expect(validateRole({ name, description: 'x' }, 'edit').message).toBeNull()
  })

  test.each([
    'superadmin',
    " o'neil ",
    'José Müller',
    'оператор',
    'Ωμέγα',
    'NOC-Москва',
    '山田 太郎',
    'NOC山田',
    'Tシャツ',
    'Ọlọ́run Ṣadé',
    'Ɓala Ɗanjuma',
    'Ɔfori Ɛnam',
    'نادية',
    'night 2',
  ])('is accepted as %s', (name) => expect(findNameError(name)).toBeNull())
})

describe('the key of a name', () => {
  test.each([
    ['SuperAdmin', 'superadmin'],
    [' superadmin ', 'superadmin'],
    ['superadmin\u200B', 'superadmin'],
    ['ｓｕｐｅｒａｄｍｉｎ', 'superadmin'],
    ['super\u00ADad\uFE0Fmin', 'superadmin'],
    ['Cafe\u0301', 'café'],
    ['ﬁnance', 'finance'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['night\u00A0 shift', 'Night shift'],
  ])('of %j equals that of %j', (one, other) => expect(normalizeName(one)).toBe(normalizeName(other)))

  test('has no line break and is blank for invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const key = normalizeName(name)
        expect(key).not.toMatch(/\n/)
        expect(key).toBe(key.trim())
        expect(normalizeName(`\u200B${name}\u00AD`)).toBe(normalizeName(name))
      }),
    )
  })
})
