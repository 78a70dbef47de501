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

/** The answer of `POST /v1/account/second-factor`. */
export const Enrolment = z.object({
  /** The new secret; null if the second factor is on. */
  secret: z.nullable(z.string()),
  /** The text of its QR code. */
  uri: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
})

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
