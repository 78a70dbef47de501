import * as z from 'zod/mini'

/** What `GET /auth/permissions` answers (spec §3): the id of each right that the user holds. */
export const PermissionsAnswer = z.object({
  Assignedrecords: z.array(z.object({ AssignedGrpRightId: z.number() })),
})
export type PermissionsAnswer = z.infer<typeof PermissionsAnswer>
