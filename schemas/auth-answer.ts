import { z } from 'zod'

/** Answer of `POST /auth/login` (spec §3). */
export const LoginResult = z.object({ accessToken: z.string(), sessionId: z.string(), role: z.string() })

/** Answer of `POST /auth/validate-token` (spec §3). */
export const ValidationResult = z.object({ valid: z.literal(true), username: z.string(), role: z.string() })

/** Answer of `POST /auth/logout`. */
export const LogoutResult = z.object({ success: z.literal(true), message: z.string() })

/** Answer of `GET /auth/permissions` (spec §3). */
export const PermissionsResult = z.object({
  Assignedrecords: z.array(z.object({ AssignedGrpRightId: z.int(), name: z.string() })),
})

/** Answer of `GET /dashboards/{dashboardId}` (spec §3). */
export const DashboardResult = z.object({ title: z.string(), description: z.string() })
