import { z } from 'zod'
import { ErrorEnvelope } from '../../../schemas/api/responses.ts'
import { MenuItem, MenuTreeNode, AssignedPermission } from '../../../schemas/api/menu.ts'
import { Role } from '../../../schemas/api/role.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'

/** The named schemas of the document, with keywords that zod does not write. */
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
