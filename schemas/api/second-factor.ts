import * as z from 'zod/mini'
import { loginFields } from './auth.ts'
import { boundedText } from './parameters.ts'

/** A code of an authenticator app, or a recovery code. */
export const Code = boundedText(100)

/** The answer of `POST /v1/account/second-factor`. */
export const Enrolment = z.object({
  /** The new secret; null if the second factor is on. */
  secret: z.nullable(z.string()),
  /** The text of its QR code. */
  uri: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
})

/** Body of `PUT /v1/account/second-factor`. */
export const ChangeSecondFactorRequest = z.strictObject({
  isOn: z.boolean(),
  password: boundedText(loginFields.password.max),
  code: Code,
})
export type ChangeSecondFactorRequest = z.output<typeof ChangeSecondFactorRequest>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
