import * as z from 'zod/mini'

/** How every token for machines begins, so that a scanner finds one that was published by mistake. */
export const TOKEN_PREFIX = 'tportal_'

export const MAX_TOKENS = 20

/** A token for machines as it is listed. Its secret is stored nowhere. */
export const MachineToken = z.object({
  id: z.int(),
  userId: z.string(),
  /** What its owner calls it. */
  label: z.string(),
  /** The ids of the reports that it may read; null for all that its owner may open. */
  reports: z.nullable(z.array(z.string())),
  createdAt: z.string(),
  /** Its last day in UTC. */
  endDate: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** The address of its last use; empty if it was never used. */
  address: z.string(),
})
export type MachineToken = z.infer<typeof MachineToken>

/** A new token, with its secret for this once. */
export const NewMachineToken = z.object({ ...MachineToken.shape, token: z.string() })
