import { expect, test } from 'vitest'
import { validatePassword } from '../../../src/server/passwords/password-policy.ts'
import { generatePassword } from '../../../src/web/users/new-password-field.tsx'

test('generated passwords are readable, never the same, and follow the rules (spec 5.5)', () => {
  const passwords = Array.from({ length: 1_000 }, generatePassword)
  expect(new Set(passwords).size).toBe(passwords.length)
  for (const password of passwords) {
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
    expect(validatePassword(password, 'ada')).toBeNull()
  }
  const characters = new Set(passwords.join('').replaceAll('-', ''))
  expect(characters.size).toBe(31)
})
