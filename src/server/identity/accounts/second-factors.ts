import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Connection } from '../../platform/database/handle.ts'
import { hashToken } from './sessions.ts'

/** Describes a second factor, which is on once a code has confirmed it. */
export type SecondFactor = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>

const RecoveryCodes = z.array(z.string())

export async function findSecondFactor(db: Connection, userId: number) {
  const row = await db
    .selectFrom('second_factors')
    .select(['user_id as userId', 'secret', 'enrolled_at as enrolledAt', 'recovery_codes as recoveryCodes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { enrolledAt, recoveryCodes, ...factor } = row
  return {
    ...factor,
    isOn: enrolledAt !== null,
    recoveryCodes: RecoveryCodes.parse(JSON.parse(recoveryCodes)),
  }
}

/** Stores a new secret, which counts once a code has confirmed it, and returns it with the address of its QR code. */
export async function startEnrolment(db: Connection, userId: number, issuer: string, label: string) {
  const secret = new Secret({ size: 20 })
  const change = { secret: secret.base32, last_step: 0 }
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...change, recovery_codes: '[]' })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(change).where('second_factors.enrolled_at', 'is', null),
    )
    .execute()
  return { secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() }
}

const RECOVERY_CODES = 10
/** Beyond 112 bits a plain hash is enough. */
const RECOVERY_CODE_BYTES = 15

/** Confirms a second factor and returns its recovery codes, which are stored as hashes. */
export async function confirmEnrolment(db: Connection, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_CODE_BYTES }).base32)
  await db
    .updateTable('second_factors')
    .set({ enrolled_at: now.toISOString(), recovery_codes: JSON.stringify(codes.map(hashToken)) })
    .where('user_id', '=', userId)
    .execute()
  return codes.map((code) => code.replaceAll(/(?<=.)(?=(?:.{4})+$)/g, '-').toLowerCase())
}

/**
 * Uses up a code of the app, of this or a neighbouring step of 30 seconds, or a recovery code. Returns how many recovery
 * codes are left; null if the code is wrong or was used before, by whichever process.
 */
export async function spendCode(db: Connection, factor: SecondFactor, typed: string, now: Date) {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  const step = findStep(factor.secret, code, now)
  const left = factor.recoveryCodes.filter((hash) => hash !== hashToken(code))
  if (step === null && left.length === factor.recoveryCodes.length) return null
  const update = db.updateTable('second_factors').where('user_id', '=', factor.userId).returning('user_id')
  const spent =
    step === null
      ? update
          .set({ recovery_codes: JSON.stringify(left) })
          .where('recovery_codes', '=', JSON.stringify(factor.recoveryCodes))
      : update.set({ last_step: step }).where('last_step', '<', step)
  return (await spent.executeTakeFirst()) === undefined ? null : left.length
}

function findStep(secret: string, token: string, now: Date): number | null {
  // The library throws for six characters of more bytes.
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ timestamp }) + delta
}

/** Removes the second factor of a user; returns whether there was one. */
export async function deleteSecondFactor(db: Connection, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('enrolled_at as enrolledAt')
    .executeTakeFirst()
  return typeof row?.enrolledAt === 'string'
}
