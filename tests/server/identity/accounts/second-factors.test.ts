import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  confirmEnrolment,
  findSecondFactor,
  spendCode,
  startEnrolment,
} from '../../../../src/server/identity/accounts/second-factors.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'

/** The key of the test vectors of RFC 6238, appendix B. */
const KEY = Secret.fromLatin1('12345678901234567890').base32
const USER = 1

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})

const enrol = async (secret = KEY) => {
  const { database } = testApp.engine
  await startEnrolment(database, USER, 'Portal', 'superadmin')
  await database.updateTable('second_factors').set({ secret }).execute()
  return confirmEnrolment(database, USER, testApp.now())
}
const spend = async (code: string, seconds: number) => {
  const { database } = testApp.engine
  const factor = await findSecondFactor(database, USER)
  return factor && (await spendCode(database, factor, code, new Date(seconds * 1000))) !== null
}
const codeAt = (seconds: number) =>
  TOTP.generate({ secret: Secret.fromBase32(KEY), timestamp: seconds * 1000 })

describe('a code of the app', () => {
  // The vectors have eight digits; the last six are the code of six.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at second %i', async (seconds, code) => {
    await enrol()
    expect(await spend(code, seconds)).toBe(true)
  })

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of a clock that is %i steps off is accepted: %s', async (steps, isAccepted) => {
    await enrol()
    expect(await spend(codeAt(1_700_000_010 + steps * 30), 1_700_000_010)).toBe(isAccepted)
  })

  test('is accepted once, and no earlier one after it', async () => {
    await enrol()
    const [before, now, after] = [-30, 0, 30].map((seconds) => codeAt(1_700_000_010 + seconds))
    expect(await spend(String(now), 1_700_000_010)).toBe(true)
    expect(await spend(String(now), 1_700_000_010)).toBe(false)
    expect(await spend(String(before), 1_700_000_010)).toBe(false)
    expect(await spend(String(after), 1_700_000_010)).toBe(true)
  })

  test('is accepted once of two at the same time', async () => {
    await enrol()
    const code = codeAt(1_700_000_010)
    const spent = await Promise.all([spend(code, 1_700_000_010), spend(code, 1_700_000_010)])
    expect(spent.toSorted()).toEqual([false, true])
  })

  test.each(['', '12345', '1234567', 'abcdef', '٢٨٧٠٨٢'])('is not %j', async (code) => {
    await enrol()
    expect(await spend(code, 59)).toBe(false)
  })
})

describe('recovery codes', () => {
  test('are ten, of 120 bits, so that a plain hash protects them (ASVS V6.5.2)', async () => {
    const codes = await enrol()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    const stored = JSON.stringify(
      await testApp.engine.database.selectFrom('second_factors').selectAll().execute(),
    )
    for (const code of codes) expect(stored.toLowerCase()).not.toContain(code.replaceAll('-', ''))
  })

  test('are accepted once each, however they are typed', async () => {
    const [first = '', second = ''] = await enrol()
    expect(await spend(` ${first.toUpperCase().replaceAll('-', ' ')} `, 0)).toBe(true)
    expect(await spend(first, 0)).toBe(false)
    const spent = await Promise.all([spend(second, 0), spend(second, 0)])
    expect(spent.toSorted()).toEqual([false, true])
  })
})
