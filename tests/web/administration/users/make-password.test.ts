import { expect, test } from 'vitest'
import { validatePassword } from '../../../../src/server/identity/passwords/password-policy.ts'
import { makePassword } from '../../../../src/web/administration/users/make-password.ts'

test('a made password is one that the server takes, each another one', () => {
  const made = Array.from({ length: 200 }, makePassword)
  expect(new Set(made).size).toBe(200)
  for (const password of made) {
    expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/)
    expect(validatePassword(password, 'ada', ['admin', 'ada@example.com'])).toBeNull()
  }
  // Every character is used: none of 32 is missing among 4,000.
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32)
})
