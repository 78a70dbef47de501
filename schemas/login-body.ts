import { z } from 'zod'
import { plainText } from './plain-text.ts'

/** Body of `POST /auth/login` (spec §7). A password is taken as it is typed, spaces included (S8). */
export const LoginBody = z.strictObject({
  username: plainText(100).refine((name) => name.trim() !== '', 'must not be blank'),
  password: plainText(1024).refine((password) => password.trim() !== '', 'must not be blank'),
})

/** Body of `POST /auth/logout`: the session is the one of the token, whatever id is named. */
export const LogoutBody = z.strictObject({ sessionId: plainText(200).nullish() }).nullish()
