import * as z from 'zod/mini'
import { singleRead } from './single-read.ts'

/** A text that servers may leave out. */
const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? ''),
)

/** A role as the portal reads it. */
export const RoleRecord = z.object({
  id: z.int(),
  roleId: z.optional(z.nullable(z.int())),
  name: z.string(),
  description: text,
})
export type RoleRecord = z.infer<typeof RoleRecord>

/** A system user as the portal reads it; a password is never among it. */
export const SystemUserRecord = z.object({
  id: z.int(),
  userId: text,
  owner: text,
  role: text,
  roleId: z.optional(z.nullable(z.int())),
  loginIP: text,
  emailId: text,
  status: z.enum(['Active', 'Inactive']),
})
export type SystemUserRecord = z.infer<typeof SystemUserRecord>

/** A node of the rights tree as the portal reads it; what a server adds (`isOpen`) is left behind. */
export const RightRecord = z.object({
  id: z.int(),
  name: z.string(),
  description: text,
  enabled: z.pipe(
    z.optional(z.nullable(z.boolean())),
    z.transform((value) => value ?? false),
  ),
  get child(): z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<typeof RightRecord>>> {
    return z.optional(z.nullable(z.array(RightRecord)))
  },
})
export type RightRecord = z.infer<typeof RightRecord>

/** A page of a list, with how many records the whole list has. */
export const pageOf = <T extends z.ZodMiniType>(record: T) =>
  z.object({
    records: z.pipe(
      z.nullable(z.array(record)),
      z.transform((list) => list ?? []),
    ),
    totalCount: z.int().check(z.nonnegative()),
  })

/** One record in its envelope. */
export const oneOf = <T extends z.ZodMiniType>(record: T) => z.object({ records: singleRead(record) })
