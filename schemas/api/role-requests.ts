import { z } from 'zod'
import { boundedText } from './text.ts'
import { NoId, SameId } from './parameters.ts'

/** Body of `POST /v1/role-master`; what is missing or blank is told by the form's own message. */
export const CreateRoleRequest = z.strictObject({
  id: NoId,
  name: boundedText(100).default(''),
  description: boundedText(500).default(''),
})

/** Body of `PUT /v1/role-master/{id}`; the name may be named but not changed. */
export const UpdateRoleRequest = z.strictObject({
  id: SameId,
  name: boundedText(100).optional(),
  description: boundedText(500).default(''),
})
