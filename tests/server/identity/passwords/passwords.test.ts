import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { createPasswords } from '../../../../src/server/identity/passwords/passwords.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { createToken, hashToken } from '../../../../src/server/identity/accounts/sessions.ts'

describe('passwords', () => {
  test('are stored as Argon2id with an individual salt', async () => {
    const passwords = await createPasswords()
    const [first, second] = await Promise.all([passwords.hash('same words'), passwords.hash('same words')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await passwords.verify(first, 'same words')).toBe(true)
    expect(await passwords.verify(first, 'same word')).toBe(false)
    expect(await passwords.verify(undefined, 'same words')).toBe(false)
  })

  test('are verified exactly, whatever their length and characters', async () => {
    const passwords = await createPasswords()
    const long = ' ünïcødé 密码 '.repeat(80)
    const stored = await passwords.hash(long)
    expect(await passwords.verify(stored, long)).toBe(true)
    expect(await passwords.verify(stored, long.trim())).toBe(false)
    expect(await passwords.verify(stored, long.slice(0, -1))).toBe(false)
  })

  test('are rehashed at the next login if they were hashed at a lower cost', async () => {
    const testApp = await createTestApp({ passwords: await createPasswords() })
    const db = testApp.engine.database
    const password_hash = await hash('an older password', { memoryCost: 4096, timeCost: 1 })
    await db.updateTable('users').set({ password_hash }).where('user_id', '=', 'analyst').execute()
    await testApp.token('analyst', 'an older password')
    const { password_hash: stored } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('user_id', '=', 'analyst')
      .executeTakeFirstOrThrow()
    expect(stored).toContain('m=19456,t=2,p=1')
    await testApp.token('analyst', 'an older password')
  })
})

test('tokens have 256 random bits, are unique and are stored as a hash', () => {
  const tokens = Array.from({ length: 100_000 }, createToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBeGreaterThan(99_990)
  expect(new Set(tokens.map((token) => token.slice(-8))).size).toBeGreaterThan(99_990)
  expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([])
  expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})
