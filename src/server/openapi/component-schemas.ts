import { z } from 'zod'
import { ErrorEnvelope } from '../../../schemas/api/envelope.ts'
import { MenuItem, MenuTreeNode, AssignedPermission } from '../../../schemas/api/menu.ts'
import { Role } from '../../../schemas/api/role.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'

/** The schemas that the document names, with what their own form cannot say. */
export const componentSchemas = z.registry<{ readonly id: string; readonly [keyword: string]: unknown }>()

const named = {
  ErrorEnvelope,
  MenuItem,
  MenuTreeNode,
  AssignedPermission,
  Role,
  SystemUser,
}
for (const [id, schema] of Object.entries(named)) componentSchemas.add(schema, { id })
