import { z } from 'zod'
import { boundedText } from './text.ts'

/** Answer of `POST /auth/login`. */
export const LoginResponse = z.object({ accessToken: z.string(), sessionId: z.string(), role: z.string() })

/** Answer of `POST /auth/validate-token`. */
export const ValidationResponse = z.object({ valid: z.literal(true), username: z.string(), role: z.string() })

/** Answer of `POST /auth/logout`. */
export const LogoutResponse = z.object({ success: z.literal(true), message: z.string() })

/** Answer of `GET /auth/permissions`. */
export const PermissionsResponse = z.object({
  Assignedrecords: z.array(z.object({ AssignedGrpRightId: z.int(), name: z.string() })),
})

/** Answer of `GET /dashboards/{dashboardId}`. */
export const DashboardResponse = z.object({ title: z.string(), description: z.string() })

/** Body of `POST /auth/login`. A password is taken as it is typed, spaces included (S8). */
export const LoginRequest = z.strictObject({
  username: boundedText(100).refine((name) => name.trim() !== '', 'must not be blank'),
  password: boundedText(1024).refine((password) => password.trim() !== '', 'must not be blank'),
})

/** Body of `POST /auth/logout`: the session is the one of the token, whatever id is named. */
export const LogoutRequest = z.strictObject({ sessionId: boundedText(200).nullish() }).nullish()
