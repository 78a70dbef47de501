import * as z from 'zod/mini'
import { LoginResponse } from './auth.ts'

/** Response of `POST /auth/oidc/start`: the address of the provider's page. */
export const CompanySignInStart = z.object({ url: z.string() })

/** Response of `POST /auth/oidc/session`: a session with the name of its account. */
export const CompanySession = z.object({ ...LoginResponse.shape, username: z.string() })
