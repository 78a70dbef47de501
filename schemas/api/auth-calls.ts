// Beside auth.ts, so that the browser's first file does not contain what only the server parses.

import * as z from 'zod/mini'
import { AssignedRecord, loginFields, SessionOwner } from './auth.ts'
import { isBlank } from './form-errors.ts'
import { boundedText } from './text.ts'

function filledText(max: number) {
  return boundedText(max).check(z.refine((text) => !isBlank(text), { error: 'must not be blank' }))
}

/** Body of `POST /auth/login`. A password is used as it is typed, spaces included (S8). */
export const LoginRequest = z.strictObject({
  username: filledText(loginFields.username.max),
  password: filledText(loginFields.password.max),
})

/** Response of `POST /auth/validate-token`. */
export const ValidationResponse = z.object({ valid: z.literal(true), ...SessionOwner.shape })

/** Body of `POST /auth/logout`, which ends the session of the token; the id is ignored. */
export const LogoutRequest = z.nullish(z.strictObject({ sessionId: z.nullish(boundedText(200)) }))

/** Response of `POST /auth/logout`. */
export const LogoutResponse = z.object({ success: z.literal(true), message: z.string() })

/** Response of `GET /auth/permissions`. */
export const PermissionsResponse = z.object({ Assignedrecords: z.array(AssignedRecord) })
