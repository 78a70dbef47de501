import * as z from 'zod/mini'

const text = z.optional(z.nullable(z.string()))

/** What `POST /auth/login` answers. A missing token is a case of its own. */
export const LenientLoginResponse = z.object({
  accessToken: text,
  sessionId: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  role: text,
})
export type LenientLoginResponse = z.infer<typeof LenientLoginResponse>

/** What `POST /auth/validate-token` answers. */
export const LenientValidationResponse = z.object({ valid: z.boolean(), username: text, role: text })
export type LenientValidationResponse = z.infer<typeof LenientValidationResponse>

/** The signed-in user's data, as the browser's storage keeps it. */
export type StoredSession = {
  readonly authToken: string
  readonly sessionId: string | null
  readonly username: string | null
  readonly userRole: string | null
}

/** What `GET /auth/permissions` answers: the id of each right that the user holds. */
export const LenientPermissionsResponse = z.object({
  Assignedrecords: z.array(z.object({ AssignedGrpRightId: z.number() })),
})
export type LenientPermissionsResponse = z.infer<typeof LenientPermissionsResponse>
