import * as z from 'zod/mini'
import { RecordId, RecordNumber } from './parameters.ts'
import { SERVICE } from './menu.ts'

// The four levels are written out, so that no body can make the validation recurse deeper (S24).
const node = {
  id: RecordNumber,
  name: z.string().check(z.maxLength(500)),
  description: z.string().check(z.maxLength(2000)),
  enabled: z.boolean(),
}
const Fourth = z.strictObject({ ...node, child: z.nullable(z.tuple([])) })
const Third = z.strictObject({ ...node, child: z.nullable(z.array(Fourth)) })
const Second = z.strictObject({ ...node, child: z.nullable(z.array(Third)) })
const First = z.strictObject({ ...node, child: z.nullable(z.array(Second)) })

/** Body of the two calls that save permissions: the whole tree. */
export const SavePermissionsRequest = z.strictObject({ records: z.array(First) })
export type SavePermissionsRequest = z.output<typeof SavePermissionsRequest>

const service = z.literal(SERVICE)

/** Query of the calls for the permissions of a role or user whose number is in the path. */
export const ServiceQuery = z.strictObject({ service })
/** The same where the specification names no service. */
export const OptionalServiceQuery = z.strictObject({ service: z.optional(service) })
/** Query of `POST /v1/rights-management/save-role-rights`. */
export const RolePermissionsQuery = z.strictObject({ roleId: RecordId, service })
/** Query of `POST /v1/rights-management/save-system-user-rights`. */
export const UserPermissionsQuery = z.strictObject({ userId: RecordId, service })
/** Path of `GET /v1/menu-hierarchy/role/{roleId}`. */
export const RoleParams = z.strictObject({ roleId: RecordId })
/** Path of `GET /v1/menu-hierarchy/user/{userId}`. */
export const UserParams = z.strictObject({ userId: RecordId })
