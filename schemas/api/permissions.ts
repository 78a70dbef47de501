import { z } from 'zod'
import { RecordId } from './parameters.ts'

// The four levels are written out, so that no body can make the check go deeper (S24).
const node = {
  id: z.int().min(1).max(999_999_999),
  name: z.string().max(500),
  description: z.string().max(2000),
  enabled: z.boolean(),
}
const Fourth = z.strictObject({ ...node, child: z.tuple([]).nullable() })
const Third = z.strictObject({ ...node, child: z.array(Fourth).nullable() })
const Second = z.strictObject({ ...node, child: z.array(Third).nullable() })
const First = z.strictObject({ ...node, child: z.array(Second).nullable() })

/** Body of the two calls that save rights: the whole tree. */
export const SavePermissionsRequest = z.strictObject({ records: z.array(First) })
export type SavePermissionsRequest = z.output<typeof SavePermissionsRequest>

const service = z.literal('bidashboard')

/** Query of the calls for the rights of a role or user whose number stands in the path. */
export const ServiceQuery = z.strictObject({ service })
/** The same where the specification names no service. */
export const OptionalServiceQuery = z.strictObject({ service: service.optional() })
/** Query of `POST /v1/rights-management/save-role-rights`. */
export const RolePermissionsQuery = z.strictObject({ roleId: RecordId, service })
/** Query of `POST /v1/rights-management/save-system-user-rights`. */
export const UserPermissionsQuery = z.strictObject({ userId: RecordId, service })
/** Path of `GET /v1/menu-hierarchy/role/{roleId}`. */
export const RoleParams = z.strictObject({ roleId: RecordId })
/** Path of `GET /v1/menu-hierarchy/user/{userId}`. */
export const UserParams = z.strictObject({ userId: RecordId })
