import { describe, expect, test } from 'vitest'
import {
  listContextTexts,
  validatePassword,
} from '../../../../src/server/identity/passwords/password-policy.ts'

const COMMON = 'This password is too common. Please choose another one.'

describe('a new password (spec 5.5)', () => {
  const common = `
    password Password1 P@ssw0rd p4$$w0rd!! passwordpassword !!iloveyou!! iloveyou2 sunshine1 princess123
    football99 Welcome123! Admin2025! adminadmin administrator letmein123 changeme trustno1 superman1
    michelle jennifer1 baseball qwertyuiop qwerty123 asdfghjkl zxcvbnm123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
    zaq12wsx qazwsxedc qweasdzxc 123qweasd asdf1234 1234qwer abcd1234 abc12345 a1b2c3d4 12345678
    123456789 1234567890 87654321 11111111 12341234 123123123 11223344 00000000 31415926 147258369
    !@#$%^&* aaaaaaaa abababab a1234567 987654321a blink182 ncc1701d NCC1701D! 1q2w3e4r! BIDashboard
    bi-dashboard-2025 9mobile9mobile telecom! ＰＡＳＳＷＯＲＤ`

  test.each(common.trim().split(/\s+/))('is rejected: %s', (password) => {
    expect(validatePassword(password, 'ada')).toBe(COMMON)
  })

  test.each([
    'velvet tram 91 harbour',
    'correct horse battery staple',
    'xk7#pq2m',
    'Tr0ub4dor&3',
    'monkeywrench in the works',
    'my password is not this',
    'gänseblümchen-wiese',
    '        x y z 9 k',
    '72963018',
  ])('is accepted: %j', (password) => {
    expect(validatePassword(password, 'ada')).toBeNull()
  })

  test('has 8 to 128 characters, and no particular kinds of characters are required', () => {
    const words = 'velvet tram 91 harbour '
    for (const [length, fault] of [
      [7, 'The password must have 8 to 128 characters.'],
      [8, null],
      [64, null],
      [128, null],
      [129, 'The password must have 8 to 128 characters.'],
    ] as const) {
      expect(validatePassword(words.repeat(6).slice(0, length), 'ada')).toBe(fault)
    }
    expect(validatePassword('🦜🐟🦎🐙🦑🦐🦞🦀', 'ada')).toBeNull()
  })

  test('must not contain the replacement character', () => {
    expect(validatePassword('velvet \uFFFD tram 91', 'ada')).toBe(
      'The password must not contain \uFFFD, which replaces unreadable characters.',
    )
  })

  test('is rejected if it is a variation of the user id', () => {
    for (const password of ['lovelace', 'Lovelace', 'LOVELACE1', '--lovelace--', 'lovelace2025!']) {
      expect(validatePassword(password, 'Lovelace')).toBe(
        password.length < 8 ? null : 'The password must not be the User ID.',
      )
    }
    expect(validatePassword('lovelace and babbage', 'lovelace')).toBeNull()
    expect(validatePassword('ada-ada-xyzzy', 'ada')).toBeNull()
  })

  test.each(['Routelink1!', 'R0utelink-2025', 'airtel-MTN-2025', 'trafficportal9', 'Lovelace.Northern#1'])(
    'is rejected if it consists of words of the portal and its user: %s (ASVS 6.2.11)',
    (password) => {
      const reports = [{ label: 'MTN', values: ['MNO_TO_ROUTELINK'] }, { field: 'airtelMinutes' }]
      const portal = listContextTexts({ getProductName: () => 'Northern Minutes', reports })
      const texts = [...portal, 'ada.lovelace@example.com']
      expect(validatePassword(password, 'ada', texts)).toBe(
        'The password must not consist of words of this portal or its user. Please choose another one.',
      )
      expect(validatePassword(`${password} xyzzy`, 'ada', texts)).toBeNull()
    },
  )

  test('is checked in little time, whatever it is', { timeout: 5_000 }, () => {
    for (const [part, times] of Object.entries({ 1: 128, ab: 64, qwe: 42, '@4$': 42, '((': 64 })) {
      const hostile = part.repeat(times)
      expect(() =>
        validatePassword(hostile, hostile, ['abab', 'qwe', 'ababab', 'a'.repeat(5_000)]),
      ).not.toThrow()
    }
  })
})
