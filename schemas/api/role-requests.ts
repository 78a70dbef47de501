import { z } from 'zod'
import { plainText } from './text.ts'
import { NoId, SameId } from './parameters.ts'

/** Body of `POST /v1/role-master`; what is missing or blank is told by the form's own message (spec §5). */
export const NewRoleBody = z.strictObject({
  id: NoId,
  name: plainText(100).default(''),
  description: plainText(500).default(''),
})

/** Body of `PUT /v1/role-master/{id}`; the name may be named but not changed (spec §4). */
export const RoleBody = z.strictObject({
  id: SameId,
  name: plainText(100).optional(),
  description: plainText(500).default(''),
})
