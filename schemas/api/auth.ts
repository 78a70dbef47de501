import * as z from 'zod/mini'
import { type FormErrors, isBlank, validateForm } from './form-errors.ts'

/** The fields of the sign-in form, in the order in which its message names them. */
export const loginFields = {
  username: { label: 'Username', max: 100 },
  password: { label: 'Password', max: 1024 },
} as const
export type LoginField = keyof typeof loginFields
export type Credentials = Readonly<Record<LoginField, string>>

/** Validates the sign-in form. */
export const validateLogin = (form: Credentials): FormErrors<LoginField> =>
  validateForm({
    fields: loginFields,
    form,
    findError: (field) => (isBlank(form[field]) ? 'required' : null),
  })

/** Response of `POST /auth/login`. */
export const LoginResponse = z.object({ accessToken: z.string(), sessionId: z.string(), role: z.string() })

/** Whose session a token is. */
export const SessionOwner = z.object({ username: z.string(), role: z.string() })

/** A permission of the caller. */
export const AssignedRecord = z.object({ AssignedGrpRightId: z.int(), name: z.string() })

/** The signed-in user's data, as the browser's storage contains it. */
export type StoredSession = {
  readonly authToken: string
  readonly sessionId: string | null
  readonly username: string | null
  readonly userRole: string | null
}
