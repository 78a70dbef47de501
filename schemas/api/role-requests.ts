import * as z from 'zod/mini'
import { NoId, SameId } from './parameters.ts'
import { roleFields } from './role.ts'
import { boundedText } from './text.ts'

// A missing or blank field passes here: the form's own message reports it.
const name = boundedText(roleFields.name.max)
const description = z._default(boundedText(roleFields.description.max), '')

/** Body of `POST /v1/role-master`. */
export const CreateRoleRequest = z.strictObject({ id: NoId, name: z._default(name, ''), description })

/** Body of `PUT /v1/role-master/{id}`; the name may be sent but not changed. */
export const UpdateRoleRequest = z.strictObject({ id: SameId, name: z.optional(name), description })
export type UpdateRoleRequest = z.output<typeof UpdateRoleRequest>
