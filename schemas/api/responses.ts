import * as z from 'zod/mini'
import { AssignedRecord, SessionOwner } from './auth.ts'

/** Returns the envelope of a response under `/v1` or `/api`. */
export function envelope<T extends z.core.$ZodType>(records: T) {
  return z.object({
    success: z.literal(true),
    message: z.string(),
    records,
    totalCount: z.int().check(z.minimum(0)),
  })
}

export function listEnvelope<T extends z.core.$ZodType>(record: T) {
  return envelope(z.array(record))
}

/** The envelope of a change that returns nothing but its message. */
export const EmptyEnvelope = envelope(z.tuple([]))

/** The envelope of saved rights, with a sentence on administrators who lack some of them. */
export const SavedRights = z.object({ ...EmptyEnvelope.shape, warning: z.optional(z.string()) })

/** Every response that is an error, on every path. */
export const ErrorEnvelope = z.object({
  success: z.literal(false),
  message: z.string(),
  records: z.tuple([]),
  totalCount: z.literal(0),
  requestId: z.string(),
  /** Why the caller is refused, where a program must distinguish it: `password-change-required`. */
  code: z.optional(z.string()),
})

/** The years with records of a report, latest first. */
export const YearList = listEnvelope(z.int())

/** Response of `GET /healthz`: the process runs. */
export const Health = z.object({ status: z.literal('ok') })

/** Response of `GET /readyz`; `degraded` while part of the server does not work, such as storing on a full disk. */
export const Ready = z.object({ status: z.enum(['ready', 'degraded']) })

export const ValidationResponse = z.object({ valid: z.literal(true), ...SessionOwner.shape })

export const LogoutResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Where the provider of the company sign-in ends its own session. */
  endSessionUrl: z.optional(z.string()),
})

export const PermissionsResponse = z.object({ Assignedrecords: z.array(AssignedRecord) })
